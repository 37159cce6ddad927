"""Scenarios and what comes out of them."""

from __future__ import annotations

import decimal
import html
import json
import math
import numbers
import os
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from . import _core
from ._arrays import error, whole
from ._catalogue import Law
from ._notes import ValidityWarning, optional, warn


class Result(Mapping):
    """The summary of a run as a mapping, with its tables.

    tables["series"]["force"]: a column as an array; units["series"]["force"]: its unit.
    notes: what a reader must know; those that warn come as ValidityWarning, too. kind, title, folder: what was run, and where it was written.
    """

    def __init__(self, core):
        self._core = core
        self._lists = (core.headlines(), core.pictures(), core.looks())
        self._summary = json.loads(core.summary())
        self.title, self.kind, self.folder = core.about()
        notes = [(in_python(text), is_fact) for text, is_fact in core.notes()]
        self.notes = tuple(text for text, _ in notes)
        self._warnings = tuple(text for text, is_fact in notes if not is_fact)
        tables, units = {}, {}
        for name, columns, rows, view in core.tables():
            values = np.asarray(view).reshape(rows, len(columns)) if columns else np.empty((0, 0))
            tables[name] = MappingProxyType(
                {column: _words(values[:, i], words)
                 for i, (column, _, words) in enumerate(columns)})
            units[name] = MappingProxyType({column: unit for column, unit, _ in columns})
        self.tables = MappingProxyType(tables)
        self.units = MappingProxyType(units)

    def __getitem__(self, key):
        return self._summary[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._summary)

    def __len__(self) -> int:
        return len(self._summary)

    def __repr__(self) -> str:
        lines = [f"<dashpot {self.kind}: {self.title}"]
        lines += [f"  {name}: {' '.join(_shown(value, unit))}".rstrip()
                  for name, unit, value, _ in self.headlines[:8]]
        return "\n".join(lines) + ">"

    def __getstate__(self):
        """All but what report() writes from."""
        plain = {name: dict(table) for name, table in self.tables.items()}
        units = {name: dict(table) for name, table in self.units.items()}
        return {**self.__dict__, "_core": None, "tables": plain, "units": units}

    @property
    def headlines(self):
        """What a reader wants first: (name, unit, value, part) with values in SI."""
        return self._lists[0]

    def frame(self, table="series"):
        """A table as a pandas DataFrame; units are in its attrs."""
        pandas = optional("pandas", "frame()", "; result.tables has the columns without it")
        columns = self._table(table)
        made = pandas.DataFrame(dict(columns))
        made.attrs["units"] = dict(self.units[table])
        return made

    def dataset(self, table="series"):
        """A table of a sweep over its parameters as an xarray Dataset; points that make no grid
        are numbered."""
        xarray = optional("xarray", "dataset()", "; result.tables has the columns without it")
        frame = self.frame(table)
        axes = self._axes(table)
        if axes and "design" in self._summary["sweep"]:
            made = xarray.Dataset.from_dataframe(frame.rename_axis("point")).set_coords(axes)
        else:
            made = xarray.Dataset.from_dataframe(frame.set_index(axes or [frame.columns[0]]))
        for name, unit in self.units[table].items():
            made[name].attrs["units"] = unit
        return made

    def _axes(self, table):
        """Columns of a sweep that are its parameters."""
        sweep = self._summary.get("sweep") or {}
        names = [parameter["column"] for parameter in sweep.get("parameters", ())]
        return [name for name in names if name in self.tables[table]]

    def _table(self, name):
        if name not in self.tables:
            raise error(f"there is no table '{name}'; there is {', '.join(self.tables) or 'none'}",
                        "table")
        return self.tables[name]

    def report(self, folder, replace=False) -> str:
        """Write the folder of this result: report.html, summary.json, tables, plots."""
        if self._core is None:
            raise error("a result that was pickled cannot write its report; write it before")
        try:
            remarks = self._core.write(os.fspath(folder), bool(replace))
        except _core.Error as failure:
            raise _with_words_of_python(failure) from None
        for line in remarks.splitlines():
            warn(line)
        self.folder = os.fspath(folder)
        return os.path.join(self.folder, "report.html")

    @property
    def pictures(self):
        """The pictures of the report as data: name, title, caption, table, x, y columns."""
        return self._lists[1]

    def plot(self, name=None, ax=None):
        """Draw a picture of the report with matplotlib; without a name all of them. Returns the
        figure."""
        from . import _plot
        return _plot.draw(self, name, ax)

    def _repr_html_(self) -> str:
        from . import _plot
        cards = "".join(
            f"<div style='border:1px solid #8888;border-left:4px solid #4a7ab5;border-radius:4px;"
            f"padding:6px 12px'><div style='font-size:12px;opacity:.75'>{html.escape(name)}</div>"
            f"<div style='font-size:18px'>{html.escape(number)} "
            f"<small>{html.escape(unit)}</small></div></div>"
            for name, (number, unit) in ((name, _shown(value, unit))
                                         for name, unit, value, _ in self.headlines))
        notes = "".join(f"<li>{html.escape(note)}</li>" for note in self.notes)
        pictures = _plot.images(self)
        return (f"<div><div style='font-weight:600'>{html.escape(self.title)} "
                f"<span style='opacity:.7'>({self.kind})</span></div>"
                f"<div style='display:flex;flex-wrap:wrap;gap:8px;margin:8px 0'>{cards}</div>"
                + (f"<ul style='margin:4px 0'>{notes}</ul>" if notes else "")
                + f"<div style='display:flex;flex-wrap:wrap;gap:8px'>{pictures}</div></div>")


