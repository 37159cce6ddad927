"""Solvers, step by step: build, advance, look, save, restore."""

from __future__ import annotations

import math
import re

import numpy as np

from . import _chain, _core
from ._arrays import error, floats, number, whole
from ._contact import Contact, Friction
from ._pairs import bearing, for_mass, warn_of_felt, warn_of_replaced


def _columns(names, raw):
    """Rows as bytes: columns by name."""
    width = max(len(names), 1)
    values = np.frombuffer(raw).reshape(-1, width)
    return {name: values[:, i] for i, name in enumerate(names)}


def _numbers(definition, units):
    """A definition with its quantities as floats; what is no quantity stays as it is."""
    return {name: number(value, name, units[name]) if name in units and value is not None else value
            for name, value in definition.items()}


class _Stepper:
    """What impacts, bounces and journals have in common."""

    _kind = ""

    def __init__(self, contact, **definition):
        definition = _numbers(definition, _core.units[self._kind])
        if isinstance(contact, Contact):
            contact = for_mass(contact, definition.get("mass"), f"the {self._kind}")
            warn_of_replaced(contact, self._lengths(definition), f"the {self._kind}")
        self.contact = contact
        self.definition = definition
        self._core = _core.Stepper(self._kind, contact, definition)

    def _lengths(self, definition):
        """Lengths of the contact that follow from the definition [m]."""
        return {}

    def advance(self, until=math.inf):
        """Go on to this time [s]; the pieces do not change the result. Returns the state."""
        self._core.advance(number(until, "until"))
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
    """A body that falls on a floor: mass, gravity, drop [m] (the gap under the body at the start,
    also called height) or speed, until, every, ...;
    with friction, across [m/s], spin [rad/s], radius [m], inertia [kg m^2]."""

    _kind = "bounce"

    def __init__(self, contact, *, drop=None, **definition):
        given = set(definition)
        if drop is not None and "height" in definition:
            raise error("drop and height are the same here; give one of them", "drop")
        if drop is not None:
            definition["height"] = drop
        try:
            super().__init__(contact, **definition)
        except _core.Error as failure:
            if failure.key != "height" or "height" in given:
                raise
            raise error(re.sub(r"\bheight\b", "drop", str(failure)), "drop") from None

    def _lengths(self, definition):
        radius = definition.get("radius")
        return {} if radius is None else {"radius": radius}

    @property
    def impacts(self) -> dict:
        """Touch-downs that have ended, columns by name."""
        return _columns(*self._core.tables()[1])


class Journal(_Stepper):
    """A journal in its bearing: bearing_radius, clearance, mass, inertia, vx, vy, collisions,
    solver ("event-driven" or "resolved"), ..."""

    _kind = "journal"

    def _lengths(self, definition):
        outer, gap = definition.get("bearing_radius"), definition.get("clearance")
        return {} if outer is None or gap is None else bearing(outer - gap, outer)

    @property
    def collisions(self) -> dict:
        """Collisions that have ended, columns by name."""
        return _columns(*self._core.tables()[1])


