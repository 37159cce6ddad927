"""What a chain is made of: contacts of its pairs, its ends and its step."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping

import numpy as np

from . import _core
from ._arrays import error, floats
from ._catalogue import Law, laws
from ._contact import Body, Contact, _plain, pair
from ._notes import warn
from ._pairs import (depends_on_mass, derived_values, uses_radius, warn_of_mass, warn_of_replaced,
                     with_mass)

# keywords of a chain: those that are settled here, and fields of the core
PARTS = ("bodies", "mass", "contact", "law", "velocity", "gap", "left", "right", "probes")
FIELDS = ("gravity", "preload", "pushed", "start_in_equilibrium", "step", "method", "threads",
          "skip_resting", "record_every", "record_steps", "first_number")
# keywords of every contact
_OF_CONTACT = (*Contact("hertz", stiffness=1.0).pair, "tension", "approach", "approach_floor",
               "restitution_from")


def refuse_keyword(name, known):
    """No keyword of a chain."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else ". It takes " + ", ".join(known)
    raise error(f"a chain takes no '{name}'{hint}", name)


def count_from_0(failure):
    """The same error with the numbers that Python gives to bodies; the library counts from 1."""
    text = re.sub(r"\bbody (\d+)", lambda found: f"body {int(found[1]) - 1}", str(failure))
    if text == str(failure):
        return failure
    made = type(failure)(f"{text} (bodies count from 0)")
    made.key = failure.key
    return made


def listed(given, name, what):
    """A list of anything that has entries."""
    try:
        return list(given)
    except TypeError:
        raise error(f"{name} is {what}, not {type(given).__name__}", name) from None


# --- ends ---

def end(given, name):
    """An end as the core takes it, and its body."""
    if given is None:
        return None, None
    if isinstance(given, Body):
        return {"type": "wall"}, given
    if isinstance(given, str):
        return {"type": given}, None
    if not isinstance(given, Mapping):
        raise error(f"{name} is \"free\", \"wall\", a dp.Body or a dict with type, not "
                    f"{type(given).__name__}", name)
    made = dict(given)
    body = made.pop("body", None)
    if isinstance(body, Mapping):
        body = Body(**body)
    for key in ("time", "velocity"):
        if made.get(key) is not None:
            made[key] = np.ascontiguousarray(np.atleast_1d(floats(made[key], key)))
    return made, body


def _has_contact(made):
    return made is not None and made.get("type", "free") != "free" and not made.get("glued")


# --- contacts made from bodies ---

def _contact_of(law, values, bodies, where):
    keywords = dict(pair(*bodies))
    known = laws[law].params
    if "poisson" in known and "unloading" in known:  # a law with plastic flow: the weaker material
        weaker = min(bodies, key=lambda body: body.values.get("yield", math.inf))
        if "poisson" in weaker.values:
            keywords["poisson"] = weaker.values["poisson"]
    try:
        contact = Contact(law, {**keywords, **values})
    except _core.Error as failure:
        hint = ""
        if "needs" in str(failure) and not {"modulus", "stiffness"} & {*keywords, *values}:
            hint = ("; the modulus follows from young and poisson of both bodies: "
                    "dp.Body(young=..., poisson=..., ...)")
        raise error(f"contact {where}: {failure}{hint}", failure.key) from None
    return contact, derived_values(law, keywords)


def _refuse_values(law, values):
    """Keywords of a contact that is made for every pair."""
    known = [*laws[law].params, *_OF_CONTACT]
    for name in values:
        if name == "mass":
            raise error("mass belongs to the bodies: dp.Body(mass=...)", name)
        if name not in known:
            refuse_keyword(name, [*PARTS, *FIELDS, *known])


def _refuse_strange(values):
    """Without a law, keywords that no contact has."""
    for name in values:
        if name not in _OF_CONTACT and not any(name in one.params for one in laws.values()):
            refuse_keyword(name, [*PARTS, *FIELDS])


