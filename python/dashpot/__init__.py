"""Contact-force laws for impacts, granular chains and loose joints. SI units throughout.

    import dashpot as dp
    c = dp.Contact("lankarani-nikravesh", restitution=0.8, modulus=114e9, radius=5e-3)
    c.force(5e-6, 0.2, approach=0.3)
    dp.run("scenario.yaml")["restitution"]
"""

try:
    import numpy as _numpy  # noqa: F401
except ImportError as _missing:
    raise ImportError("dashpot needs numpy: install it with 'pip install numpy' (Debian: "
                      "'apt install python3-numpy')") from _missing

from ._catalogue import Law, Param, friction_laws, laws
from ._contact import (Body, Contact, Friction, FrictionResponse, GripResponse, Impacts, Response,
                       closed_forms, pair, stiffness_ratio)
from ._core import Error, NumericalError
from ._core import version as __version__
from ._export import export
from ._fit import Fit, fit
from ._result import Result, ValidityWarning, check, compare, resume, run
from ._solvers import (Bounce, Chain, Impact, Journal, Mechanism, MechanismResult, MechanismRun,
                       begin)

__all__ = ["Body", "Bounce", "Chain", "Contact", "Error", "Fit", "Friction",
           "FrictionResponse", "GripResponse", "Impact", "Impacts", "Journal", "Law", "Mechanism", "MechanismResult",
           "MechanismRun", "NumericalError", "Param", "Response", "Result", "ValidityWarning",
           "__version__", "begin", "check", "closed_forms", "compare", "export", "fit",
           "friction_laws", "laws", "pair", "resume", "run", "stiffness_ratio"]
