"""Values of a contact beside those that the bodies and the geometry give."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from ._arrays import error
from ._catalogue import laws
from ._notes import warn

# relations of restitution_from that need the pair
_OF_PAIR = ("ma-liu", "johnson", "thornton")


def _relation(contact):
    given = contact._recipe.get("restitution_from")
    return given.get("kind") if isinstance(given, Mapping) else given


def depends_on_mass(contact):
    """Do constants of the contact depend on the mass it was given?"""
    is_used = ("mass" in laws[contact._law].needs
               or (contact.follows_speed and _relation(contact) in _OF_PAIR))
    return is_used and not math.isnan(contact.pair["mass"])


def uses_radius(contact):
    """Do constants of the contact depend on its radius?"""
    needs = laws[contact._law].needs
    if math.isnan(contact.pair["radius"]):
        return False
    return ("radius" in needs or ("stiffness" in needs and math.isnan(contact.pair["stiffness"]))
            or _relation(contact) in _OF_PAIR)


def _is_mass(value):
    return isinstance(value, (int, float, np.integer, np.floating)) and 0.0 < value < math.inf


def with_mass(contact, mass):
    """The contact, prepared anew where its constants depend on another mass [kg]."""
    if not _is_mass(mass) or not depends_on_mass(contact):
        return contact
    given = contact.pair["mass"]
    if abs(mass - given) <= 1e-9 * given:  # rounding
        return contact
    if _relation(contact) not in (None, "given") and not contact.follows_speed:
        raise error(f"the contact was prepared for one speed and a mass of {given:g} kg, not for "
                    f"{mass:g} kg: call at_speed(speed, mass) with this mass", "mass")
    return contact.replace(mass=float(mass))


def _differ(given, values, share):
    return any(abs(value - given) > share * value for value in values)


def _text(low, high, unit):
    return f"{low:.4g}{unit}" if f"{low:.4g}" == f"{high:.4g}" else f"{low:.4g} to {high:.4g}{unit}"


def warn_of_mass(contact, masses, owner):
    """Say that the contact was prepared anew for these masses [kg]."""
    masses = [float(mass) for mass in masses if _is_mass(mass)]
    given = contact.pair["mass"]
    if masses and depends_on_mass(contact) and _differ(given, (min(masses), max(masses)), 0.01):
        warn(f"mass {given:.4g} kg of the contact is not that of {owner}, "
             f"{_text(min(masses), max(masses), ' kg')}: {contact._law} depends on the reduced mass "
             f"and was prepared anew with that of {owner}.")


def warn_of_felt(contact, masses, owner):
    """Say that a mechanism prepares the contact for other masses than its own, such as these [kg]."""
    masses = [float(mass) for mass in masses if _is_mass(mass)]
    given = contact.pair["mass"]
    if masses and depends_on_mass(contact) and _differ(given, (min(masses), max(masses)), 0.01):
        warn(f"mass {given:.4g} kg of the contact is not what {owner} feels at the start, "
             f"{_text(min(masses), max(masses), ' kg')}: {contact._law} depends on it and is prepared "
             'for the mass of each touch; mass="pair" takes that of the two bodies.')


def warn_of_depth(contact, indentations):
    """Say that impacts press deeper than the radius of the contact: no solid ball does."""
    radius = contact.pair["radius"]
    deepest = float(np.nanmax(indentations, initial=0.0))
    if _is_mass(radius) and deepest > radius:
        warn(f"The deepest of the impacts presses {deepest / radius:.3g} radii ({deepest:.4g} m; radius "
             f"{radius:.4g} m): no solid ball does. Check the unit of modulus, "
             f"{contact.pair['modulus']:.4g} Pa, and of mass and speed.")


def for_mass(contact, mass, owner):
    """with_mass, which says so."""
    warn_of_mass(contact, (mass,), owner)
    return with_mass(contact, mass)


def by_mass(contact, masses):
    """Pairs of a contact and the indices it is for; None: all. `masses` has one axis."""
    if masses.size == 0 or not depends_on_mass(contact):
        return [(contact, None)]
    values, which = np.unique(masses, return_inverse=True)
    if values.size == 1:
        return [(with_mass(contact, values[0]), None)]
    order = np.argsort(which, kind="stable")
    ends = np.cumsum(np.bincount(which))[:-1]
    return [(with_mass(contact, mass), where)
            for mass, where in zip(values, np.split(order, ends))]


_UNITS = {"modulus": " Pa", "stiffness": " N/m^1.5", "yield": " Pa", "poisson": ""}  # else m


def _uses(contact, name):
    """Do constants of the contact depend on this value?"""
    law = laws[contact._law]
    if name == "radius":
        return uses_radius(contact)
    if name == "modulus" and "stiffness" in law.needs:
        return math.isnan(contact.pair["stiffness"]) or _relation(contact) in _OF_PAIR
    return name in law.needs or name in law.params or _relation(contact) in _OF_PAIR


def warn_of_replaced(contact, derived, owner):
    """Say where a value of the contact replaces others that follow from bodies and geometry [SI]."""
    for name, values in derived.items():
        values = [value for value in np.atleast_1d(values) if 0.0 < value < math.inf]
        if not values or not _uses(contact, name):
            continue
        given = contact.pair[name] if name in contact.pair else contact._recipe[name]
        if given > 0.0 and _differ(given, values, 0.1):
            unit = _UNITS.get(name, " m")
            warn(f"{name} {given:.4g}{unit} of the contact replaces "
                 f"{_text(min(values), max(values), unit)} of {owner}.")


def derived_values(law, keywords):
    """What the keywords of dp.pair come down to, with the stiffness of Hertz."""
    found = dict(keywords)
    if laws[law].linear_spring:
        found.pop("stiffness", None)
    else:
        found["stiffness"] = (4.0 / 3.0 * found.get("modulus", math.nan)
                              * math.sqrt(found.get("radius", math.nan)))
    return found


def bearing(journal_radius, bearing_radius):
    """Lengths of a journal in its bearing [m]; empty where they are none."""
    gap = bearing_radius - journal_radius
    if not 0.0 < gap < bearing_radius:
        return {}
    return {"radius": journal_radius * bearing_radius / gap, "bearing_radius": bearing_radius,
            "clearance": gap}
