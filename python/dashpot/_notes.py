"""Warnings, and what to install for optional packages."""

from __future__ import annotations

import importlib
import os
import sys
import warnings

from ._arrays import error

_PACKAGE = os.path.join(os.path.dirname(__file__), "")


class ValidityWarning(UserWarning):
    """A result lies where its law does not hold, or needs a word of care."""


def warn(text):
    """A ValidityWarning at the line that called the package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, ValidityWarning, stacklevel=level)


def optional(name, purpose, otherwise=""):
    """A module of an optional package; dp.Error says what to install where it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        package = name.split(".")[0]
        if missing.name not in (None, package, name):
            raise  # it is there, but something that it needs is not
        raise error(f"{purpose} needs {package}: install it with 'pip install {package}' (Debian: "
                    f"'apt install python3-{package}'){otherwise}", package) from None
