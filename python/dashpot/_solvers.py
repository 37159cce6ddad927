"""Solvers, step by step: build, advance, look, save, restore."""

from __future__ import annotations

import math
import operator

import numpy as np

from . import _core
from ._arrays import error, floats
from ._contact import Contact, Friction


def _columns(names, raw):
    """Rows as bytes: columns by name."""
    width = max(len(names), 1)
    values = np.frombuffer(raw).reshape(-1, width)
    return {name: values[:, i] for i, name in enumerate(names)}


def _whole(value, name):
    try:
        return operator.index(value)
    except TypeError:
        raise error(f"{name} must be a whole number", name) from None


class _Stepper:
    """What impacts, bounces and journals have in common."""

    _kind = ""

    def __init__(self, contact, **definition):
        self.contact = contact
        self.definition = definition
        self._core = _core.Stepper(self._kind, contact, definition)

    def advance(self, until=math.inf):
        """Go on to this time [s]; the pieces do not change the result. Returns the state."""
        self._core.advance(float(until))
        return self.state

    @property
    def state(self) -> dict:
        """Time, motion, force and energies now; is_over says that the end was reached."""
        return self._core.state()

    @property
    def result(self) -> dict | None:
        """What came out; None until the run is over."""
        return self._core.result()

    def run(self) -> dict:
        """Go on to the end; returns the result."""
        self.advance()
        return self.result

    @property
    def rows(self) -> dict:
        """Rows of the motion so far, columns by name (with every= in the definition)."""
        return _columns(*self._core.tables()[0])

    def save(self) -> bytes:
        """The state as bytes. Rows and lists so far are not part of it: what is restored lists what
        comes after."""
        return self._core.save()

    def restore(self, saved) -> None:
        """Put a run of the same contact and definition into a saved state."""
        self._core.restore(bytes(saved))

    def __getstate__(self):
        return {"contact": self.contact, "definition": self.definition, "saved": self.save()}

    def __setstate__(self, state):
        self.__init__(state["contact"], **state["definition"])
        self.restore(state["saved"])


class Impact(_Stepper):
    """One impact: mass [kg], speed [m/s], every [s] between rows, acceleration, rtol, history;
    oblique with friction (a dp.Friction), sliding_speed [m/s] and sliding_mass [kg]."""

    _kind = "impact"


class Bounce(_Stepper):
    """A body that falls on a floor: mass, gravity, height or speed, until, every, ...;
    with friction, across [m/s], spin [rad/s], radius [m], inertia [kg m^2]."""

    _kind = "bounce"

    @property
    def impacts(self) -> dict:
        """Touch-downs that have ended, columns by name."""
        return _columns(*self._core.tables()[1])


class Journal(_Stepper):
    """A journal in its bearing: bearing_radius, clearance, mass, inertia, vx, vy, collisions,
    solver ("event-driven" or "resolved"), ..."""

    _kind = "journal"

    @property
    def collisions(self) -> dict:
        """Collisions that have ended, columns by name."""
        return _columns(*self._core.tables()[1])


