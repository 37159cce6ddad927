#!/usr/bin/env python3
"""Type stubs of the package, from the description of the C interface.

    python/write_stubs.py docs/api.json >python/dashpot/__init__.pyi

Each law becomes an overload of Contact with its own parameters, each definition and result of a
solver lists its fields, so that editors complete them and mypy checks them.
"""

import json
import re
import sys
import textwrap

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/core")
import write_fields  # noqa: E402  (words of enums, as the extension shows them)

HEAD = '''"""Types of the package. Written by write_stubs.py from docs/api.json; do not edit."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypedDict, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Quantity = float | str
Scenario = str | os.PathLike[str] | Mapping[str, Any]

__version__: str

class Error(ValueError):
    """What was given cannot be used. file, line and key say where, if known."""
    file: str | None
    line: int | None
    key: str | None

class NumericalError(Error):
    """A computation broke off: no convergence, or beyond its law."""

class ValidityWarning(UserWarning):
    """A result lies where its law does not hold, or needs a word of care."""

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

class Law:
    """A contact law, or a friction law: what it is, needs and delivers."""
    name: str
    aliases: tuple[str, ...]
    family: str
    summary: str
    formula: str
    source: str
    equation: str
    validity: str
    confidence: str
    errata: tuple[str, ...]
    params: Mapping[str, Param]
    needs: tuple[str, ...]
    bounds: Mapping[str, Any]
    tune: str | None
    delivery: str
    memory: tuple[Any, ...]
    linear_spring: bool
    vectorised: bool
    pulls: bool

laws: Mapping[str, Law]
friction_laws: Mapping[str, Law]
closed_forms: Mapping[str, Callable[..., Any]]

class Response(NamedTuple):
    """Force with its tangents and the energy that unloading gives back."""
    force: Any
    dforce_ddelta: Any
    dforce_drate: Any
    stored: Any

class FrictionResponse(NamedTuple):
    """Tangential force with its tangents, and how the bristles move."""
    force: Any
    dforce_dv: Any
    dforce_dnormal: Any
    dforce_dz: Any
    z_rate: Any
    dz_rate_dv: Any
    dz_rate_dz: Any

class GripResponse(NamedTuple):
    """Tangential force of a law that gives way along the surface, with tangents and energies."""
    force: Any
    dforce_dslide: Any
    dforce_dspeed: Any
    dforce_dnormal: Any
    dforce_dstiffness: Any
    stored: Any
    friction: Any
    damper: Any

class Impacts(Mapping[str, Any]):
    """Results of impacts: restitution, max_indentation, duration, max_force."""
    def __getitem__(self, name: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

class Body:
    """One of two touching bodies. A flat has radius math.inf, a fixed body mass math.inf."""
    def __init__(self, *, young: float = ..., poisson: float = ..., density: float = ...,
                 yield_: float = ..., radius: float = ..., mass: float = ...) -> None: ...
    values: dict[str, float]
    @property
    def mass(self) -> float: ...

def pair(first: Body | Mapping[str, float], second: Body | Mapping[str, float],
         geometry: Literal["convex", "conformal", "flat"] = ...) -> dict[str, float]:
    """Equivalent values of two bodies: ``Contact("flores", restitution=0.8, **pair(a, b))``."""

def stiffness_ratio(first: Body | Mapping[str, float],
                    second: Body | Mapping[str, float]) -> float:
    """Tangential over normal stiffness of two bodies that stick; NaN: not known."""
'''

