"""Contacts, friction and pairs of bodies."""

from __future__ import annotations

import decimal
import fractions
import keyword
import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from . import _core
from ._arrays import (ADVANCE, COMMIT, HISTORY_ROWS, RESPOND, array_force, check_history,
                      common_shape, count_of, error, evaluate, floats, lanes, number, shaped,
                      spread, whole)
from ._catalogue import Law, friction_laws, laws
from ._notes import warn
from ._pairs import by_mass, for_mass, warn_of_depth, warn_of_mass


class Response(NamedTuple):
    """Force with its tangents and the energy that unloading gives back."""

    force: np.ndarray | float
    dforce_ddelta: np.ndarray | float
    dforce_drate: np.ndarray | float
    stored: np.ndarray | float


class FrictionResponse(NamedTuple):
    """Tangential force with its tangents, and how the bristles move."""

    force: np.ndarray | float
    dforce_dv: np.ndarray | float
    dforce_dnormal: np.ndarray | float
    dforce_dz: np.ndarray | float
    z_rate: np.ndarray | float
    dz_rate_dv: np.ndarray | float
    dz_rate_dz: np.ndarray | float


class GripResponse(NamedTuple):
    """Tangential force of a law that gives way along the surface, with tangents and energies."""

    force: np.ndarray | float
    dforce_dslide: np.ndarray | float
    dforce_dspeed: np.ndarray | float
    dforce_dnormal: np.ndarray | float
    dforce_dstiffness: np.ndarray | float
    stored: np.ndarray | float
    friction: np.ndarray | float
    damper: np.ndarray | float


def _array_respond(contact, delta, rate, approach, history):
    shape, out = evaluate(contact, RESPOND, delta, rate, approach, history)
    return Response(*(shaped(array, shape) for array in out))


_core.set_array_calls(array_force, _array_respond)


def _plain(keywords):
    """Keywords without the underscore that keeps them from being reserved words."""
    made = {}
    for name, value in keywords.items():
        plain = name.rstrip("_")
        if plain in made:
            raise error(f"{plain} is given twice", plain)
        made[plain] = value
    return made


_NUMBERS = (np.ndarray, np.generic, fractions.Fraction, decimal.Decimal)


def _joined(values, keywords):
    """Values of a mapping, which may come first, and keywords."""
    if values is not None and not isinstance(values, Mapping):
        raise error(f"values come as keywords or in a mapping, not {type(values).__name__}")
    made = {**(dict(values) if values is not None else {}), **_plain(keywords)}
    # numbers of other kinds as floats: an array without axes may change later
    return {name: float(value) if isinstance(value, _NUMBERS) and np.ndim(value) == 0
            and np.asarray(value).dtype.kind in "fiuO" else value for name, value in made.items()}


def _name(law):
    return law.name if isinstance(law, Law) else law


def _keywords(recipe):
    """Keywords as they would be written."""
    return ", ".join(f"{name}_={value!r}" if keyword.iskeyword(name) else f"{name}={value!r}"
                     for name, value in recipe.items())


def _shape(given):
    """A shape: whole numbers, 0 or more, or one of them."""
    axes = given if isinstance(given, (tuple, list)) else (given,)
    made = tuple(whole(axis, "shape", ", or several of them") for axis in axes)
    if any(axis < 0 for axis in made):
        raise error(f"shape is {given!r}; it must not be negative", "shape")
    return made


def _slices(count, size=16384):
    """Parts of a long list, between which Ctrl-C is heard."""
    return [slice(i, min(i + size, count)) for i in range(0, count, size)] or [slice(0, 0)]


def _each(contact, inputs, outputs, size, call):
    """Call with contact, inputs and outputs in parts of this size. The first input is the mass,
    for which the contact is prepared. Arrays are contiguous, of one shape."""
    inputs, outputs = ([array.reshape(-1) for array in arrays] for arrays in (inputs, outputs))
    for prepared, where in by_mass(contact, inputs[0]):
        ins = inputs if where is None else [array[where] for array in inputs]
        outs = outputs if where is None else [np.empty(where.size) for _ in outputs]
        for part in _slices(ins[0].size, size):
            call(prepared, [array[part] for array in ins], [array[part] for array in outs])
        for out, made in zip(outputs, outs):
            if where is not None:
                out[where] = made