class Chain:
    """Bodies in a row, each touching its neighbours.

    mass [kg]: one for each body. velocity [m/s], gap [m] (bodies + 1), contact: a Contact or a
    list of them with `law`, the place in that list for each of the bodies + 1 contacts.
    left, right: "free", "wall", or a dict with type ("driven", "bar"), time, velocity, impedance,
    glued. gravity, preload, pushed, start_in_equilibrium. step [s]: left out, a twentieth of the
    longest stable one. method: "verlet", "predictor-corrector", "rk4", "dop853". threads,
    skip_resting. probes: bodies to watch, or ("contact", i). record_every, record_steps: rows.
    """

    def __init__(self, *, mass, contact, velocity=None, gap=None, law=None, left=None, right=None,
                 probes=None, **definition):
        self._given = dict(mass=mass, contact=contact, velocity=velocity, gap=gap, law=law,
                           left=left, right=right, probes=probes, **definition)
        several = not isinstance(contact, _core.Contact) and len(contact) > 1
        if several and law is None:
            raise error(f"there are {len(contact)} contacts: law= says which one is where", "law")
        if definition.get("record_every") and not definition.get("record_steps"):
            raise error("record_every needs record_steps: for how many steps there is to be room",
                        "record_steps")
        mass = np.ascontiguousarray(np.atleast_1d(floats(mass, "mass")))
        if mass.ndim != 1:
            raise error("mass must have one axis", "mass")
        full = {**definition, "mass": mass, "left": _end(left), "right": _end(right)}
        full["contacts"] = [contact] if isinstance(contact, _core.Contact) else list(contact)
        for name, value, count in (("velocity", velocity, mass.size), ("gap", gap, mass.size + 1)):
            if value is not None:
                try:
                    full[name] = np.ascontiguousarray(
                        np.broadcast_to(floats(value, name), (count,)))
                except ValueError:
                    raise error(f"{name} {np.shape(value)} does not fit {count} entries",
                                name) from None
        if law is not None:
            index = np.asarray(law)
            if index.dtype.kind not in "iu" or (index.size and index.min() < 0):
                raise error("law must be places in the list of contacts, 0 or more", "law")
            full["law"] = np.ascontiguousarray(index.astype(np.uint32))
        if probes is not None:
            full["probes"] = [_probe(p) for p in probes]
        self._core = _core.Chain(full)
        self.until = None  # [s] end of the run, where a scenario says so
        self.step = self._core.step()  # [s]

    def advance(self, steps) -> "Chain":
        """March on by so many steps."""
        self._core.advance(_whole(steps, "steps"))
        return self

    def solve(self, until, *, rtol=1e-10, max_steps=100_000_000) -> dict:
        """Adaptive steps (method "dop853") until a time [s]; returns what it took."""
        return self._core.solve(float(until), float(rtol), int(max_steps))

    @property
    def step_count(self) -> int:
        """Steps done."""
        return self._core.clock()[0]

    @property
    def time(self) -> float:
        """Time reached [s]."""
        return self._core.clock()[1]

    @property
    def state(self) -> dict:
        """All of the present state. Arrays are read-only views of the chain's own memory: they
        change when the chain moves on and is looked at again. Velocities are those at the time of
        the positions."""
        made = self._core.state()
        for name in ("displacement", "velocity", "force", "indentation"):
            made[name] = np.asarray(made[name])
        return made

    @property
    def displacement(self) -> np.ndarray:
        """[m] per body, a view."""
        return self.state["displacement"]

    @property
    def velocity(self) -> np.ndarray:
        """[m/s] per body, at the time of the displacements, a view."""
        return self.state["velocity"]

    @property
    def force(self) -> np.ndarray:
        """[N] per contact, a view."""
        return self.state["force"]

    @property
    def indentation(self) -> np.ndarray:
        """[m] per contact, a view."""
        return self.state["indentation"]

    @property
    def maxima(self) -> dict:
        """Largest force and indentation since the start, where and when."""
        return self._core.maxima()

    @property
    def energy(self) -> dict:
        """The ledger from the start to now [J]."""
        return self._core.balance()[0]

    @property
    def momentum_error(self) -> float:
        """Momentum that is missing, over the largest that passed through."""
        return self._core.balance()[1]

    def probe(self, index) -> dict:
        """What a probe saw: peaks, and rows by name: time, force, velocity and displacement (of a
        contact: time, force, indentation and rate)."""
        made = self._core.probe(_whole(index, "index"))
        values = np.asarray(made["rows"]).reshape(-1, 3)
        of_contact = not isinstance(self._given["probes"][index], (int, np.integer)) and (
            self._given["probes"][index][0] == "contact")
        names = (("force", "indentation", "rate") if of_contact
                 else ("force", "velocity", "displacement"))
        every = self._given.get("record_every") or 0
        made["rows"] = {"time": np.arange(len(values)) * every * self.step,
                        **{name: values[:, i].copy() for i, name in enumerate(names)}}
        return made

    def save(self) -> bytes:
        """The state as bytes."""
        return self._core.save()

    def restore(self, saved) -> None:
        """Put a chain of the same definition into a saved state; threads may differ."""
        self._core.restore(bytes(saved))

    def __getstate__(self):
        return {"given": self._given, "saved": self.save()}

    def __setstate__(self, state):
        self.__init__(**state["given"])
        self.restore(state["saved"])


def _end(given):
    if given is None:
        return None
    if isinstance(given, str):
        return {"type": given}
    made = dict(given)
    for name in ("time", "velocity"):
        if made.get(name) is not None:
            made[name] = np.ascontiguousarray(np.atleast_1d(floats(made[name], name)))
    return made