CONTACT = '''    @property
    def law(self) -> Law: ...
    @property
    def kernel(self) -> str: ...
    @property
    def needs_approach(self) -> bool: ...
    @property
    def follows_speed(self) -> bool: ...
    @property
    def fixed_approach(self) -> float: ...
    @property
    def limit(self) -> float: ...
    @property
    def pair(self) -> dict[str, float]: ...
    @property
    def parameters(self) -> dict[str, float | str]: ...
    def replace(self, **keywords: Any) -> Contact:
        """The same contact with other values."""
    @overload
    def force(self, delta: float, rate: float = ..., *, approach: float | None = ...,
              history: None = ...) -> float: ...
    @overload
    def force(self, delta: ArrayLike, rate: ArrayLike = ..., *, approach: ArrayLike | None = ...,
              history: Floats | None = ...) -> Any:
        """Normal force [N], positive when the bodies push apart; broadcasts."""
    def respond(self, delta: ArrayLike, rate: ArrayLike = ..., *,
                approach: ArrayLike | None = ..., history: Floats | None = ...) -> Response:
        """Force with tangents and stored energy."""
    def history(self, shape: int | tuple[int, ...] = ..., *,
                approach: ArrayLike | None = ...) -> Floats:
        """Virgin history of so many contacts, an array (4, *shape) that the caller owns."""
    def begin(self, speed: ArrayLike, *, history: Floats, where: ArrayLike | None = ...) -> None:
        """New touches at these speeds [m/s]."""
    def commit(self, delta: ArrayLike, rate: ArrayLike = ..., *, history: Floats) -> None:
        """These states were accepted: write them into the history."""
    def advance(self, delta: ArrayLike, rate: ArrayLike = ..., *, history: Floats) -> Any:
        """Force and commit in one pass."""
    def residual(self, *, history: Floats) -> Any:
        """Indentation [m] at which relaxed contacts separate."""
    def stiffness(self, delta: ArrayLike, *, history: Floats | None = ...) -> Any:
        """Elastic stiffness [N/m] of the contact, for Friction.grip."""
    def impacts(self, *, mass: ArrayLike, speed: ArrayLike, friction: Friction | None = ...,
                sliding_speed: ArrayLike | None = ..., sliding_mass: ArrayLike | None = ...,
                rtol: float = ..., threads: int = ...) -> Impacts:
        """Free impacts of virgin contacts; with friction also sliding_speed_after."""
    def restitution(self, *, mass: ArrayLike, speed: ArrayLike, rtol: float = ...,
                    threads: int = ...) -> Any:
        """The restitution that free impacts deliver."""
    def at_speed(self, speed: float, mass: float = ...) -> Contact:
        """The contact with the restitution of a touch at this speed."""
    def tuned(self, wanted: float, *, mass: float, speed: float) -> Contact:
        """The contact with the parameter that makes it deliver this restitution."""
'''

FRICTION = '''    @property
    def law(self) -> Law: ...
    def force(self, normal: ArrayLike, v: ArrayLike, z: ArrayLike = ...) -> Any:
        """Tangential force [N] along the axis of v."""
    def respond(self, normal: ArrayLike, v: ArrayLike, z: ArrayLike = ...) -> FrictionResponse:
        """Force with its tangents, and the rate of the bristle deflection."""
    def steady_z(self, v: ArrayLike) -> Any:
        """Bristle deflection [m] of steady sliding."""
    @property
    def is_compliant(self) -> bool: ...
    def history(self, shape: int | tuple[int, ...] = ...) -> Floats:
        """History of so many contacts that never touched, an array (*shape, 104)."""
    def grip(self, normal: ArrayLike, stiffness: ArrayLike, slide: ArrayLike,
             speed: ArrayLike = ..., *, history: Floats) -> GripResponse:
        """Tangential force of a law that gives way along the surface. Pure."""
    def commit(self, normal: ArrayLike, stiffness: ArrayLike, slide: ArrayLike,
               speed: ArrayLike = ..., *, history: Floats) -> None:
        """These states were accepted: write them into the history."""
'''

STEPPER = '''    contact: Contact
    definition: dict[str, Any]
    def advance(self, until: float = ...) -> dict[str, Any]:
        """Go on to this time [s]; returns the state."""
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def result(self) -> {result} | None: ...
    def run(self) -> {result}:
        """Go on to the end."""
    @property
    def rows(self) -> dict[str, Floats]: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...
'''