def _words(column, words):
    """A column whose values stand for words, as those words."""
    if not words:
        return column
    table = np.array([*words, ""], dtype=object)
    index = np.where(np.isfinite(column), column, len(words)).astype(int)
    return table[np.clip(index, 0, len(words))]


def _shown(value, unit):
    """A value as people write it: number and unit."""
    if math.isnan(value):
        return "-", ""
    number, unit = _core.prefixed(value, unit)
    return f"{number:.6g}", "" if unit == "1" else unit


def _value_text(value, path):
    """A value as it would stand in a scenario file."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return json.dumps(_plain(value, path))


def _plain(value, path=""):
    """NumPy values as those of Python; what has no place in a scenario is refused with its path."""
    def below(key):
        return f"{path}.{key}" if path else str(key)
    if isinstance(value, Mapping):
        return {str(key): _plain(entry, below(key)) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist(), path)
    if isinstance(value, (list, tuple)):
        return [_plain(entry, below(i)) for i, entry in enumerate(value)]
    if isinstance(value, np.generic):
        return _plain(value.item(), path)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise error(f"{path or 'the value'} is {value}; a scenario takes finite numbers", path)
        return value
    if isinstance(value, (numbers.Real, decimal.Decimal)):
        return _plain(float(value), path)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise error(f"{path or 'the value'} is a {type(value).__name__}; a scenario takes numbers, "
                "texts, lists and dicts", path)


def _source(scenario):
    """File name and text of what was given: a path, text that holds a newline, or a dict."""
    if isinstance(scenario, Mapping):
        entries = _plain(scenario)
        entries.setdefault("dashpot", 1)
        entries.setdefault("title", str(entries.get("kind") or "scenario"))
        return "<dict>", json.dumps(entries)
    if isinstance(scenario, str) and "\n" in scenario:
        return "<text>", scenario
    if isinstance(scenario, (str, os.PathLike)):
        return os.fspath(scenario), None
    raise error(f"a scenario is a path, a text or a dict, not {type(scenario).__name__}",
                "scenario")


def _settings(changes):
    made = []
    if changes is not None and not isinstance(changes, Mapping):
        raise error("set is a dict, {'impact.contact.restitution': 0.7}, not "
                    f"{type(changes).__name__}", "set")
    for path, value in (changes or {}).items():
        made.append((str(path).encode(), _value_text(value, str(path)).encode()))
    return made


# options of the program, and the keywords that do the same here
_OPTIONS = ((r"--max-(memory|output|time)", r'limits={"\1": ...}'),
            (r"(go on with it by|go on with|finish with):? dashpot run --resume (\S+?)(?=,|\s|$)",
             r"\1 dp.resume('\2')"),
            (r"--allow-unphysical runs", "allow_unphysical=True runs"),
            (r"--allow-unphysical", "allow_unphysical=True"), (r"--force", "replace=True"),
            (r"--set (\S+?)(?=:|\s|$)", r"set={'\1': ...}"), (r"--by (\S+?)(?=[,.\s]|$)", r"by='\1'"),
            (r"--at\b", "at="))


def in_python(text):
    """A message with keywords in place of options of the program."""
    for pattern, word in _OPTIONS if "--" in text else ():
        text = re.sub(pattern, word, text)
    return text


def _with_words_of_python(failure):
    made = type(failure)(in_python(str(failure)))
    made.file, made.line, made.key = failure.file, failure.line, failure.key
    return made


def _watch(progress):
    """A callback for shares of the work: that of the user, or a bar of tqdm."""
    if progress is None or progress is False:
        return None, lambda: None
    if callable(progress):
        return progress, lambda: None
    if progress is not True:
        raise error("progress is True for a bar, or a function of the share done", "progress")
    tqdm = optional("tqdm.auto", "progress=True", "; progress may also be a function of the share "
                    "done")
    bar = tqdm.tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}")

    def show(share):
        bar.n = round(100 * share, 1)
        bar.refresh()
    return show, bar.close


def _limits(limits):
    return {str(name): str(value) for name, value in (limits or {}).items()}


def _call(file, text, changes, folder, replace, series, threads, allow_unphysical, limits,
          progress, resume, checks_only, laws=None, at=None):
    settings = _settings(changes)
    threads = whole(threads, "threads")
    show, close = _watch(progress)
    said = []
    try:
        return _core.run(file, text, settings,
                         None if folder is None else os.fspath(folder), bool(replace),
                         bool(series), threads, bool(allow_unphysical), _limits(limits), show,
                         said.append, resume, checks_only, laws, at)
    except _core.Error as failure:
        raise _with_words_of_python(failure) from None
    finally:
        close()
        for line in said:
            warn(in_python(line))


def run(scenario, *, set=None, folder=None, replace=False, series=True, threads=0,
        allow_unphysical=False, limits=None, progress=None, quiet=False) -> Result:
    """Run a scenario: a path, YAML text (it holds a newline), or a dict with the keys of a file.

    set: {"impact.contact.restitution": 0.7}, entries changed before it is read.
    folder: write report and tables there as well; replace: an earlier result may go.
    series: record tables of rows. threads: runs of a sweep at a time.
    progress: a function of the share that is done (0 to 1), or True for a bar of tqdm.
    limits: {"memory": "4GB", "time": "2h", "output": "1GB"}.
    quiet: notes come without warnings (they are in result.notes anyway).
    """
    file, text = _source(scenario)
    core, remarks = _call(file, text, set, folder, replace, series, threads, allow_unphysical,
                          limits, progress, None, False)
    return _finish(core, remarks, quiet)


def law_names(laws, law, word="laws"):
    """Names of laws given under either keyword: a name, several with commas, a Law, or a list."""
    if laws is not None and law is not None:
        raise error(f"{word} and law are two spellings of one thing: give one of them", "law")
    given = law if laws is None else laws
    if given is None:
        return None
    listed = [given] if isinstance(given, (str, Law)) else list(given)
    names = [one.name if isinstance(one, Law) else one for one in listed]
    if not all(isinstance(name, str) for name in names):
        raise error("laws are names, laws of dp.laws, or 'all'", "laws")
    return [part.strip() for name in names for part in name.split(",") if part.strip()]


def compare(scenario, laws=None, *, law=None, at=None, set=None, folder=None, replace=False,
            series=True, allow_unphysical=False, limits=None, progress=None,
            quiet=False) -> Result:
    """Run a scenario with several laws; results of each are in result["laws"].

    laws (or law): names, a list or "hertz,flores", or "all"; None: that of the scenario and those
        that have all its parameters.
    at: path of the contact that they are put into, where there are several.
    Tables have a column "law"; result["skipped"] has the laws that cannot be run, and why.
    Everything else as in run().
    """
    file, text = _source(scenario)
    names = law_names(laws, law)
    if names == []:
        raise error("laws is empty; None takes all laws that have their parameters", "laws")
    words = [name.encode() for name in names or ()]
    core, remarks = _call(file, text, set, folder, replace, series, 0, allow_unphysical, limits,
                          progress, None, False, words, at)
    return _finish(core, remarks, quiet)


def resume(folder, *, limits=None, progress=None, quiet=False) -> Result:
    """Go on with an interrupted run that keeps its state in a folder."""
    core, remarks = _call(None, None, None, folder, True, True, 0, False, limits, progress,
                          os.fspath(folder), False)
    return _finish(core, remarks, quiet)


def _finish(core, remarks, quiet):
    result = Result(core)
    if not quiet:
        for note in (*result._warnings, *remarks.splitlines()):
            warn(in_python(note))
    return result


def check(scenario, *, set=None) -> str:
    """Say what run() would refuse. Returns the text with all settings applied.

    Of a sweep the first point begins, for five seconds at most, and warnings count points that
    cannot be run. Nothing is written.
    """
    file, text = _source(scenario)
    try:
        whole, remarks = _core.check(file, text, _settings(set))
    except _core.Error as failure:
        raise _with_words_of_python(failure) from None
    for line in remarks.splitlines():
        warn(line)
    return whole
