"""Arrays on their way to the C side: any numbers in, broadcast, float64 and contiguous."""

from __future__ import annotations

import decimal
import numbers
import operator

import numpy as np

from . import _core

FORCE, RESPOND, COMMIT, ADVANCE = range(4)
HISTORY_ROWS = 4


# units of arguments, for texts such as "5 um"
UNITS = {"delta": "m", "rate": "m/s", "approach": "m/s", "mass": "kg", "speed": "m/s",
         "velocity": "m/s", "gap": "m", "time": "s", "sliding_speed": "m/s", "sliding_mass": "kg",
         "normal": "N", "stiffness": "N/m", "slide": "m", "v": "m/s", "z": "m", "until": "s",
         "rtol": "1", "wanted": "1"}


def _float(value, name, unit):
    """A single value as a float; what is neither a number nor a text with a unit is refused."""
    if isinstance(value, str) and unit is not None:
        try:
            return _core.quantity(name, value, unit)
        except _core.Error as failure:
            raise error(str(failure), name) from None
    if isinstance(value, (numbers.Real, decimal.Decimal)):
        return float(value)
    raise TypeError


def floats(value, name, unit=None):
    """The value as float64: numbers of any kind, and texts with a unit where the argument has one.
    Complex numbers and objects are refused."""
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value
    unit = UNITS.get(name) if unit is None else unit
    if np.ma.is_masked(value):
        raise error(f"{name} has masked entries, which have no value: {name}.filled(nan) gives them "
                    "one", name)
    try:
        array = np.asarray(value)
        if array.dtype.kind in "fiub":
            return array.astype(np.float64, copy=False)
        if array.dtype.kind not in "OUT":
            raise TypeError
        made = [_float(entry, name, unit) for entry in array.ravel().tolist()]
        return np.array(made, dtype=np.float64).reshape(array.shape)
    except (TypeError, ValueError, OverflowError) as failure:
        if isinstance(failure, _core.Error):
            raise
        such = f", or texts with a unit such as \"1 {unit}\"" if unit not in (None, "1") else ""
        raise error(f"{name} must be numbers{such}, not {type(value).__name__}", name) from None


def number(value, name, unit=None):
    """A single number, as floats() reads it."""
    if type(value) is float:
        return value
    array = floats(value, name, unit)
    if array.size != 1:
        raise error(f"{name} must be one number, but has shape {array.shape}", name)
    return float(array.reshape(()))


def whole(value, name, hint=""):
    """A whole number; 3.0 is none."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    try:
        return operator.index(value)
    except TypeError:
        raise error(f"{name} is {value!r}; it must be a whole number{hint}", name) from None


def error(text, key=None):
    made = _core.Error(text)
    made.key = key
    return made


def common_shape(named):
    """The shape all of them broadcast to."""
    try:
        return np.broadcast_shapes(*(array.shape for array in named.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in named.items())
        raise error(f"shapes do not fit together: {shapes}", next(iter(named))) from None


def lanes(array, shape):
    """An array of that shape as the C side takes it; a number where it is one number for all."""
    if array.shape == shape:
        return np.ascontiguousarray(array) if array.ndim else float(array)
    if array.size == 1:
        return float(array.reshape(()))
    return np.ascontiguousarray(np.broadcast_to(array, shape))


def spread(named):
    """Inputs as contiguous arrays of one shape, none of them a plain number."""
    arrays = {name: floats(value, name) for name, value in named.items()}
    shape = common_shape(arrays)
    # ascontiguousarray gives a single number an axis
    whole = [np.ascontiguousarray(np.broadcast_to(array, shape)).reshape(shape)
             for array in arrays.values()]
    return shape, whole


def shaped(array, shape):
    return array if shape else float(array.reshape(()))


def count_of(shape):
    count = 1
    for n in shape:
        count *= n
    return count


def check_history(history, shape):
    """A history must be writable float64 of shape (4, *shape), as Contact.history makes it."""
    wanted = (HISTORY_ROWS, *shape)
    if not isinstance(history, np.ndarray) or history.dtype != np.float64:
        raise error("history must be an array that Contact.history made", "history")
    if history.shape[:1] != wanted[:1]:
        raise error(f"history has shape {history.shape}; its first axis must be 4", "history")
    if not history.flags.c_contiguous or not history.flags.writeable:
        raise error("history must be C-contiguous and writable", "history")


def evaluate(contact, what, delta, rate, approach, history):
    """One pass over arrays. Returns shape and outputs."""
    named = {"delta": floats(delta, "delta"),
             "rate": floats(0.0 if rate is None else rate, "rate")}
    if history is not None:
        if approach is not None:
            raise error("history and approach in one call: a history knows its speed", "approach")
        check_history(history, ())
        shape = history.shape[1:]
        if common_shape({**named, "history": history[0]}) != shape:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in named.items())
            raise error(f"history is for {shape}, but {shapes}", "history")
        if contact.follows_speed:
            raise error("the restitution of this contact follows the speed: "
                        "use contact.at_speed(speed, mass) for each touch", "history")
    elif approach is not None:
        named["approach"] = floats(approach, "approach")
        shape = common_shape(named)
    else:
        if contact.needs_approach:
            raise error(f"{contact._law} looks at the speed at the touch: give approach=, "
                        "a history, or a fixed approach to the contact", "approach")
        shape = common_shape(named)
    count = count_of(shape)
    wanted = {FORCE: 1, RESPOND: 4, COMMIT: 0, ADVANCE: 1}[what]
    out = [np.empty(shape) if i < wanted else None for i in range(4)]
    inputs = [lanes(named[name], shape) if name in named else None
              for name in ("delta", "rate", "approach")]
    contact._evaluate(what, count, *inputs, history, *out)
    return shape, out[:wanted]


def array_force(contact, delta, rate, approach, history):
    shape, (force,) = evaluate(contact, FORCE, delta, rate, approach, history)
    return shaped(force, shape)