TAIL = '''
class Chain:
    """Bodies in a row, each touching its neighbours; all of them count from 0."""
    @overload
    def __init__(self, *, mass: ArrayLike, contact: Contact | Sequence[Contact],
                 velocity: ArrayLike | None = ..., gap: ArrayLike | None = ...,
                 law: ArrayLike | None = ..., left: str | Mapping[str, Any] | None = ...,
                 right: str | Mapping[str, Any] | None = ...,
                 probes: Sequence[int | tuple[str, int]] | None = ...,
{chain}) -> None: ...
    @overload
    def __init__(self, *, bodies: Sequence[Body | Mapping[str, Quantity]], law: str | Law,
                 velocity: ArrayLike | None = ..., gap: ArrayLike | None = ...,
                 left: str | Body | Mapping[str, Any] | None = ...,
                 right: str | Body | Mapping[str, Any] | None = ...,
                 probes: Sequence[int | tuple[str, int]] | None = ...,
{chain}, **contact: Any) -> None: ...
    def advance(self, steps: int) -> Chain:
        """March on by so many steps."""
    def solve(self, until: float, *, rtol: float = ..., max_steps: int = ...) -> dict[str, int]:
        """Adaptive steps (method "dop853") until a time [s]."""
    until: float | None
    @property
    def step(self) -> float: ...
    @property
    def step_count(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def displacement(self) -> Floats: ...
    @property
    def velocity(self) -> Floats: ...
    @property
    def force(self) -> Floats: ...
    @property
    def indentation(self) -> Floats: ...
    @property
    def maxima(self) -> dict[str, float]: ...
    @property
    def energy(self) -> EnergyLedger: ...
    @property
    def momentum_error(self) -> float: ...
    def probe(self, index: int) -> dict[str, Any]: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...

class MechanismResult(dict[str, Any]):
    """What a run gave."""
    channels: dict[str, dict[str, float]]
    pairs: dict[str, dict[str, Any]]
    rows: dict[str, Floats]
    sections: dict[str, Floats]
    impacts: dict[str, Floats]
    dents: dict[str, Floats]

class MechanismRun:
    """A run of a mechanism that goes on piece by piece."""
    def advance(self, until: float = ...) -> dict[str, Any]: ...
    @property
    def time(self) -> float: ...
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def rows(self) -> dict[str, Floats]: ...
    @property
    def impacts(self) -> dict[str, Floats]: ...
    def finish(self) -> MechanismResult: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...

class Mechanism:
    """A planar mechanism of rigid bodies."""
    bodies: list[str]
    pairs: list[str]
    pair_masses: dict[str, float]
    channels: dict[str, tuple[str, str]]
    coordinates: int
    constraints: int
    mobility: int
    size: float
    period: float
    perturbed: str | None
    redundant: list[str]
    start: dict[str, dict[str, float]]
    def __init__(self, *, bodies: Sequence[Mapping[str, Any]],
                 joints: Sequence[Mapping[str, Any]] = ...,
                 touches: Sequence[Mapping[str, Any]] = ...,
                 drivers: Sequence[Mapping[str, Any]] = ...,
                 forces: Sequence[Mapping[str, Any]] = ...,
                 gravity: tuple[float, float] = ...) -> None: ...
    def run(self, *, until: float, watch: Sequence[str] = ...,
{run}) -> MechanismResult:
        """Run from the start to the end."""
    def begin(self, *, until: float, watch: Sequence[str] = ...,
{run}) -> MechanismRun:
        """Begin a run that goes on piece by piece."""
    def ensemble(self, copies: int, *, until: float, watch: Sequence[str] = ...,
                 **definition: Any) -> list[MechanismResult]:
        """Copies that start 1e-9 m apart."""

class Result(Mapping[str, Any]):
    """The summary of a run as a mapping, with its tables."""
    title: str
    kind: str
    folder: str | None
    notes: tuple[str, ...]
    tables: Mapping[str, Mapping[str, NDArray[Any]]]
    units: Mapping[str, Mapping[str, str]]
    def __getitem__(self, key: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    @property
    def headlines(self) -> list[tuple[str, str, float, str]]: ...
    @property
    def pictures(self) -> list[tuple[str, str, str, str, str, list[str]]]: ...
    def frame(self, table: str = ...) -> Any:
        """A table as a pandas DataFrame."""
    def dataset(self, table: str = ...) -> Any:
        """A table of a sweep over its parameters as an xarray Dataset."""
    def report(self, folder: str | os.PathLike[str], replace: bool = ...) -> str:
        """Write report.html, summary.json, tables and plots; returns the report."""
    def plot(self, name: str | None = ..., ax: Any = ...) -> Any:
        """Draw pictures of the report with matplotlib; returns the figure."""

class Fit(Result):
    """A fit of measured impacts; a result with predict()."""
    def predict(self, speed: float | str | Sequence[float | str] | Floats | None = ..., *,
                drop: float | str | Sequence[float | str] | Floats | None = ...) -> Any:
        """Results of an impact at other speeds [m/s] (or drop heights [m]), with intervals."""

def fit(laws: str | Law | Sequence[str | Law] | None = ...,
        data: Mapping[str, ArrayLike] = ..., *, law: str | Law | Sequence[str | Law] | None = ...,
        sigma: float | ArrayLike | Mapping[str, Any] | None = ...,
        free: str | Sequence[str] | Mapping[str, tuple[float, float] | None] | None = ...,
        mass: float | str, by: str | None = ..., confidence: float = ..., threads: int = ...,
        folder: str | os.PathLike[str] | None = ..., quiet: bool = ...,
        **pair: Any) -> Fit:
    """Fit laws to measured impacts and rank them; a result like that of a `fit:` block."""
def export(engine: str, contact: Contact, *, mass: float | str | None = ...,
           speed: float | str | None = ..., **keys: float | str) -> dict[str, Any]:
    """Parameters of another program's contact law, and what they deliver there."""
def begin(scenario: Scenario, *, set: Mapping[str, Any] | None = ...) -> Any:
    """What a scenario comes down to, ready to be stepped: an Impact, Bounce, Journal, Chain or
    MechanismRun at its start."""
def run(scenario: Scenario, *, set: Mapping[str, Any] | None = ...,
        folder: str | os.PathLike[str] | None = ..., replace: bool = ..., series: bool = ...,
        threads: int = ..., allow_unphysical: bool = ..., limits: Mapping[str, str] | None = ...,
        progress: Callable[[float], object] | bool | None = ..., quiet: bool = ...) -> Result:
    """Run a scenario: a path, YAML text (it holds a newline), or a dict."""
def compare(scenario: Scenario, laws: str | Law | Sequence[str | Law] | None = ..., *,
            law: str | Law | Sequence[str | Law] | None = ...,
            at: str | None = ..., set: Mapping[str, Any] | None = ...,
            folder: str | os.PathLike[str] | None = ..., replace: bool = ..., series: bool = ...,
            allow_unphysical: bool = ..., limits: Mapping[str, str] | None = ...,
            progress: Callable[[float], object] | bool | None = ...,
            quiet: bool = ...) -> Result:
    """Run a scenario with several laws; results of each are in result["laws"]."""
def resume(folder: str | os.PathLike[str], *, limits: Mapping[str, str] | None = ...,
           progress: Callable[[float], object] | bool | None = ...,
           quiet: bool = ...) -> Result:
    """Go on with an interrupted run that keeps its state in a folder."""
def check(scenario: Scenario, *, set: Mapping[str, Any] | None = ...) -> str:
    """Say what run would refuse; returns the text with all settings applied."""
'''