def _probe(given):
    if isinstance(given, (int, np.integer)):
        return (False, int(given))
    kind, index = given
    if kind not in ("body", "contact"):
        raise error(f"a probe is a body or a contact, not {kind!r}", "probes")
    return (kind == "contact", int(index))


_STATE = ("x", "y", "angle", "vx", "vy", "omega", "ax", "ay", "alpha")
_IMPACT = ("pair", "time", "approach_speed", "duration", "max_force", "max_indentation",
           "restitution_asked", "period")


class Mechanism:
    """A planar mechanism of rigid bodies. bodies, joints, touches, drivers and forces are lists of
    dicts with the fields of mechanism.h; bodies are named, "ground" is the fixed frame."""

    def __init__(self, *, bodies, joints=(), touches=(), drivers=(), forces=(), gravity=(0.0, 0.0)):
        self._given = dict(bodies=bodies, joints=joints, touches=touches, drivers=drivers,
                           forces=forces, gravity=gravity)
        self._names = [body.get("name") for body in bodies]
        parts = {"bodies": [dict(body) for body in bodies],
                 "joints": [self._between(joint) for joint in joints],
                 "touches": [self._between(touch) for touch in touches],
                 "drivers": [self._driver(driver) for driver in drivers],
                 "forces": [self._between(force) for force in forces]}
        self._take(_core.Mechanism({**parts, "gravity": tuple(gravity)}))

    def _take(self, core):
        self._core = core
        about = core.about()
        self.bodies, self.pairs = about["bodies"], about["pairs"]
        self.channels = {name: (unit, doc) for name, unit, doc in about["channels"]}
        self.coordinates, self.constraints = about["coordinates"], about["constraints"]
        self.mobility, self.size = about["mobility"], about["size"]
        self.period, self.perturbed = about["period"], about["perturbed"]
        self.redundant = about["redundant"]

    def _index(self, body):
        if body == "ground" or body == -1:
            return -1
        if isinstance(body, str):
            if body not in self._names:
                raise error(f"there is no body '{body}'; there is "
                            + ", ".join(str(n) for n in self._names), "body")
            return self._names.index(body)
        return int(body)

    def _between(self, part):
        made = dict(part)
        if "between" in made:
            first, second = made.pop("between")
            made["first"], made["second"] = first, second
        for name in ("first", "second"):
            if name in made:
                made[name] = self._index(made[name])
        if isinstance(made.get("factor"), dict):
            made["factor"] = _table(made["factor"])
        return made

    def _driver(self, driver):
        made = dict(driver)
        if "body" in made:
            made["body"] = self._index(made["body"])
        if "speed" in made:
            made["coefficient"] = [float(made.pop("speed"))]
        if "coefficient" in made:
            given = list(made["coefficient"])
            made["coefficient"] = given + [0.0] * (8 - len(given))
        if isinstance(made.get("table"), dict):
            made["table"] = _table(made["table"])
        return made

    def run(self, *, until, watch=(), **definition) -> "MechanismResult":
        """Run from the start to the end."""
        begun = self.begin(until=until, watch=watch, **definition)
        begun.advance()
        return begun.finish()

    def begin(self, *, until, watch=(), **definition) -> "MechanismRun":
        """Begin a run that goes on piece by piece."""
        return MechanismRun(self, until=until, watch=list(watch), **definition)

    def ensemble(self, copies, *, until, watch=(), **definition) -> list["MechanismResult"]:
        """Copies that start 1e-9 m apart, for what a chaotic motion has in common."""
        return [self.run(until=until, watch=watch, copy=i, **definition)
                for i in range(1, int(copies) + 1)]

    def __getstate__(self):
        if self._given is None:
            raise TypeError("a mechanism that a scenario made cannot be pickled; pickle the text")
        return self._given

    def __setstate__(self, state):
        self.__init__(**state)


def _table(given):
    return {**given, **{name: np.ascontiguousarray(np.atleast_1d(floats(given[name], name)))
                        for name in ("time", "value") if name in given}}