def _ends(values):
    """Least and largest of an array."""
    return (float(values.min()), float(values.max())) if values.size else ()


class Impacts(Mapping):
    """Results of impacts by name. Largest forces take a run of each impact; they are worked out
    when they are asked for."""

    def __init__(self, contact, mass, speed, results):
        self._contact, self._mass, self._speed = contact, mass, speed
        self._results = results

    def __getitem__(self, name: str):
        if name == "max_force" and name not in self._results:
            peak = np.empty(self._mass.shape)
            _each(self._contact, (self._mass, self._speed), (peak,), 1024,
                  lambda contact, ins, outs: contact._peaks(*ins, *outs))
            self._results[name] = shaped(peak, peak.shape)
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*(name for name in self._results if name != "max_force"), "max_force"))

    def __len__(self) -> int:
        return len({*self._results, "max_force"})

    def __repr__(self) -> str:
        return f"<impacts of {self._contact!r}: {', '.join(self)}>"


class Contact(_core.Contact):
    """A contact law prepared for a pair of bodies.

    Keywords are the parameters of the law (``dashpot.laws[law].params``), entries of the pair
    (stiffness, modulus, radius, mass, yield\\_, ...; SI, or texts such as "5 mm"), and:
    mass is the reduced mass m1 m2/(m1 + m2), that of the ball before a wall. Where impacts or a
    chain have another one, a law that depends on it is prepared anew with theirs.

    tension: "clamp" (default), "allow" or "release": what happens where the law would pull.
    approach: "each" (default; in a Chain "largest"), "largest", or a fixed speed [m/s] that the
        law is told. "largest": the largest closing speed since the touch.
    approach_floor: [m/s] least speed that a law divides by.
    restitution_from: "waves", "ma-liu", "johnson" or "thornton", or a dict with kind and what it
        needs (young, poisson, density; psi, epsilon; dynamic_pressure): the restitution as a
        function of the speed of the touch.
    """

    def __new__(cls, law, values=None, /, **keywords):
        return super().__new__(cls, _name(law), _joined(values, keywords))

    @property
    def law(self):
        """The law in the catalogue."""
        return laws[self._law]

    def __repr__(self) -> str:
        given = _keywords(self._recipe)
        return f"dashpot.Contact({self._law!r}{', ' + given if given else ''})"

    def __eq__(self, other) -> bool:
        if not isinstance(other, Contact):
            return NotImplemented
        return (self._law, self._recipe) == (other._law, other._recipe)

    def __hash__(self) -> int:
        return hash(self._law)

    def replace(self, **keywords) -> "Contact":
        """The same contact with other values."""
        return Contact(self._law, {**self._recipe, **_plain(keywords)})

    def history(self, shape=(), *, approach=None) -> np.ndarray:
        """Virgin history of so many contacts, an array (4, *shape) that the caller owns. With
        `approach` [m/s] they touch at once at this speed."""
        made = np.zeros((HISTORY_ROWS, *_shape(shape)))
        if approach is not None or not math.isnan(self.fixed_approach):
            self.begin(0.0 if approach is None else approach, history=made)
        return made

    @property
    def fixed_approach(self) -> float:
        """The approach speed [m/s] that was given to the contact; NaN: none."""
        given = self._recipe.get("approach")
        is_rule = given in (None, "default", "each", "largest")
        return math.nan if is_rule else number(given, "approach")

    def begin(self, speed, *, history, where=None) -> None:
        """New touches at these speeds [m/s], written into the history; `where` picks contacts."""
        check_history(history, ())
        shape = history.shape[1:]
        if self.follows_speed:
            raise error("the restitution of this contact follows the speed: "
                        "use contact.at_speed(speed, mass) for each touch", "history")
        speeds = floats(speed, "speed")
        try:
            whole = np.ascontiguousarray(np.broadcast_to(speeds, shape))
        except ValueError:
            raise error(f"speed {speeds.shape} does not fit a history for {shape}",
                        "speed") from None
        which = None
        if where is not None:
            try:
                mask = np.broadcast_to(np.asarray(where, dtype=bool), shape)
            except ValueError:
                raise error(f"where does not fit a history for {shape}", "where") from None
            which = np.flatnonzero(mask).astype(np.uintp)
            if which.size == 0:
                return
        self._begin(count_of(shape), history, whole, which)

    def commit(self, delta, rate=0.0, *, history) -> None:
        """These states were accepted: write them into the history."""
        evaluate(self, COMMIT, delta, rate, None, history)

    def advance(self, delta, rate=0.0, *, history):
        """Force and commit in one pass."""
        shape, (force,) = evaluate(self, ADVANCE, delta, rate, None, history)
        return shaped(force, shape)

    def residual(self, *, history):
        """Indentation [m] at which relaxed contacts separate: the plastic dent."""
        check_history(history, ())
        shape = history.shape[1:]
        out = np.empty(shape)
        self._residual(count_of(shape), history, out)
        return shaped(out, shape)

    def stiffness(self, delta, *, history=None):
        """Elastic stiffness [N/m]: the slope of the curve along which the spring would unload from
        here. A law of friction that gives way along the surface needs it (Friction.grip)."""
        array = floats(delta, "delta")
        shape = array.shape
        if history is not None:
            check_history(history, ())
            shape = history.shape[1:]
            try:
                array = np.broadcast_to(array, shape)
            except ValueError:
                raise error(f"delta {array.shape} does not fit a history for {shape}",
                            "delta") from None
        out = np.empty(shape)
        self._stiffness(count_of(shape), lanes(array, shape), history, out)
        return shaped(out, shape)

    def impacts(self, *, mass, speed, friction=None, sliding_speed=None, sliding_mass=None,
                rtol=1e-9, threads=0) -> Impacts:
        """Free impacts of virgin contacts: restitution, max_indentation, duration, max_force.

        With `friction`, a Friction, they are oblique: the surfaces slide with `sliding_speed`
        [m/s] at the touch, 1/sliding_mass = 1/mass + R1^2/I1 + R2^2/I2, and sliding_speed_after
        comes with the results."""
        given = {"mass": mass, "speed": speed}
        if friction is not None:
            for name, value in (("sliding_speed", sliding_speed), ("sliding_mass", sliding_mass)):
                if value is None:
                    raise error(f"friction needs {name}", name)
                given[name] = value
        elif sliding_speed is not None or sliding_mass is not None:
            raise error("nothing happens along the surface without friction=", "friction")
        names = ("restitution", "max_indentation", "duration", "sliding_speed_after")
        shape, inputs = spread(given)
        out = [np.empty(shape) for _ in names[:3 if friction is None else 4]]
        warn_of_mass(self, _ends(inputs[0]), "the impacts")

        def call(contact, ins, outs):
            ins, outs = (arrays + [None] * (4 - len(arrays)) for arrays in (ins, outs))
            contact._impacts(*ins, *outs, friction, rtol, threads)

        rtol, threads = number(rtol, "rtol"), whole(threads, "threads")
        _each(self, inputs, out, 16384 if friction is None else 1024, call)
        warn_of_depth(self, out[1])
        return Impacts(self, *inputs[:2], {n: shaped(a, shape) for n, a in zip(names, out)})

    def restitution(self, *, mass, speed, rtol=1e-9, threads=0):
        """The restitution that free impacts deliver: in closed form where there is one."""
        shape, (m, v) = spread({"mass": mass, "speed": speed})
        out = np.empty(shape)
        warn_of_mass(self, _ends(m), "the impacts")
        rtol, threads = number(rtol, "rtol"), whole(threads, "threads")
        _each(self, (m, v), (out,), 16384,
              lambda contact, ins, outs: contact._impacts(*ins, None, None, *outs, None, None, None,
                                                          None, rtol, threads))
        return shaped(out, shape)

    def at_speed(self, speed, mass=math.nan) -> "Contact":
        """The contact with the restitution of a touch at this speed (see restitution_from)."""
        mass = number(mass, "mass")
        return for_mass(self, mass, "the impact")._at_speed(number(speed, "speed"), mass)

    def tuned(self, wanted, *, mass, speed) -> "Contact":
        """The contact with the parameter that makes it deliver this restitution exactly."""
        mass, speed = number(mass, "mass"), number(speed, "speed")
        contact = for_mass(self, mass, "the impact")
        name, value, _ = contact._tune(number(wanted, "wanted"), mass, speed)
        rest = {k: v for k, v in contact._recipe.items() if k not in ("restitution", name)}
        return Contact(self._law, {**rest, name: value})


