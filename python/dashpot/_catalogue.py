"""The laws as Python objects, read from the catalogue of the library."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _core


@dataclass(frozen=True)
class Param:
    """A parameter of a law."""

    name: str
    unit: str
    doc: str
    default: float | str | None
    low: float
    high: float
    required: bool
    choices: tuple[str, ...] | None


@dataclass(frozen=True)
class Law:
    """A contact law, or a friction law: what it is, needs and delivers."""

    name: str
    aliases: tuple[str, ...]
    summary: str
    formula: str
    source: str
    equation: str
    validity: str
    confidence: str
    errata: tuple[str, ...]
    params: Mapping[str, Param] = field(repr=False)
    family: str = ""
    needs: tuple[str, ...] = ()
    bounds: Mapping[str, Any] = field(default_factory=dict, repr=False)
    tune: str | None = None
    delivery: str = ""
    memory: tuple[Any, ...] = ()
    linear_spring: bool = False
    vectorised: bool = False
    pulls: bool = False


def _param(entry):
    def number(value, otherwise):
        return otherwise if value is None else value
    choices = entry.get("choices")
    return Param(entry["name"], entry["unit"], entry["doc"], entry.get("default"),
                 number(entry.get("low"), -math.inf), number(entry.get("high"), math.inf),
                 bool(entry.get("required")), tuple(choices) if choices else None)


def _law(entry):
    known = {name: entry[name] for name in Law.__dataclass_fields__
             if name in entry and name != "params"}
    for name in ("aliases", "errata", "needs", "memory"):
        if name in known:
            known[name] = tuple(known[name] or ())
    for name in ("summary", "formula", "source", "equation", "validity", "confidence"):
        known[name] = known.get(name) or ""
    params = {p["name"]: _param(p) for p in entry["parameters"]}
    return Law(params=params, **known)


class Catalogue(Mapping[str, Law]):
    """Laws by name; an alias finds its law too."""

    def __init__(self, entries, word):
        self._laws = {entry["name"]: _law(entry) for entry in entries}
        self._alias = {alias: law.name for law in self._laws.values() for alias in law.aliases}
        self._word = word

    def __getitem__(self, name: str) -> Law:
        law = self._laws.get(self._alias.get(name, name))
        if law is None:
            import difflib
            near = difflib.get_close_matches(str(name), list(self._laws), n=3, cutoff=0.5)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise KeyError(f"there is no {self._word} '{name}'{hint}")
        return law

    def __iter__(self) -> Iterator[str]:
        return iter(self._laws)

    def __len__(self) -> int:
        return len(self._laws)

    def __contains__(self, name: object) -> bool:
        return name in self._laws or name in self._alias

    def __repr__(self) -> str:
        return f"<{len(self)} {self._word}s: {', '.join(self)}>"


laws = Catalogue(json.loads(_core.laws()), "law")
friction_laws = Catalogue(json.loads(_core.friction_laws()), "friction law")