class MechanismRun:
    """A run of a mechanism that goes on piece by piece."""

    def __init__(self, mechanism, *, watch, **definition):
        self.mechanism, self.watch, self.definition = mechanism, watch, definition
        self._core = _core.MechanismRun(mechanism._core, watch, definition)

    def advance(self, until=math.inf) -> dict:
        """Go on to a time [s], or to the end; returns the state."""
        self._core.advance(float(until))
        return self.state

    @property
    def time(self) -> float:
        """Time reached [s]."""
        return self._core.state()[0]

    @property
    def state(self) -> dict:
        """Time, is_over, and for each body x, y, angle, vx, vy, omega, ax, ay, alpha."""
        time, is_over, raw = self._core.state()
        rows = np.frombuffer(raw).reshape(-1, len(_STATE))
        bodies = {name: dict(zip(_STATE, map(float, row)))
                  for name, row in zip(self.mechanism.bodies, rows)}
        return {"time": time, "is_over": is_over, "bodies": bodies}

    @property
    def rows(self) -> dict:
        """Rows so far: time and the watched channels (with every= in the definition)."""
        return _columns(["time", *self.watch], self._core.tables()[0])

    @property
    def impacts(self) -> dict:
        """Contacts that have ended, columns by name."""
        return _columns(_IMPACT, self._core.tables()[1])

    def finish(self) -> "MechanismResult":
        """End the run where it stands."""
        result, stats, pairs = self._core.finish()
        return MechanismResult(self, result, stats, pairs)

    def save(self) -> bytes:
        """The state as bytes. Rows and impacts so far are not part of it: what is restored lists
        what comes after."""
        return self._core.save()

    def restore(self, saved) -> None:
        """Put a run of the same mechanism and definition into a saved state."""
        self._core.restore(bytes(saved))

    def __getstate__(self):
        return {"mechanism": self.mechanism, "watch": self.watch, "definition": self.definition,
                "saved": self.save()}

    def __setstate__(self, state):
        self.__init__(state["mechanism"], watch=state["watch"], **state["definition"])
        self.restore(state["saved"])


class MechanismResult(dict):
    """What a run gave: time, energy, solver, ...; channels and pairs by name; rows, impacts,
    dents, sections as columns."""

    def __init__(self, run, result, stats, pairs):
        super().__init__(result)
        rows, impacts, dents, sections = run._core.tables()
        self.channels = dict(zip(run.watch, stats))
        self.pairs = dict(zip(run.mechanism.pairs, pairs))
        self.rows = _columns(["time", *run.watch], rows)
        self.sections = _columns(["time", *run.watch], sections)
        self.impacts = _columns(_IMPACT, impacts)
        self.dents = _columns(("pair", "angle", "depth"), dents)


def _doubles(raw):
    return None if raw is None else np.frombuffer(raw)


def _chain_of(parts):
    given, until = parts
    for name in ("count", "law_count", "probe_count", "first_number"):
        given.pop(name, None)
    for name in ("mass", "velocity", "gap"):
        given[name] = _doubles(given[name])
    if given["law"] is not None:
        given["law"] = np.frombuffer(given["law"], dtype=np.uint32)
    given["contact"] = [Contact(*recipe) for recipe in given["contact"]]
    for side in ("left", "right"):
        for name in ("time", "velocity"):
            if name in given[side]:
                given[side][name] = _doubles(given[side][name])
    made = Chain(**given)
    made.until = until
    return made


def _mechanism_of(parts):
    core, watch, definition = parts
    made = Mechanism.__new__(Mechanism)
    made._given, made._names = None, []
    made._take(core)
    for name in ("watch_count", "row_channel_count", "row_room", "impact_room"):
        definition.pop(name)
    return made.begin(watch=watch, **definition)


def begin(scenario, *, set=None):
    """What a scenario comes down to, ready to be stepped: an Impact, Bounce, Journal, Chain or
    MechanismRun at its start. `scenario` and `set` as in run()."""
    from ._result import _settings, _source
    file, text = _source(scenario)
    kind, parts = _core.definition(file, text, _settings(set))
    if kind == "chain":
        return _chain_of(parts)
    if kind == "mechanism":
        return _mechanism_of(parts)
    recipe, definition = parts
    if definition.get("path") == "auto":
        del definition["path"]
    if isinstance(definition.get("friction"), tuple):
        definition["friction"] = Friction(*definition["friction"])
    return {"impact": Impact, "bounce": Bounce, "journal": Journal}[kind](Contact(*recipe),
                                                                        **definition)


__all__ = ["Bounce", "Chain", "Contact", "Friction", "Impact", "Journal", "Mechanism",
           "MechanismResult", "MechanismRun", "begin"]