class Friction(_core.Friction):
    """A friction law with its parameters (``dashpot.friction_laws[law].params``)."""

    def __new__(cls, law, values=None, /, **keywords):
        return super().__new__(cls, _name(law), _joined(values, keywords))

    @property
    def law(self):
        """The law in the catalogue."""
        return friction_laws[self._law]

    def __repr__(self) -> str:
        given = _keywords(self._recipe)
        return f"dashpot.Friction({self._law!r}{', ' + given if given else ''})"

    def __eq__(self, other) -> bool:
        if not isinstance(other, Friction):
            return NotImplemented
        return (self._law, self._recipe) == (other._law, other._recipe)

    def __hash__(self) -> int:
        return hash(self._law)

    def history(self, shape=()) -> np.ndarray:
        """History of so many contacts that never touched, an array (*shape, 104) that the caller
        owns; of a law that gives way along the surface (is_compliant)."""
        self._must_be(True)
        return np.zeros((*_shape(shape), _core.grip_history))

    def _must_be(self, compliant):
        if self.is_compliant != compliant:
            raise error(f"{self._law} gives way along the surface: use grip, commit and a history"
                        if self.is_compliant else
                        f"{self._law} knows the speed alone: use force or respond", "law")

    def _grips(self, normal, stiffness, slide, speed, history, commits):
        self._must_be(True)
        if (not isinstance(history, np.ndarray) or history.dtype != np.float64
                or history.shape[-1:] != (_core.grip_history,) or not history.flags.c_contiguous
                or not history.flags.writeable):
            raise error("history must be an array that Friction.history made", "history")
        shape = history.shape[:-1]
        named = {"normal": normal, "stiffness": stiffness, "slide": slide, "speed": speed}
        arrays = {name: floats(value, name) for name, value in named.items()}
        for name, array in arrays.items():
            try:
                np.broadcast_to(array, shape)
            except ValueError:
                raise error(f"{name} {array.shape} does not fit a history for {shape}",
                            name) from None
        out = [np.empty(shape) if not commits else None for _ in GripResponse._fields]
        self._grip(count_of(shape), *(lanes(a, shape) for a in arrays.values()), history, commits,
                   *out)
        return None if commits else GripResponse(*(shaped(a, shape) for a in out))

    def grip(self, normal, stiffness, slide, speed=0.0, *, history) -> GripResponse:
        """A contact with this normal force [N] and elastic stiffness [N/m] (Contact.stiffness)
        that has slid by `slide` [m] since the last commit, at `speed` [m/s]. Pure."""
        return self._grips(normal, stiffness, slide, speed, history, False)

    def commit(self, normal, stiffness, slide, speed=0.0, *, history) -> None:
        """These states were accepted: write them into the history."""
        self._grips(normal, stiffness, slide, speed, history, True)

    def _run(self, normal, v, z, wanted):
        self._must_be(False)
        named = {"normal": floats(normal, "normal"), "v": floats(v, "v"), "z": floats(z, "z")}
        shape = common_shape(named)
        out = [np.empty(shape) if i < wanted else None for i in range(7)]
        self._respond(count_of(shape), *(lanes(a, shape) for a in named.values()), *out)
        return [shaped(a, shape) for a in out[:wanted]]

    def force(self, normal, v, z=0.0):
        """Tangential force [N] along the axis of v: negative when it opposes v > 0."""
        return self._run(normal, v, z, 1)[0]

    def respond(self, normal, v, z=0.0) -> FrictionResponse:
        """Force with its tangents, and the rate of the bristle deflection z."""
        return FrictionResponse(*self._run(normal, v, z, 7))

    def steady_z(self, v):
        """Bristle deflection [m] of steady sliding."""
        array = np.ascontiguousarray(floats(v, "v"))
        out = np.empty(array.shape)
        self._steady_z(array, out)
        return shaped(out, np.shape(v))