class Chain:
    """Bodies in a row, each touching its neighbours. Bodies, contacts and probes count from 0:
    contact i lies to the left of body i, contact 0 at the left end, the last one at the right end.

    bodies: a list of dp.Body, and law, the name of a law, with its parameters as keywords: a
        contact is made for each pair of neighbours. left, right: a dp.Body is a wall.
    Or mass [kg]: one for each body, and contact: a dp.Contact, or a list of them with law, the
        index in that list for each of the bodies + 1 contacts. A law that depends on the mass is
        prepared for the reduced mass of each pair.
    velocity [m/s], gap [m] (bodies + 1).
    left, right: "free", "wall", or a dict with type ("wall", "driven", "bar"), time, velocity,
        impedance, glued; beside bodies also body, a dp.Body.
    gravity [m/s^2], preload [N], pushed: a left end that is driven or a bar presses the chain with
        preload; otherwise preload is a constant push on body pushed.
    start_in_equilibrium: False when left out, so loads find contacts without force (a scenario starts
        in equilibrium).
    step [s]: left out, 1e-8 s or, where that is shorter, a twentieth of the longest stable one. A
        step that is not stable is refused. method: "verlet", "predictor-corrector", "rk4", "dop853".
    threads, skip_resting. probes: bodies to watch, or ("contact", i). record_every, record_steps:
    rows.
    """

    def __init__(self, *, mass=None, contact=None, bodies=None, velocity=None, gap=None, law=None,
                 left=None, right=None, probes=None, **definition):
        self._take(dict(mass=mass, contact=contact, bodies=bodies, velocity=velocity, gap=gap,
                        law=law, left=left, right=right, probes=probes, **definition), False)

    def _take(self, given, is_prepared):
        """Build from what was given; `is_prepared`: contacts are those of the pairs."""
        self._given, self._is_prepared = given, is_prepared
        rest = {name: value for name, value in given.items() if name in _chain.FIELDS}
        others = {name: value for name, value in given.items()
                  if name not in _chain.FIELDS and name not in _chain.PARTS}
        self._ends = [_chain.end(given[name], name) for name in ("left", "right")]
        if rest.get("record_every") and not rest.get("record_steps"):
            raise error("record_every needs record_steps: for how many steps there is to be room",
                        "record_steps")
        mass, contacts, index = (self._from_bodies(given, others) if given["bodies"] is not None
                                 else self._from_contacts(given, others))
        full = {**rest, "mass": mass, "left": self._ends[0][0], "right": self._ends[1][0]}
        for name in ("gravity", "preload", "step"):
            if full.get(name) is not None:
                full[name] = number(full[name], name, _core.units["chain"][name])
        for name, count in (("velocity", mass.size), ("gap", mass.size + 1)):
            if given[name] is not None:
                try:
                    full[name] = np.ascontiguousarray(
                        np.broadcast_to(floats(given[name], name), (count,)))
                except ValueError:
                    raise error(f"{name} {np.shape(given[name])} does not fit {count} entries",
                                name) from None
        self._check(full)
        reduced = _chain.reduced_masses(mass, self._ends)
        if not is_prepared:
            if len(contacts) == 1 and given["law"] is None:
                _chain.notice_one_for_all(contacts[0], mass, reduced)
            contacts, index = _chain.for_masses(contacts, index, reduced)
        full["contacts"], full["law"] = contacts, index
        if not is_prepared:
            _chain.notice_loads(full, given)
        if given["probes"] is not None:
            probes = _chain.listed(given["probes"], "probes",
                                   'a list of bodies to watch, or of ("contact", i)')
            full["probes"] = [_probe(p, mass.size) for p in probes]
        self._is_adaptive = given.get("method") == "dop853"
        if not self._is_adaptive:
            _chain.choose_step(full, reduced, is_prepared)
        try:
            self._core = _core.Chain(full)
        except _core.Error as failure:
            raise _chain.count_from_0(failure) from None
        self.until = None  # [s] end of the run, where a scenario says so

    def _from_bodies(self, given, others):
        for name in ("mass", "contact"):
            if given[name] is not None:
                raise error(f"bodies and {name} exclude each other: contacts are made from the "
                            "bodies, with law= and its parameters", name)
        return _chain.from_bodies(given["bodies"], given["law"], others, self._ends)

    def _from_contacts(self, given, others):
        contact, law = given["contact"], given["law"]
        for name in ("mass", "contact"):
            if given[name] is None:
                raise error("a chain takes bodies and law, or mass and contact", name)
        if isinstance(law, str):
            raise error(f"law={law!r} goes with bodies=; beside contact= it is an index in the list "
                        "of contacts", "law")
        for name in others:
            _chain.refuse_keyword(name, [*_chain.PARTS, *_chain.FIELDS])
        if any(body is not None for _, body in self._ends):
            raise error("a dp.Body as an end needs bodies=: contact= says how bodies and ends touch",
                        "left" if self._ends[0][1] is not None else "right")
        mass = np.ascontiguousarray(np.atleast_1d(floats(given["mass"], "mass")))
        if mass.ndim != 1:
            raise error("mass must have one axis", "mass")
        if mass.size == 0:
            raise error("mass is empty; a chain needs a body at least", "mass")
        contacts = [contact] if isinstance(contact, _core.Contact) else _chain.listed(
            contact, "contact", "a dp.Contact or a list of them")
        if not contacts:
            raise error("contact is an empty list; a chain needs a dp.Contact at least", "contact")
        count = mass.size + 1
        if law is None and len(contacts) > 1:
            raise error(f"there are {len(contacts)} contacts: law= says which of them acts where, "
                        f"an index from 0 for each of the {count} contacts of the chain, the left "
                        "end first", "law")
        index = np.asarray(0 if law is None else law)
        if index.dtype.kind not in "iu" or (index.size and index.min() < 0):
            raise error("law must be indices in the list of contacts, 0 or more", "law")
        if index.size and index.max() >= len(contacts):
            raise error(f"law names contact {index.max()} of the list, but there are "
                        f"{len(contacts)} contacts, which count from 0", "law")
        if index.shape not in ((), (count,)):
            raise error(f"law needs an entry for each of the {count} contacts", "law")
        return mass, contacts, np.ascontiguousarray(np.broadcast_to(index, (count,)), np.uint32)

    def _check(self, full):
        """What the core would refuse with other numbers of bodies."""
        mass = full["mass"]
        bad = np.flatnonzero(~((mass > 0.0) & np.isfinite(mass)))
        if bad.size:
            raise error(f"mass[{bad[0]}] is {mass[bad[0]]:g} kg; it must be positive", "mass")
        pushed = full.get("pushed")
        if pushed is not None and not 0 <= whole(pushed, "pushed") < mass.size:
            raise error(f"there is no body {pushed} to push: bodies count from 0, so there are 0 to "
                        f"{mass.size - 1}", "pushed")

    @property
    def step(self) -> float:
        """The step [s] of fixed steps; of adaptive ones the unit of time of record_every."""
        return self._core.step()

    def advance(self, steps) -> "Chain":
        """March on by so many steps of fixed length."""
        if self._is_adaptive:
            raise error('method "dop853" takes steps of its own, which are not counted: use '
                        "chain.solve(time)", "method")
        hint = f"; a time [s] is time / chain.step steps, and a step is {self.step:.4g} s"
        steps = whole(steps, "steps", hint)
        try:
            self._core.advance(steps)
        except _core.Error as failure:
            raise _chain.count_from_0(failure) from None
        return self

    def solve(self, until, *, rtol=1e-10, max_steps=100_000_000) -> dict:
        """Adaptive steps (method "dop853") until a time [s]; returns what it took."""
        if not self._is_adaptive:
            raise error("this chain takes fixed steps: use chain.advance(steps), or build it with "
                        'method="dop853"', "method")
        try:
            return self._core.solve(number(until, "until"), number(rtol, "rtol"),
                                    whole(max_steps, "max_steps"))
        except _core.Error as failure:
            raise _chain.count_from_0(failure) from None

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
        watched = len(self._given["probes"] if self._given["probes"] is not None else ())
        if not 0 <= whole(index, "index") < watched:
            raise IndexError(f"there is no probe {index}: probes= of this chain names {watched} "
                             "bodies or contacts to watch")
        made = self._core.probe(whole(index, "index"))
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
        return {"given": self._given, "is_prepared": self._is_prepared, "until": self.until,
                "saved": self.save()}

    def __setstate__(self, state):
        self._take(state["given"], state["is_prepared"])
        self.until = state["until"]
        self.restore(state["saved"])