def from_bodies(bodies, law, values, ends):
    """(masses, contacts, index of each of the bodies + 1 contacts) of a row of bodies."""
    bodies = listed(bodies, "bodies", "a list of dp.Body")
    for i, body in enumerate(bodies):
        if not isinstance(body, (Body, Mapping)):
            raise error(f"bodies[{i}] is of type {type(body).__name__}; it must be a dp.Body", "bodies")
    bodies = [body if isinstance(body, Body) else Body(**body) for body in bodies]
    if not bodies:
        raise error("bodies is empty; a chain needs a dp.Body at least", "bodies")
    if law is None and values:
        _refuse_strange(values)
    if not isinstance(law, (str, Law)):
        raise error('with bodies=, law is the name of one, such as law="hertz"; its parameters '
                    "are keywords", "law")
    law = law.name if isinstance(law, Law) else law
    try:
        laws[law]
    except KeyError as failure:
        raise error(failure.args[0], "law") from None
    values = _plain(values)
    _refuse_values(law, values)
    for i, body in enumerate(bodies):
        if not 0.0 < body.mass < math.inf:
            raise error(f"bodies[{i}] has no mass: give it mass, or density and radius", "mass")
    made, index = {}, np.zeros(len(bodies) + 1, dtype=np.uint32)
    contacts, derived = [], []
    for i in range(len(bodies) + 1):
        if i in (0, len(bodies)):
            side, body = (0, 0) if i == 0 else (1, i - 1)
            if not _has_contact(ends[side][0]):
                continue
            touching = (bodies[body], ends[side][1] or Body())
            name = ("left", "right")[side]
            where = (f"{i} (body {body} and the {name} end; {name}=dp.Body(young=..., poisson=...) "
                     "gives the end a material)")
        else:
            touching, where = (bodies[i - 1], bodies[i]), f"{i} (bodies {i - 1} and {i})"
        key = tuple(tuple(sorted(body.values.items())) for body in touching)
        if key not in made:
            made[key] = len(contacts)
            contact, found = _contact_of(law, values, touching, where)
            contacts.append(contact)
            derived.append(found)
        index[i] = made[key]
    if not contacts:
        raise error("a chain of one body needs an end to touch: left= or right=", "bodies")
    given = {name.rstrip("_"): [found.get(name.rstrip("_"), math.nan) for found in derived]
             for name in values}
    warn_of_replaced(contacts[0], given, "the bodies")
    return np.array([body.mass for body in bodies]), contacts, index


# --- contacts for the masses of a chain ---

def reduced_masses(mass, ends):
    """[kg] of each of the bodies + 1 contacts; NaN where there is none."""
    inverse = 1.0 / mass
    for made, at in ((ends[0][0], 0), (ends[1][0], -1)):
        if made is not None and made.get("glued") and made.get("type") == "driven":
            inverse[at] = 0.0  # the end carries it
    around = np.concatenate([[0.0], inverse, [0.0]])
    total = around[:-1] + around[1:]
    reduced = np.full(mass.size + 1, math.nan)
    np.divide(1.0, total, out=reduced, where=total > 0.0)
    for made, at in ((ends[0][0], 0), (ends[1][0], -1)):
        if not _has_contact(made):
            reduced[at] = math.nan
    return reduced


def for_masses(contacts, index, reduced):
    """Contacts and index with every contact that depends on the mass prepared for its pair."""
    made, places = list(contacts), index.copy()
    for i, contact in enumerate(contacts):
        if not depends_on_mass(contact):
            continue
        where = np.flatnonzero((index == i) & (reduced > 0.0))
        values, which = np.unique(reduced[where], return_inverse=True)
        if values.size == 0:
            continue
        warn_of_mass(contact, (values[0], values[-1]), "the pairs of the chain")
        first = len(made)
        prepared = [with_mass(contact, value) for value in values]
        if all(one is contact for one in prepared):
            continue
        made[i] = prepared[0]
        made += prepared[1:]
        numbers = np.array([i, *range(first, len(made))], dtype=np.uint32)
        places[where] = numbers[which]
    return made, places