RESERVED = {"yield", "from", "lambda", "is", "in"}


def safe(name):
    return name + "_" if name in RESERVED else name


def wrapped(entries, indent):
    """Arguments, several to a line."""
    return textwrap.fill(", ".join(entries), 100, initial_indent=indent,
                         subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False)


def parameter(param):
    kind = "Quantity"
    if param.get("choices"):
        kind = "Literal[" + ",".join(f'"{word}"' for word in param["choices"]) + "]"
    return f"{safe(param['name'])}:\xa0{kind.replace(' ', chr(160))}\xa0=\xa0..."


def doc(law):
    lines = [law["summary"] + ".", "", law["formula"], ""]
    for param in law["parameters"]:
        unit = "" if param["unit"] == "1" else f" [{param['unit']}]"
        lines.append(f"{safe(param['name'])}{unit}: {param['doc']}")
    text = "\n".join(textwrap.fill(line, 88) for line in lines).replace("\\", "\\\\").strip()
    return textwrap.indent(f'"""{text}"""', "        ")


def overloads(laws, common):
    for law in laws:
        names = [param["name"] for param in law["parameters"]]
        entries = [parameter(p) for p in law["parameters"]]
        entries += [entry for name, entry in common if name not in names]
        words = ", ".join(f'"{word}"' for word in [law["name"], *law["aliases"]])
        print("    @overload")
        print(f"    def __new__(cls, law: Literal[{words}], /, *,")
        print(wrapped(entries, " " * 16).replace("\xa0", " ") + ") -> Self:")
        print(doc(law))
    print("    @overload")
    print("    def __new__(cls, law: str, values: Mapping[str, Any] | None = ..., /,")
    print("                **keywords: Any) -> Self: ...")


KINDS = {"double": "float", "int": "int", "long": "int", "size_t": "int", "bool": "bool",
         "unsigned long": "int"}