def _probe(given, bodies):
    """(is it a contact, index) of something to watch."""
    if isinstance(given, (int, np.integer)):
        kind, index = "body", int(given)
    else:
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise error(f'a probe is the number of a body or ("contact", i), not {given!r}', "probes")
        kind, index = given[0], whole(given[1], "probes")
    if kind not in ("body", "contact"):
        raise error(f"a probe is a body or a contact, not {kind!r}", "probes")
    last = bodies - 1 if kind == "body" else bodies
    if not 0 <= index <= last:
        plural = "bodies" if kind == "body" else "contacts"
        raise error(f"there is no {kind} {index} to watch: {plural} count from 0, so there are 0 to "
                    f"{last}", "probes")
    return (kind == "contact", index)


_STATE = ("x", "y", "angle", "vx", "vy", "omega", "ax", "ay", "alpha")
_IMPACT = ("pair", "time", "approach_speed", "duration", "max_force", "max_indentation",
           "restitution_asked", "period", "mass", "separation_speed")


class Mechanism:
    """A planar mechanism of rigid bodies. bodies, joints, touches, drivers and forces are lists of
    dicts with the fields of mechanism.h; bodies are named, "ground" is the fixed frame. A contact
    whose law depends on the mass is prepared at every touch for the mass that is felt there, or with
    mass="pair" in the joint or touch for m1 m2/(m1+m2) of its bodies. pair_masses are those that are
    felt at the start [kg]."""

    def __init__(self, *, bodies, joints=(), touches=(), drivers=(), forces=(), gravity=(0.0, 0.0)):
        self._given = dict(bodies=bodies, joints=joints, touches=touches, drivers=drivers,
                           forces=forces, gravity=gravity)
        self._names = [body.get("name") for body in bodies]
        parts = {"bodies": [dict(body) for body in bodies],
                 "joints": [self._between(joint) for joint in joints],
                 "touches": [self._between(touch) for touch in touches],
                 "drivers": [self._driver(driver) for driver in drivers],
                 "forces": [self._between(force) for force in forces]}
        masses = [number(body.get("mass", math.nan), "mass") for body in bodies]
        for part in (*parts["joints"], *parts["touches"]):
            _prepare_part(part, masses)
        self._take(_core.Mechanism({**parts, "gravity": tuple(gravity)}))
        for kind, name in (("joints", "joint"), ("touches", "contact")):
            for i, part in enumerate(parts[kind]):
                _warn_of_mass(part, part.get("name") or f"{name}{i + 1}", self.pair_masses)

    def _take(self, core):
        self._core = core
        about = core.about()
        self.bodies, self.pairs = about["bodies"], about["pairs"]
        self.pair_masses = dict(zip(self.pairs, about["pair_masses"]))
        self.channels = {name: (unit, doc) for name, unit, doc in about["channels"]}
        self.coordinates, self.constraints = about["coordinates"], about["constraints"]
        self.mobility, self.size = about["mobility"], about["size"]
        self.period, self.perturbed = about["period"], about["perturbed"]
        self.redundant = about["redundant"]
        # as `start` of a summary
        self.start = {"given": {}, "derived": {}}
        for name, value, is_given in about["start"]:
            self.start["given" if is_given else "derived"][name] = value

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
            unit = "rad/s" if made.get("type", "angle") == "angle" else "m/s"
            made["coefficient"] = [number(made.pop("speed"), "speed", unit)]
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