class Body:
    """One of two touching bodies: young, poisson, density, yield_, radius, mass; SI, or texts with a
    unit. A flat has radius math.inf, a fixed body mass math.inf. Without mass, that of a solid
    sphere follows from density and radius."""

    _UNITS = {"young": "Pa", "poisson": "1", "density": "kg/m^3", "yield": "Pa", "radius": "m",
              "mass": "kg"}

    def __init__(self, **values):
        self.values = {}
        for name, value in _plain(values).items():
            if name not in self._UNITS:
                raise error(f"a body has no '{name}'; it has {', '.join(self._UNITS)}", name)
            self.values[name] = number(value, name, self._UNITS[name])
        mass, sphere = self.values.get("mass", math.inf), self._sphere()
        if math.isfinite(mass) and not 0.1 * sphere <= mass <= 10.0 * sphere and sphere > 0.0:
            warn(f"mass {mass:.4g} kg is not near the {sphere:.4g} kg of a solid sphere of this "
                 "density and radius.")

    def _sphere(self):
        """[kg] mass of a solid sphere of the density and the radius; NaN: not known."""
        density, radius = (self.values.get(name, math.nan) for name in ("density", "radius"))
        return 4.0 / 3.0 * math.pi * radius**3 * density if math.isfinite(radius) else math.nan

    @property
    def mass(self) -> float:
        """[kg] as given, or of a solid sphere; NaN: not known."""
        return self.values.get("mass", self._sphere())

    def __repr__(self) -> str:
        return f"dashpot.Body({_keywords(self.values)})"