def kind_of(field, enums, structs):
    kind = field["type"]
    if kind in KINDS:
        return KINDS[kind]
    if re.fullmatch(r"double ((?:\[\w+\])+)", kind):
        return "tuple[float,\xa0...]"
    if kind in enums:
        return "Literal[" + ",".join(f'"{w}"' for w in write_fields.words(enums[kind])) + "]"
    return structs.get(kind)


def typed_dict(name, struct, enums, known):
    print(f"\nclass {name}(TypedDict):")
    print(f'    """{struct["doc"]}"""')
    for field in struct["fields"]:
        kind = kind_of(field, enums, known)
        if kind and field["name"] != "cookie":
            print(f"    {field['name']}: {kind}".replace("\xa0", " "))


def definition(struct, enums, required, skip=()):
    made = []
    for field in struct["fields"]:
        kind = kind_of(field, enums, {})
        if kind and field["name"] not in ("cookie", *skip):
            default = "" if field["name"] in required else "\xa0=\xa0..."
            made.append(f"{safe(field['name'])}:\xa0{kind}{default}")
    return made


def stepper(name, struct, enums, required, result, more=""):
    entries = definition(struct, enums, required)
    if name == "Impact":
        entries.append("history:\xa0Sequence[float]\xa0|\xa0None\xa0=\xa0...")
    if name == "Bounce":
        entries.append("drop:\xa0float\xa0=\xa0...")
    if name in ("Impact", "Bounce"):
        entries.append("friction:\xa0Friction\xa0|\xa0None\xa0=\xa0...")
    print(f'\nclass {name}:\n    """{struct["doc"]}"""')
    print("    def __init__(self, contact: Contact, *,")
    print(wrapped(entries, " " * 17).replace("\xa0", " ") + ") -> None: ...")
    print(STEPPER.format(result=result) + more, end="")


def main():
    api = json.load(open(sys.argv[1], encoding="utf-8"))
    enums = {enum["name"]: enum for enum in api["enums"]}
    structs = {struct["name"]: struct for struct in api["structs"]}
    pair = [(f["name"], f"{safe(f['name'])}:\xa0Quantity\xa0=\xa0...")
            for f in structs["dp_pair"]["fields"]]
    common = pair + [(n, f"{n}:\xa0{k}\xa0=\xa0...".replace(" ", "\xa0")) for n, k in (
        ("tension", 'Literal["clamp","allow","release"]'),
        ("approach", 'Literal["each","largest"] | float'), ("approach_floor", "float"),
        ("restitution_from", "str | Mapping[str, Any]"))]
    print(HEAD.replace("overload\n", "overload\n", 1).replace(
        "NamedTuple, TypedDict", "NamedTuple, Self, TypedDict"))
    print('class Contact:\n    """A contact law prepared for a pair of bodies."""')
    overloads(api["laws"], common)
    print(CONTACT)
    print('class Friction:\n    """A friction law with its parameters."""')
    overloads(api["friction_laws"], [])
    print(FRICTION, end="")
    typed_dict("EnergyLedger", structs["dp_energy"], enums, {})
    known = {"dp_energy": "EnergyLedger"}
    for name in ("impact", "bounce", "journal"):
        typed_dict(f"{name.capitalize()}Result", structs[f"dp_{name}"], enums, known)
    touches = ("    @property\n    def {0}(self) -> dict[str, Floats]: ...\n").format
    stepper("Impact", structs["dp_impact_def"], enums, {"mass", "speed"}, "ImpactResult")
    stepper("Bounce", structs["dp_bounce_def"], enums, {"mass", "gravity"}, "BounceResult",
            touches("impacts"))
    stepper("Journal", structs["dp_journal_def"], enums,
            {"bearing_radius", "clearance", "mass", "inertia", "collisions"}, "JournalResult",
            touches("collisions"))
    chain = definition(structs["dp_chain_def"], enums, set(),
                       ("count", "law_count", "probe_count", "first_number"))
    run = definition(structs["dp_mechanism_run_def"], enums, set(),
                     ("until", "watch_count", "row_channel_count", "row_room", "impact_room"))
    print(TAIL.replace("{chain}", wrapped(chain, " " * 17).replace("\xa0", " ")).replace(
        "{run}", wrapped(run, " " * 12).replace("\xa0", " ")), end="")


if __name__ == "__main__":
    main()