def _reduced_mass(part, masses):
    """[kg] of the two bodies; that of a body before the ground."""
    pair = [masses[part[name]] if 0 <= part.get(name, -1) < len(masses) else math.inf
            for name in ("first", "second")]
    light = sum(1.0 / mass for mass in pair if mass > 0.0)
    return 1.0 / light if light > 0.0 else math.nan


def _lengths_of(part):
    """Lengths of its contact that follow from a joint or a touch [m]."""
    if "journal_radius" in part and "bearing_radius" in part:
        return bearing(*(number(part[name], name, "m")
                         for name in ("journal_radius", "bearing_radius")))
    radii = np.atleast_1d(floats(part.get("radius", ()), "radius", "m"))
    light = sum(1.0 / radius for radius in radii if radius > 0.0)
    return {"radius": 1.0 / light} if light > 0.0 else {}


def _prepare_part(part, masses):
    """The contact of a joint or a touch for the masses of its bodies."""
    contact = part.get("contact")
    if isinstance(contact, Contact):
        owner = "the bodies of " + str(part.get("name", "the joint or touch"))
        if part.get("mass") == "pair":
            part["contact"] = for_mass(contact, _reduced_mass(part, masses), owner)
        warn_of_replaced(contact, _lengths_of(part), owner)


def _warn_of_mass(part, name, felt):
    """Say that the contact is prepared for another mass than it was given."""
    contact = part.get("contact")
    if isinstance(contact, Contact) and part.get("mass") != "pair":
        own = [mass for pair, mass in felt.items() if pair == name or pair.startswith(name + ".")]
        warn_of_felt(contact, own, name)


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
        self._core.advance(number(until, "until"))
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
    made = Chain.__new__(Chain)
    made._take({**dict.fromkeys(_chain.PARTS), **given}, True)
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
    from ._result import _settings, _source, _with_words_of_python
    file, text = _source(scenario)
    try:
        kind, parts = _core.definition(file, text, _settings(set))
    except _core.Error as failure:
        raise _with_words_of_python(failure) from None
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