def _values(body):
    if not isinstance(body, (Body, Mapping)):
        raise error(f"a body is a dp.Body or a dict of its values, not {type(body).__name__}", "body")
    return (body if isinstance(body, Body) else Body(**body)).values


def pair(first, second, geometry="convex") -> dict[str, float]:
    """Equivalent modulus, radius, mass and the weaker yield of two bodies, to be handed on:
    ``Contact("flores", restitution=0.8, **pair(ball, wall))``. A body without radius is a flat
    beside one that has a radius; a flat without mass is fixed."""
    bodies = [dict(_values(body)) for body in (first, second)]
    flat = [body for body in bodies if "radius" not in body]
    if len(flat) == 1 and geometry != "conformal":
        flat[0]["radius"] = math.inf
    return _core.pair(*bodies, geometry)


def stiffness_ratio(first, second) -> float:
    """Tangential over normal stiffness of two bodies that stick, which the friction laws mindlin
    and mindlin-deresiewicz take: ``Friction("mindlin", mu=0.1, stiffness_ratio=...)``. NaN where
    Young's modulus or Poisson's ratio is not known."""
    return _core.stiffness_ratio(_values(first), _values(second))


def _closed_form(index, name):
    def closed(x, at_zero_force=True):
        array = np.ascontiguousarray(floats(x, "x"))
        out = np.empty(array.shape)
        _core.closed(index, array, out, at_zero_force)
        return shaped(out, np.shape(x))
    closed.__name__ = closed.__qualname__ = name
    closed.__doc__ = f"dp_{name} for every entry of x; see restitution.h."
    return closed


closed_forms = {name: _closed_form(i, name) for i, name in enumerate(_core.closed_forms)}