def notice_one_for_all(contact, mass, reduced):
    """Say where one contact acts between bodies of different sizes."""
    inner = np.isfinite(reduced[1:-1]).any()
    ends = np.isfinite(reduced[[0, -1]]).any()
    hint = ("dp.Chain(bodies=[dp.Body(...), ...], law=...) makes a contact for each pair; law=0 says "
            "that this one is meant for all.")
    low, high = float(mass.min()), float(mass.max())
    if high > 1.01 * low:
        warn(f"One contact acts at all places of the chain, but the masses of its bodies differ, "
             f"{low:.4g} to {high:.4g} kg: their radii and contacts may differ too. {hint}")
    elif inner and ends and uses_radius(contact):
        warn(f"One contact with radius {contact.pair['radius']:.4g} m acts between the bodies and at "
             "the end of the chain, where the radius of a sphere before a flat is twice that of two "
             f"spheres. {hint}")


# --- the step ---

def _at_rest(contact, depth, mass):
    """What the contact answers at a depth [m] without motion."""
    if contact.follows_speed:
        contact = contact.at_speed(1.0, mass)
    return contact.respond(depth, 0.0, approach=1.0 if contact.needs_approach else None)


def _speed_of_overlap(gap, contacts, index, reduced):
    """[m/s] that the energy in the deepest overlaps may bring about."""
    speed = 0.0
    there = np.flatnonzero((gap < 0.0) & (reduced > 0.0))
    for i in there[np.argsort(gap[there])][:100]:
        stored = _at_rest(contacts[index[i]], -gap[i], reduced[i]).stored
        if stored > 0.0:
            speed = max(speed, 2.0 * math.sqrt(stored / reduced[i]))
    return speed


def _speed_of_loads(full, reduced):
    """[m/s] that overlaps, and loads that are not in equilibrium, may bring about."""
    if full.get("start_in_equilibrium"):
        return 0.0
    mass, contacts, index = full["mass"], full["contacts"], full["law"]
    gap = full.get("gap")
    speed = 0.0 if gap is None else _speed_of_overlap(gap, contacts, index, reduced)
    force = (abs(full.get("preload") or 0.0) + abs(full.get("gravity") or 0.0) * mass.sum())
    touching = np.flatnonzero(reduced > 0.0)
    if force == 0.0 or touching.size == 0:
        return speed
    i, depth = touching[0], 1e-12
    while depth < 1.0 and not _at_rest(contacts[index[i]], depth, reduced[i]).force >= force:
        depth *= 1.5
    room = 0.0 if gap is None else max(0.0, float(gap.max()))
    return speed + math.sqrt(2.0 * force * (depth + room) / mass.max())


def notice_loads(full, given):
    """Loads on a chain that something holds: whether it has settled is for the caller to say."""
    loads = [name for name in ("gravity", "preload") if full.get(name)]
    held = [(full[name] or {}).get("type", "free") != "free" for name in ("left", "right")]
    if loads and any(held) and given.get("start_in_equilibrium") is None:
        warn(f"With {' and '.join(loads)} this chain starts without forces in its contacts. "
             "start_in_equilibrium=True starts it settled; False says that this is meant.")


def choose_step(full, reduced, is_prepared):
    """Put the step into the definition; one that is not stable is refused."""
    more = 0.0 if is_prepared else _speed_of_loads(full, reduced)
    limit, contact, speed = _core.chain_step_limit({**full, "step": 1.0}, more)
    if full.get("step") is None:
        full["step"] = min(1e-8, 0.05 * limit)
    step = full["step"]
    if step > limit:
        law = full["contacts"][full["law"][contact]]._law
        raise error(f"step is {step:.4g} s; it must be below {limit:.4g} s, the longest that is "
                    f"stable at contact {contact} ({law}; contacts count from 0), the stiffest, when "
                    f"bodies close in with {speed:.4g} m/s", "step")
    if step > 0.2 * limit:
        warn(f"The step of {step:.3g} s is above a fifth of the longest stable one, {limit:.3g} s; "
             "a shorter one shows how accurate the result is.")
