"""Parameters for other programs that deliver the requested restitution there."""

from __future__ import annotations

import json
import math
from typing import Any

from . import _core
from ._contact import Contact


def _number(name, value, unit):
    if value is None:
        return math.nan
    return _core.quantity(name, value, unit) if isinstance(value, str) else float(value)


def export(engine, contact: Contact, *, mass=None, speed=None, **keys) -> dict[str, Any]:
    """Parameters of another program's contact law, and what they deliver there.

    engine: "lammps", "liggghts", "yade", "simbody", "drake", "chrono", "ode", "bullet", "mujoco"
        or "adams".
    contact: a dp.Contact. The restitution that is asked of its law is exported; of a law that
        takes none it is what the law delivers at this mass and speed.
    mass, speed: of the impact [kg], [m/s], or text with a unit; the reduced mass. None: those of
        the contact, or not needed.
    keys: of the engine, such as model="velocity", step=1e-6, poisson=0.3, limit_force="on".

    The mapping has engine, model, law, parameters {name: {value, unit}}, block (text to paste),
    requested, delivered, naive (what the documented reading would deliver), range, max_step and
    notes. What cannot be reached is a dp.Error that names what can.
    """
    return json.loads(_core.export(engine, contact, _number("mass", mass, "kg"),
                                   _number("speed", speed, "m/s"), keys))
