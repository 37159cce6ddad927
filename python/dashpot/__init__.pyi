"""Types of the package. Written by write_stubs.py from docs/api.json; do not edit."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self, TypedDict, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Quantity = float | str
Scenario = str | os.PathLike[str] | Mapping[str, Any]

__version__: str

class Error(ValueError):
    """What was given cannot be used. file, line and key say where, if known."""
    file: str | None
    line: int | None
    key: str | None

class NumericalError(Error):
    """A computation broke off: no convergence, or beyond its law."""

class ValidityWarning(UserWarning):
    """A result lies where its law does not hold, or needs a word of care."""

class Param:
    """A parameter of a law."""
    name: str
    unit: str
    doc: str
    default: float | str | None
    low: float
    high: float
    required: bool
    choices: tuple[str, ...] | None

class Law:
    """A contact law, or a friction law: what it is, needs and delivers."""
    name: str
    aliases: tuple[str, ...]
    family: str
    summary: str
    formula: str
    source: str
    equation: str
    validity: str
    confidence: str
    errata: tuple[str, ...]
    params: Mapping[str, Param]
    needs: tuple[str, ...]
    bounds: Mapping[str, Any]
    tune: str | None
    delivery: str
    memory: tuple[Any, ...]
    linear_spring: bool
    vectorised: bool
    pulls: bool

laws: Mapping[str, Law]
friction_laws: Mapping[str, Law]
closed_forms: Mapping[str, Callable[..., Any]]

class Response(NamedTuple):
    """Force with its tangents and the energy that unloading gives back."""
    force: Any
    dforce_ddelta: Any
    dforce_drate: Any
    stored: Any

class FrictionResponse(NamedTuple):
    """Tangential force with its tangents, and how the bristles move."""
    force: Any
    dforce_dv: Any
    dforce_dnormal: Any
    dforce_dz: Any
    z_rate: Any
    dz_rate_dv: Any
    dz_rate_dz: Any

class GripResponse(NamedTuple):
    """Tangential force of a law that gives way along the surface, with tangents and energies."""
    force: Any
    dforce_dslide: Any
    dforce_dspeed: Any
    dforce_dnormal: Any
    dforce_dstiffness: Any
    stored: Any
    friction: Any
    damper: Any

class Impacts(Mapping[str, Any]):
    """Results of impacts: restitution, max_indentation, duration, max_force."""
    def __getitem__(self, name: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

class Body:
    """One of two touching bodies. A flat has radius math.inf, a fixed body mass math.inf."""
    def __init__(self, *, young: float = ..., poisson: float = ..., density: float = ...,
                 yield_: float = ..., radius: float = ..., mass: float = ...) -> None: ...
    values: dict[str, float]
    @property
    def mass(self) -> float: ...

def pair(first: Body | Mapping[str, float], second: Body | Mapping[str, float],
         geometry: Literal["convex", "conformal", "flat"] = ...) -> dict[str, float]:
    """Equivalent values of two bodies: ``Contact("flores", restitution=0.8, **pair(a, b))``."""

def stiffness_ratio(first: Body | Mapping[str, float],
                    second: Body | Mapping[str, float]) -> float:
    """Tangential over normal stiffness of two bodies that stick; NaN: not known."""

class Contact:
    """A contact law prepared for a pair of bodies."""
    @overload
    def __new__(cls, law: Literal["hertz"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """elastic spheres; loses nothing unless a restitution is asked for.

        F = K delta^(3/2), K = (4/3) E sqrt(R)

        restitution: restitution, delivered exactly; 1 is the elastic law
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["kelvin-voigt"], /, *,
                damping: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """linear spring and dashpot with given constants.

        F = K delta + c rate

        damping [N s/m]: dashpot constant c"""
    @overload
    def __new__(cls, law: Literal["anagnostopoulos"], /, *,
                restitution: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """linear spring, dashpot from restitution and mass.

        F = K delta + 2 xi sqrt(K m) rate, xi = -ln e/sqrt(pi^2 + ln^2 e)

        restitution: requested restitution, delivered exactly when tension is allowed"""
    @overload
    def __new__(cls, law: Literal["hunt-crossley", "marhefka-orin"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, damper weighted by indentation, d = 3(1-e)/2.

        F = K delta^(3/2) (1 + d rate/v0), d = (3/2)(1 - e)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["herbert-mcwhannell"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, damper weighted by indentation; good near e = 1, floor at 0.488.

        F = K delta^(3/2) (1 + d rate/v0), d = 6(1 - e)/((2e - 1)^2 + 3)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["lee-wang"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, half the damping of Hunt-Crossley; the most elastic of the family.

        F = K delta^(3/2) (1 + d rate/v0), d = (3/4)(1 - e)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["lankarani-nikravesh", "hertz-damp"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, damper from the energy lost at restitution near 1.

        F = K delta^(3/2) (1 + d rate/v0), d = (3/4)(1 - e^2)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["gonthier"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, simple factor that is right for e near 0 and over-damps near 1.

        F = K delta^(3/2) (1 + d rate/v0), d = (1 - e^2)/e

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["zhiying-qishao"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Lankarani-Nikravesh with an exponential correction for low restitution.

        F = K delta^(3/2) (1 + d rate/v0), d = (3/4)(1 - e^2) exp(2(1 - e))

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["flores"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, damper for soft materials, whole range of restitution.

        F = K delta^(3/2) (1 + d rate/v0), d = 8(1 - e)/(5e)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["gharib-hurmuzlu"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, the limit law for very low restitution.

        F = K delta^(3/2) (1 + d rate/v0), d = 1/e

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["hu-guo"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, one fraction that is right at both ends of restitution.

        F = K delta^(3/2) (1 + d rate/v0), d = 3(1 - e)/(2e)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["carvalho-martins"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, rational fit of the exact relation.

        F = K delta^(3/2) (1 + d rate/v0), d = (3/2)(1 - e)(11 - e)/(1 + 9e)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["zhang-2020"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, exponential fit that delivers what is asked over the whole range.

        F = K delta^(3/2) (1 + d rate/v0), d = 3(1 - e)/(2e (0.6181 exp(-3.52e) + 0.899
        exp(0.09025e)))

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["safaeifar-farshidianfar"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, a lighter damper than Flores.

        F = K delta^(3/2) (1 + d rate/v0), d = 5(1 - e)/(4e)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["wang-elastic"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, the elastic branch of the dashpot law of Wang et al..

        F = K delta^(3/2) (1 + d rate/v0), d = 3(1 - e^2)/(2(2 - 3e + 3e^2))

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["exact-restitution", "zhang-sharf", "gonthier-exact"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, delivers the requested restitution exactly.

        F = K delta^(3/2) (1 + d rate/v0), d from d(1 + e) = ln((1 + d)/(1 - d e))

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["ye-kelvin"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """linear spring, damper weighted by indentation: the modified Kelvin law.

        F = K delta (1 + d rate/v0), d = 3(1 - e)/(2e)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["pant-wijeyewickrema"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """linear spring, damper weighted by indentation, twice too strong.

        F = K delta (1 + d rate/v0), d = 3(1 - e^2)/(2e^2)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["mahmoud-jankowski"], /, *,
                restitution: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """linear spring, dashpot in loading only, from restitution and mass.

        F = K delta + 2 xi sqrt(K m) rate for rate > 0, K delta else, xi = (1 - e^2)/(e (e (pi -
        2) + 2))

        restitution: requested restitution, delivered within 0.007"""
    @overload
    def __new__(cls, law: Literal["tsuji", "edem"], /, *,
                restitution: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, delta^(1/4) dashpot, restitution independent of speed.

        F = K delta^(3/2) + sqrt(5) xi sqrt(K m) delta^(1/4) rate, xi = -ln e/sqrt(pi^2 + ln^2
        e)

        restitution: requested restitution, delivered exactly when tension is allowed"""
    @overload
    def __new__(cls, law: Literal["kuwabara-kono", "brilliantov"], /, *,
                relaxation: Quantity = ..., damping: Quantity = ..., young: Quantity = ...,
                poisson: Quantity = ..., eta1: Quantity = ..., eta2: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """viscoelastic spheres; restitution falls with speed.

        F = K delta^(3/2) + c delta^(1/2) rate, c = (3/2) A K

        relaxation [s]: relaxation time A; give this, damping, or young, poisson, eta1 and eta2
        damping [N s/m^1.5]: dashpot constant c = 1.5 A K; give this or relaxation
        young [Pa]: Young's modulus of the spheres, with poisson, eta1 and eta2 in place of
        relaxation
        poisson: their Poisson's ratio; the relation has none for 0
        eta1 [Pa s]: viscosity of shear deformation
        eta2 [Pa s]: viscosity of bulk deformation"""
    @overload
    def __new__(cls, law: Literal["ristow"], /, *,
                damping: Quantity = ..., damping_exponent: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, empirical dashpot of chosen exponent, linear by default.

        F = K delta^(3/2) + c delta^p rate, p = 0

        damping [N s/m^(1+p)]: dashpot constant c; its unit follows damping_exponent p
        damping_exponent: power p of the indentation in the dashpot; 1 is the form of 003 Table
        1"""
    @overload
    def __new__(cls, law: Literal["lee-herrmann"], /, *,
                damping: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, linear dashpot proportional to the mass.

        F = K delta^(3/2) + m gamma rate

        damping [1/s]: damping rate gamma; the dashpot constant is gamma times the effective
        mass"""
    @overload
    def __new__(cls, law: Literal["jankowski"], /, *,
                restitution: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, delta^(1/4) dashpot in loading only, from restitution and mass.

        F = K delta^(3/2) + 2 xi sqrt(m K) delta^(1/4) rate for rate > 0, K delta^(3/2) else, xi
        = (9 sqrt(5)/2)(1 - e^2)/(e (e (9 pi - 16) + 16))

        restitution: requested restitution, delivered within 0.009"""
    @overload
    def __new__(cls, law: Literal["schwager-poschel", "bordbar-hyppanen"], /, *,
                damping: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, empirical delta^0.65 dashpot.

        F = K delta^(3/2) + c delta^0.65 rate

        damping [N s/m^1.65]: dashpot constant c"""
    @overload
    def __new__(cls, law: Literal["azad-featherstone"], /, *,
                damping: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, delta^(1/2) dashpot with a given constant.

        F = K delta^(3/2) + c delta^(1/2) rate

        damping [N s/m^1.5]: dashpot constant c"""
    @overload
    def __new__(cls, law: Literal["power"], /, *,
                exponent: Quantity = ..., damping: Quantity = ..., damping_exponent: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """spring and dashpot of any exponent.

        F = K delta^n + chi delta^q rate, q = n

        exponent: power n of the indentation in the spring; the stiffness is then in N/m^n
        damping [N s/m^(1+q)]: dashpot constant chi; its unit follows damping_exponent q
        damping_exponent: power q of the indentation in the dashpot; that of the spring when not
        given"""
    @overload
    def __new__(cls, law: Literal["poursina-nikravesh"], /, *,
                restitution: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz spring, linear dashpot set at each touch to deliver a restitution.

        F = K delta^(3/2) + c rate, c = eta(e) m^(3/5) K^(2/5) v0^(1/5)

        restitution: requested restitution, delivered exactly unless tension is allowed"""
    @overload
    def __new__(cls, law: Literal["ma-liu"], /, *,
                psi: Quantity = ..., epsilon: Quantity = ...,
                form: Literal["printed","passive"] = ..., stiffness: Quantity = ...,
                modulus: Quantity = ..., radius: Quantity = ..., mass: Quantity = ...,
                yield_: Quantity = ..., bearing_radius: Quantity = ..., clearance: Quantity = ...,
                length: Quantity = ..., tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """static elastoplastic sphere with history: Hertz, logarithm, line; Hertz unloading.

        load: K delta^(3/2) | delta (c1 + c2 ln(delta/dc)) + c3 | Pp + k1 (delta - dp); unload:
        Kx (delta - dr)^(3/2)

        psi: mean pressure of the fully plastic contact over the yield stress
        epsilon: sets where full plasticity begins: dp = dc epsilon^2/2
        form: printed: as in the paper; passive: never creates energy just above yield"""
    @overload
    def __new__(cls, law: Literal["thornton"], /, *,
                yield_pressure: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """elastic - perfectly plastic sphere with history, restitution in closed form.

        load: K delta^(3/2) | Fy + pi py R (delta - dy); unload: (4/3) E sqrt(Rp) (delta -
        dr)^(3/2)

        yield_pressure [Pa]: limiting contact pressure; 1.61 times the yield stress when not
        given"""
    @overload
    def __new__(cls, law: Literal["walton-braun"], /, *,
                loading_stiffness: Quantity = ..., unloading_stiffness: Quantity = ...,
                restitution: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """two straight lines with history, delivers the restitution exactly.

        load: K1 delta; unload: K2 (delta - d0), d0 = dmax (1 - K1/K2); e = sqrt(K1/K2)

        loading_stiffness [N/m]: slope of virgin loading; the pair's stiffness when not given
        unloading_stiffness [N/m]: slope of unloading and reloading, at least the loading
        stiffness
        restitution: in place of unloading_stiffness: K2 = K1/e^2; delivered exactly"""
    @overload
    def __new__(cls, law: Literal["jackson-green"], /, *,
                poisson: Quantity = ..., unloading: Literal["fit","radius","brake"] = ...,
                form: Literal["printed","passive"] = ..., partner: Literal["rigid","equal"] = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """sphere flattened by a flat, fit to finite elements; hardness falls with contact.

        load, w = delta/xc: K delta^(3/2) | Fc (exp(-w^(5/12)/4) w^(3/2) + (4 H/(C sy)) (1 -
        exp(-w^(5/9)/25)) w), H = 2.84 sy (1 - exp(-0.82 (a/R)^(-0.7))); unload: Kx (delta -
        dr)^(3/2)

        poisson: Poisson's ratio of the body that yields; 0.3 when not given
        unloading: residual indentation: fit: by a fit; radius: such that the contact radius
        does not jump; brake: by the force over that of Hertz
        form: printed: unloads by the rule from the onset on; passive: never gives back more
        than loading took
        partner: rigid: one body yields against a stiffer one; equal: two like spheres"""
    @overload
    def __new__(cls, law: Literal["ghaednia"], /, *,
                poisson: Quantity = ..., tangent_modulus: Quantity = ...,
                unloading: Literal["fit","radius","brake"] = ...,
                form: Literal["printed","passive"] = ..., partner: Literal["rigid","equal"] = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """sphere flattened by a flat, with linear hardening; fit to finite elements.

        load: F = Fp + (K delta^(3/2) - Fp)(1 - exp(-3.3 Et/Es)), Fp as jackson-green with H =
        sy (2.84 - 0.92 (1 - cos(pi a/R))); unload: Kx (delta - dr)^(3/2)

        poisson: Poisson's ratio of the body that yields; 0.3 when not given
        tangent_modulus [Pa]: slope of stress over strain beyond yield; 0: no hardening
        unloading: residual indentation: fit: by a fit; radius: such that the contact radius
        does not jump; brake: by the force over that of Hertz
        form: printed: unloads by the rule from the onset on; passive: never gives back more
        than loading took
        partner: rigid: one body yields against a stiffer one; equal: two like spheres"""
    @overload
    def __new__(cls, law: Literal["kogut-etsion"], /, *,
                poisson: Quantity = ..., hardness: Quantity = ..., pressure_factor: Quantity = ...,
                unloading: Literal["fit","radius","brake"] = ...,
                form: Literal["printed","passive"] = ..., stiffness: Quantity = ...,
                modulus: Quantity = ..., radius: Quantity = ..., mass: Quantity = ...,
                yield_: Quantity = ..., bearing_radius: Quantity = ..., clearance: Quantity = ...,
                length: Quantity = ..., tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """sphere flattened by a rigid flat, powers fitted to finite elements, then a line.

        load, w = delta/xc: K delta^(3/2) | 1.03 Fc w^1.425 | 1.40 Fc w^1.263 | 2 pi R H delta,
        xc = (pi f H/(2E))^2 R; unload: Kx (delta - dr)^(3/2)

        poisson: Poisson's ratio of the body that yields; 0.3 when not given
        hardness [Pa]: hardness H of the softer body; 2.8 times the yield stress when not given
        pressure_factor: largest contact pressure over hardness at yield; 0.454 + 0.41 poisson
        when not given
        unloading: residual indentation: fit: by a fit; radius: such that the contact radius
        does not jump; brake: by the force over that of Hertz
        form: printed: unloads by the rule from the onset on; passive: never gives back more
        than loading took"""
    @overload
    def __new__(cls, law: Literal["chang-etsion-bogy", "ceb"], /, *,
                poisson: Quantity = ..., hardness: Quantity = ..., pressure_factor: Quantity = ...,
                unloading: Literal["fit","radius","brake"] = ...,
                form: Literal["printed","passive"] = ..., stiffness: Quantity = ...,
                modulus: Quantity = ..., radius: Quantity = ..., mass: Quantity = ...,
                yield_: Quantity = ..., bearing_radius: Quantity = ..., clearance: Quantity = ...,
                length: Quantity = ..., tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """asperity of conserved volume: Hertz, then a line; Hertz unloading.

        load: K delta^(3/2) | pi f H R (2 delta - xc), xc = (pi f H/(2E))^2 R; unload: Kx (delta
        - dr)^(3/2)

        poisson: Poisson's ratio of the body that yields; 0.3 when not given
        hardness [Pa]: hardness H of the softer body; 2.8 times the yield stress when not given
        pressure_factor: largest contact pressure over hardness at yield; 0.454 + 0.41 poisson
        when not given
        unloading: residual indentation: fit: by a fit; radius: such that the contact radius
        does not jump; brake: by the force over that of Hertz
        form: printed: unloads by the rule from the onset on; passive: never gives back more
        than loading took"""
    @overload
    def __new__(cls, law: Literal["zhao-maietta-chang", "zmc"], /, *,
                hardness: Quantity = ..., mean_pressure_factor: Quantity = ...,
                unloading: Literal["fit","radius","brake"] = ...,
                form: Literal["printed","passive"] = ..., stiffness: Quantity = ...,
                modulus: Quantity = ..., radius: Quantity = ..., mass: Quantity = ...,
                yield_: Quantity = ..., bearing_radius: Quantity = ..., clearance: Quantity = ...,
                length: Quantity = ..., tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """asperity: Hertz, a smooth stretch to full plasticity, a line; Hertz unloading.

        load: K delta^(3/2) | pi R delta s H (1 - (1 - k) ln(x2/delta)/ln 54), s = 1 - 2q^3 +
        3q^2, q = (delta - x1)/(x2 - x1) | 2 pi R H delta; unload: Kx (delta - dr)^(3/2)

        hardness [Pa]: hardness H of the softer body; 2.8 times the yield stress when not given
        mean_pressure_factor: k, mean contact pressure over hardness at yield
        unloading: residual indentation: fit: by a fit; radius: such that the contact radius
        does not jump; brake: by the force over that of Hertz
        form: printed: unloads by the rule from the onset on; passive: never gives back more
        than loading took"""
    @overload
    def __new__(cls, law: Literal["wang-dashpot"], /, *,
                restitution: Quantity = ..., restitution_elastic: Quantity = ...,
                restitution_plastic: Quantity = ..., psi: Quantity = ..., epsilon: Quantity = ...,
                form: Literal["printed","continuous"] = ...,
                stiffness_form: Literal["secant","chord"] = ..., stiffness: Quantity = ...,
                modulus: Quantity = ..., radius: Quantity = ..., mass: Quantity = ...,
                yield_: Quantity = ..., bearing_radius: Quantity = ..., clearance: Quantity = ...,
                length: Quantity = ..., tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz dashpot to yield, linear dashpot beyond; no history.

        delta <= dc: K delta^(3/2) (1 + de rate/v0); delta > dc: (a + b delta)(1 + dp rate/v0)

        restitution: requested restitution of both phases
        restitution_elastic: requested restitution below yield
        restitution_plastic: requested restitution above yield
        psi: mean pressure of the fully plastic contact over the yield stress
        epsilon: sets where full plasticity begins: dp = dc epsilon^2/2
        form: printed: force jumps at yield; continuous: the line starts from the yield force
        stiffness_form: slope of the printed line: secant Pp/dp (what the paper's numbers use,
        the default) or chord (its Eq 17); the continuous form always uses the chord"""
    @overload
    def __new__(cls, law: Literal["wang-kelvin-voigt"], /, *,
                restitution: Quantity = ..., restitution_elastic: Quantity = ...,
                restitution_plastic: Quantity = ..., psi: Quantity = ..., epsilon: Quantity = ...,
                form: Literal["printed","continuous","ma-liu-curve"] = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Hertz and delta^(1/4) dashpot to yield, plastic spring and linear dashpot beyond.

        delta <= dy: Kh delta^(3/2) + g2 sqrt(Kh m) delta^(1/4) rate; delta > dy: spring(delta)
        + g1 sqrt(Kp m) rate

        restitution: requested restitution of both phases
        restitution_elastic: requested restitution below yield
        restitution_plastic: requested restitution above yield
        psi: mean pressure of the fully plastic contact over the yield stress
        epsilon: sets where full plasticity begins: dp = dc epsilon^2/2
        form: spring above yield: printed jumps there, continuous starts from the yield force,
        ma-liu-curve follows the Ma-Liu loading curve"""
    @overload
    def __new__(cls, law: Literal["peng"], /, *,
                restitution: Quantity = ..., fit: Quantity = ...,
                mode: Literal["elastic-damped","elastic-plastic","elastic-plastic-damped"] = ...,
                damping_form: Literal["printed","consistent"] = ..., stiffness: Quantity = ...,
                modulus: Quantity = ..., radius: Quantity = ..., mass: Quantity = ...,
                yield_: Quantity = ..., bearing_radius: Quantity = ..., clearance: Quantity = ...,
                length: Quantity = ..., tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """plastic conformal cylinder on a Winkler bed, with history and damping.

        load: C (delta^(3/2) - max(delta - dcr, 0)^(3/2))/sqrt(dR + delta); unload: C
        e^(3/2)/sqrt(dR + e), e = delta - dp; plus mu (delta - d0)^(3/2) rate

        restitution: requested restitution of the damping, needed by the damped modes
        fit: k of the Winkler bed, pressure = k E u/Rb, fitted to finite elements
        mode: which losses act: damping, plastic flow, or both
        damping_form: stiffness in the damping: the limit of the spring (consistent) or the
        paper's, sqrt(2) larger (printed)"""
    @overload
    def __new__(cls, law: Literal["bai-zhao"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                form: Literal["printed","consistent"] = ..., stiffness: Quantity = ...,
                modulus: Quantity = ..., radius: Quantity = ..., mass: Quantity = ...,
                yield_: Quantity = ..., bearing_radius: Quantity = ..., clearance: Quantity = ...,
                length: Quantity = ..., tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """hybrid law for clearance joints: Winkler tangent stiffness, exponential damping.

        F = (pi E/8) sqrt(2) (3c + 2 delta) delta^2/(c + delta)^(3/2) (1 + d rate/v0), d =
        (3/4)(1 - e^2) exp(2(1 - e)); consistent: delta^(3/2) L in place of delta^2

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution
        form: printed: exponent 1.5 and no length, as in the paper; consistent: exponent 1, with
        length"""
    @overload
    def __new__(cls, law: Literal["liu-winkler"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """journal in bearing on a Winkler bed; elastic unless a restitution is asked for.

        F = (pi/2) E L delta sqrt(delta/(2(dR + delta)))

        restitution: restitution, delivered exactly; 1 is the elastic law
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["johnson-cylinder"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """cylinder in a cylinder by plane elasticity, logarithmic; small indentation only.

        delta = F/(pi E L) [ln(4 pi E L dR/F) - 1]

        restitution: restitution, delivered exactly; 1 is the elastic law
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["pereira"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """journal in bearing, explicit power law fitted for 0.005 to 10 mm of clearance.

        F = (0.965 dR + 0.0965)(L E/dR) delta^n [mm, N, MPa], n = Y dR^-0.005, Y = 1.51 ln(1000
        dR)^-0.151 below 0.34954 mm, 0.0151 dR + 1.151 above

        restitution: restitution, delivered exactly; 1 is the elastic law
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["lankarani-cylinder"], /, *,
                restitution: Quantity = ..., damping_factor: Quantity = ...,
                exponent: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """Lankarani-Nikravesh with the radius of a journal in its bearing.

        F = (4/3) E sqrt(Rb Rj/dR) delta^n (1 + d rate/v0), d = (3/4)(1 - e^2)

        restitution: requested restitution; `dashpot restitution` prints the delivered one
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution
        exponent: power n of the indentation"""
    @overload
    def __new__(cls, law: Literal["radzimovsky"], /, *,
                width: Literal["roark","multibody"] = ..., restitution: Quantity = ...,
                damping_factor: Quantity = ..., stiffness: Quantity = ..., modulus: Quantity = ...,
                radius: Quantity = ..., mass: Quantity = ..., yield_: Quantity = ...,
                bearing_radius: Quantity = ..., clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """cylinder in a cylinder, logarithmic; two forms of the contact width in use.

        delta = F/(pi E L) [2/3 + ln(4 Rb/b) + ln(4 Rj/b)], b = 1.60 sqrt(w F Rb Rj/(dR E L)), w
        = 2 or 1

        width: contact width 1.60 sqrt(w F Rb Rj/(dR E L)): roark has w = 2, multibody w = 1
        restitution: restitution, delivered exactly; 1 is the elastic law
        damping_factor: d in F = Fe (1 + d rate/v0), in place of restitution"""
    @overload
    def __new__(cls, law: Literal["adams-impact"], /, *,
                exponent: Quantity = ..., max_damping: Quantity = ..., ramp: Quantity = ...,
                stiffness: Quantity = ..., modulus: Quantity = ..., radius: Quantity = ...,
                mass: Quantity = ..., yield_: Quantity = ..., bearing_radius: Quantity = ...,
                clearance: Quantity = ..., length: Quantity = ...,
                tension: Literal["clamp","allow","release"] = ...,
                approach: Literal["each","largest"] | float = ..., approach_floor: float = ...,
                restitution_from: str | Mapping[str, Any] = ...) -> Self:
        """power spring and a dashpot ramped in by a cubic step, as IMPACT of MSC Adams.

        F = k delta^e + c(delta) rate, c = c_max x^2 (3 - 2x), x = min(delta/ramp, 1)

        exponent: power e of the indentation; the stiffness is then in N/m^e
        max_damping [N s/m]: dashpot constant at and beyond the end of the ramp
        ramp [m]: indentation at which the dashpot is fully on"""
    @overload
    def __new__(cls, law: str, values: Mapping[str, Any] | None = ..., /,
                **keywords: Any) -> Self: ...
    @property
    def law(self) -> Law: ...
    @property
    def kernel(self) -> str: ...
    @property
    def needs_approach(self) -> bool: ...
    @property
    def follows_speed(self) -> bool: ...
    @property
    def fixed_approach(self) -> float: ...
    @property
    def limit(self) -> float: ...
    @property
    def pair(self) -> dict[str, float]: ...
    @property
    def parameters(self) -> dict[str, float | str]: ...
    def replace(self, **keywords: Any) -> Contact:
        """The same contact with other values."""
    @overload
    def force(self, delta: float, rate: float = ..., *, approach: float | None = ...,
              history: None = ...) -> float: ...
    @overload
    def force(self, delta: ArrayLike, rate: ArrayLike = ..., *, approach: ArrayLike | None = ...,
              history: Floats | None = ...) -> Any:
        """Normal force [N], positive when the bodies push apart; broadcasts."""
    def respond(self, delta: ArrayLike, rate: ArrayLike = ..., *,
                approach: ArrayLike | None = ..., history: Floats | None = ...) -> Response:
        """Force with tangents and stored energy."""
    def history(self, shape: int | tuple[int, ...] = ..., *,
                approach: ArrayLike | None = ...) -> Floats:
        """Virgin history of so many contacts, an array (4, *shape) that the caller owns."""
    def begin(self, speed: ArrayLike, *, history: Floats, where: ArrayLike | None = ...) -> None:
        """New touches at these speeds [m/s]."""
    def commit(self, delta: ArrayLike, rate: ArrayLike = ..., *, history: Floats) -> None:
        """These states were accepted: write them into the history."""
    def advance(self, delta: ArrayLike, rate: ArrayLike = ..., *, history: Floats) -> Any:
        """Force and commit in one pass."""
    def residual(self, *, history: Floats) -> Any:
        """Indentation [m] at which relaxed contacts separate."""
    def stiffness(self, delta: ArrayLike, *, history: Floats | None = ...) -> Any:
        """Elastic stiffness [N/m] of the contact, for Friction.grip."""
    def impacts(self, *, mass: ArrayLike, speed: ArrayLike, friction: Friction | None = ...,
                sliding_speed: ArrayLike | None = ..., sliding_mass: ArrayLike | None = ...,
                rtol: float = ..., threads: int = ...) -> Impacts:
        """Free impacts of virgin contacts; with friction also sliding_speed_after."""
    def restitution(self, *, mass: ArrayLike, speed: ArrayLike, rtol: float = ...,
                    threads: int = ...) -> Any:
        """The restitution that free impacts deliver."""
    def at_speed(self, speed: float, mass: float = ...) -> Contact:
        """The contact with the restitution of a touch at this speed."""
    def tuned(self, wanted: float, *, mass: float, speed: float) -> Contact:
        """The contact with the parameter that makes it deliver this restitution."""

class Friction:
    """A friction law with its parameters."""
    @overload
    def __new__(cls, law: Literal["coulomb"], /, *,
                mu: Quantity = ..., v_s: Quantity = ...) -> Self:
        """constant coefficient, linear through zero below v_s.

        F_t = -mu F_n sgn(v), |v| >= v_s; F_t = -mu F_n v/v_s, |v| < v_s

        mu: coefficient of friction
        v_s [m/s]: sliding speed from which the force is the full mu F_n"""
    @overload
    def __new__(cls, law: Literal["modified-coulomb"], /, *,
                mu_s: Quantity = ..., mu_d: Quantity = ..., v_s: Quantity = ..., v_d: Quantity = ...) -> Self:
        """smooth rise to static friction at v_s, smooth fall to dynamic friction at v_d.

        F_t = -sgn(v) mu(|v|) F_n; mu = mu_s q (3 - q^2)/2, q = |v|/v_s < 1; mu = mu_s + (mu_d -
        mu_s) x^2 (3 - 2x), x = (|v| - v_s)/(v_d - v_s) in 0..1; mu = mu_d, |v| >= v_d

        mu_s: static coefficient of friction, the peak at v_s
        mu_d: dynamic coefficient of friction, from v_d on
        v_s [m/s]: sliding speed at which static friction peaks
        v_d [m/s]: sliding speed from which friction is dynamic, above v_s"""
    @overload
    def __new__(cls, law: Literal["ambrosio"], /, *,
                mu: Quantity = ..., v_0: Quantity = ..., v_1: Quantity = ...) -> Self:
        """constant coefficient with a dead band below v_0 and a linear ramp to v_1.

        F_t = -mu c_d F_n sgn(v); c_d = 0, |v| < v_0; c_d = (|v| - v_0)/(v_1 - v_0); c_d = 1,
        |v| >= v_1

        mu: coefficient of friction
        v_0 [m/s]: sliding speed up to which there is no force
        v_1 [m/s]: sliding speed from which the force is the full mu F_n, above v_0"""
    @overload
    def __new__(cls, law: Literal["lugre"], /, *,
                sigma_0: Quantity = ..., sigma_1: Quantity = ..., sigma_2: Quantity = ...,
                mu_s: Quantity = ..., mu_d: Quantity = ..., v_s: Quantity = ...) -> Self:
        """elastic bristles: presliding, break-away, falling and viscous friction.

        F_t = -(sigma_0 z + sigma_1 dz/dt + sigma_2 v) F_n, dz/dt = v - sigma_0 |v| z/g(v), g =
        mu_d + (mu_s - mu_d) exp(-(v/v_s)^2)

        sigma_0 [1/m]: bristle stiffness per normal force; 1e5 bends them by 1 um for mu = 0.1
        sigma_1 [s/m]: bristle damping per normal force
        sigma_2 [s/m]: viscous friction per normal force
        mu_s: static coefficient of friction, at break-away
        mu_d: dynamic coefficient of friction, well above v_s
        v_s [m/s]: Stribeck speed: how fast friction falls from mu_s to mu_d"""
    @overload
    def __new__(cls, law: Literal["mindlin-deresiewicz"], /, *,
                mu: Quantity = ..., stiffness_ratio: Quantity = ...) -> Self:
        """exact partial slip of a round contact along one line, for any sequence of loads.

        F_t = kappa int_0^k_u u dk, |u| <= 3 mu F_n/(2 kappa k_u) (1 - k^2/k_u^2); u follows the
        slide where the bound is not reached, and enters with 0 at the rim

        mu: coefficient of friction
        stiffness_ratio: tangential over normal stiffness of the contact that sticks"""
    @overload
    def __new__(cls, law: Literal["mindlin"], /, *,
                mu: Quantity = ..., stiffness_ratio: Quantity = ...) -> Self:
        """spring with the stiffness of a contact that sticks everywhere, capped by mu F_n.

        z' = kappa k_u v + z k_u'/k_u (last term only while k_u falls), |z| <= mu F_n; F_t = -z

        mu: coefficient of friction
        stiffness_ratio: tangential over normal stiffness of the contact that sticks"""
    @overload
    def __new__(cls, law: Literal["cundall-strack"], /, *,
                mu: Quantity = ..., stiffness_ratio: Quantity = ..., damping: Quantity = ...) -> Self:
        """spring and dashpot along the surface, capped by mu F_n.

        z' = r k_u v + z k_u'/k_u (last term only while k_u falls), |z| <= mu F_n; F_t = -(z + c
        v), |F_t| <= mu F_n

        mu: coefficient of friction
        stiffness_ratio: tangential over normal stiffness of the contact that sticks
        damping [N s/m]: damping constant of the dashpot beside the spring"""
    @overload
    def __new__(cls, law: str, values: Mapping[str, Any] | None = ..., /,
                **keywords: Any) -> Self: ...
    @property
    def law(self) -> Law: ...
    def force(self, normal: ArrayLike, v: ArrayLike, z: ArrayLike = ...) -> Any:
        """Tangential force [N] along the axis of v."""
    def respond(self, normal: ArrayLike, v: ArrayLike, z: ArrayLike = ...) -> FrictionResponse:
        """Force with its tangents, and the rate of the bristle deflection."""
    def steady_z(self, v: ArrayLike) -> Any:
        """Bristle deflection [m] of steady sliding."""
    @property
    def is_compliant(self) -> bool: ...
    def history(self, shape: int | tuple[int, ...] = ...) -> Floats:
        """History of so many contacts that never touched, an array (*shape, 104)."""
    def grip(self, normal: ArrayLike, stiffness: ArrayLike, slide: ArrayLike,
             speed: ArrayLike = ..., *, history: Floats) -> GripResponse:
        """Tangential force of a law that gives way along the surface. Pure."""
    def commit(self, normal: ArrayLike, stiffness: ArrayLike, slide: ArrayLike,
               speed: ArrayLike = ..., *, history: Floats) -> None:
        """These states were accepted: write them into the history."""

class EnergyLedger(TypedDict):
    """The ledger of a run, in joules."""
    initial: float
    final: float
    stored: float
    viscous: float
    plastic: float
    friction: float
    released: float
    input: float
    error: float

class ImpactResult(TypedDict):
    """What came out."""
    restitution: float
    restitution_asked: float
    separation_speed: float
    max_indentation: float
    time_of_max_indentation: float
    max_force: float
    duration: float
    separation_time: float
    separation_indentation: float
    residual_indentation: float
    sliding_speed: float
    tangential_impulse: float
    max_tangential_force: float
    tension_seen: bool
    at_rest: bool
    path: Literal["auto","closed","integrated"]
    energy: EnergyLedger
    history: tuple[float, ...]
    steps: int
    rejected: int
    evaluations: int
    events: int

class BounceResult(TypedDict):
    """What came out."""
    rest_time: float
    roll_time: float
    end_time: float
    across: float
    spin: float
    impacts: int
    stopped: bool
    energy: EnergyLedger
    steps: int
    rejected: int
    evaluations: int
    events: int

class JournalResult(TypedDict):
    """What came out."""
    collisions: int
    travel: float
    time: float
    x: float
    y: float
    vx: float
    vy: float
    spin: float
    worst_time_ratio: float
    end: Literal["count","slides","rests","stopped"]
    energy: EnergyLedger
    evaluations: int

class Impact:
    """Definition of an impact. dp_impact_defaults makes it; mass and speed must be set."""
    def __init__(self, contact: Contact, *,
                 mass: float, speed: float, rtol: float = ..., acceleration: float = ...,
                 sliding_speed: float = ..., sliding_mass: float = ...,
                 path: Literal["auto","closed","integrated"] = ..., every: float = ...,
                 history: Sequence[float] | None = ..., friction: Friction | None = ...) -> None: ...
    contact: Contact
    definition: dict[str, Any]
    def advance(self, until: float = ...) -> dict[str, Any]:
        """Go on to this time [s]; returns the state."""
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def result(self) -> ImpactResult | None: ...
    def run(self) -> ImpactResult:
        """Go on to the end."""
    @property
    def rows(self) -> dict[str, Floats]: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...

class Bounce:
    """Definition of a bounce. dp_bounce_defaults makes it; mass, gravity and a height or a speed must be set."""
    def __init__(self, contact: Contact, *,
                 mass: float, gravity: float, height: float = ..., speed: float = ...,
                 across: float = ..., spin: float = ..., radius: float = ..., inertia: float = ...,
                 until: float = ..., rtol: float = ..., rest_fraction: float = ...,
                 max_impacts: int = ..., keep_history: bool = ..., every: float = ...,
                 drop: float = ..., friction: Friction | None = ...) -> None: ...
    contact: Contact
    definition: dict[str, Any]
    def advance(self, until: float = ...) -> dict[str, Any]:
        """Go on to this time [s]; returns the state."""
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def result(self) -> BounceResult | None: ...
    def run(self) -> BounceResult:
        """Go on to the end."""
    @property
    def rows(self) -> dict[str, Floats]: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...
    @property
    def impacts(self) -> dict[str, Floats]: ...

class Journal:
    """Definition of a journal. dp_journal_defaults makes it; the bearing, mass, inertia, a velocity and the number of collisions must be set."""
    def __init__(self, contact: Contact, *,
                 bearing_radius: float, clearance: float, mass: float, inertia: float,
                 x: float = ..., y: float = ..., vx: float = ..., vy: float = ...,
                 spin: float = ..., friction: float = ..., collisions: int,
                 normal_floor: float = ..., keep_history: bool = ..., sectors: int = ...,
                 solver: Literal["event-driven","resolved"] = ..., rtol: float = ...) -> None: ...
    contact: Contact
    definition: dict[str, Any]
    def advance(self, until: float = ...) -> dict[str, Any]:
        """Go on to this time [s]; returns the state."""
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def result(self) -> JournalResult | None: ...
    def run(self) -> JournalResult:
        """Go on to the end."""
    @property
    def rows(self) -> dict[str, Floats]: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...
    @property
    def collisions(self) -> dict[str, Floats]: ...

class Chain:
    """Bodies in a row, each touching its neighbours; all of them count from 0."""
    @overload
    def __init__(self, *, mass: ArrayLike, contact: Contact | Sequence[Contact],
                 velocity: ArrayLike | None = ..., gap: ArrayLike | None = ...,
                 law: ArrayLike | None = ..., left: str | Mapping[str, Any] | None = ...,
                 right: str | Mapping[str, Any] | None = ...,
                 probes: Sequence[int | tuple[str, int]] | None = ...,
                 gravity: float = ..., preload: float = ..., pushed: int = ...,
                 start_in_equilibrium: bool = ..., step: float = ...,
                 method: Literal["verlet","predictor-corrector","rk4","dop853"] = ...,
                 threads: int = ..., skip_resting: bool = ..., record_every: int = ...,
                 record_steps: int = ...) -> None: ...
    @overload
    def __init__(self, *, bodies: Sequence[Body | Mapping[str, Quantity]], law: str | Law,
                 velocity: ArrayLike | None = ..., gap: ArrayLike | None = ...,
                 left: str | Body | Mapping[str, Any] | None = ...,
                 right: str | Body | Mapping[str, Any] | None = ...,
                 probes: Sequence[int | tuple[str, int]] | None = ...,
                 gravity: float = ..., preload: float = ..., pushed: int = ...,
                 start_in_equilibrium: bool = ..., step: float = ...,
                 method: Literal["verlet","predictor-corrector","rk4","dop853"] = ...,
                 threads: int = ..., skip_resting: bool = ..., record_every: int = ...,
                 record_steps: int = ..., **contact: Any) -> None: ...
    def advance(self, steps: int) -> Chain:
        """March on by so many steps."""
    def solve(self, until: float, *, rtol: float = ..., max_steps: int = ...) -> dict[str, int]:
        """Adaptive steps (method "dop853") until a time [s]."""
    until: float | None
    @property
    def step(self) -> float: ...
    @property
    def step_count(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def displacement(self) -> Floats: ...
    @property
    def velocity(self) -> Floats: ...
    @property
    def force(self) -> Floats: ...
    @property
    def indentation(self) -> Floats: ...
    @property
    def maxima(self) -> dict[str, float]: ...
    @property
    def energy(self) -> EnergyLedger: ...
    @property
    def momentum_error(self) -> float: ...
    def probe(self, index: int) -> dict[str, Any]: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...

class MechanismResult(dict[str, Any]):
    """What a run gave."""
    channels: dict[str, dict[str, float]]
    pairs: dict[str, dict[str, Any]]
    rows: dict[str, Floats]
    sections: dict[str, Floats]
    impacts: dict[str, Floats]
    dents: dict[str, Floats]

class MechanismRun:
    """A run of a mechanism that goes on piece by piece."""
    def advance(self, until: float = ...) -> dict[str, Any]: ...
    @property
    def time(self) -> float: ...
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def rows(self) -> dict[str, Floats]: ...
    @property
    def impacts(self) -> dict[str, Floats]: ...
    def finish(self) -> MechanismResult: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...

class Mechanism:
    """A planar mechanism of rigid bodies."""
    bodies: list[str]
    pairs: list[str]
    pair_masses: dict[str, float]
    channels: dict[str, tuple[str, str]]
    coordinates: int
    constraints: int
    mobility: int
    size: float
    period: float
    perturbed: str | None
    redundant: list[str]
    start: dict[str, dict[str, float]]
    def __init__(self, *, bodies: Sequence[Mapping[str, Any]],
                 joints: Sequence[Mapping[str, Any]] = ...,
                 touches: Sequence[Mapping[str, Any]] = ...,
                 drivers: Sequence[Mapping[str, Any]] = ...,
                 forces: Sequence[Mapping[str, Any]] = ...,
                 gravity: tuple[float, float] = ...) -> None: ...
    def run(self, *, until: float, watch: Sequence[str] = ...,
            skip: float = ..., rtol: float = ...,
            method: Literal["auto","explicit","implicit"] = ..., max_steps: int = ...,
            allows_deep: bool = ..., no_ledger: bool = ..., copy: int = ..., offset: float = ...,
            seed: int = ..., aside: float = ..., every: float = ..., section_every: float = ...) -> MechanismResult:
        """Run from the start to the end."""
    def begin(self, *, until: float, watch: Sequence[str] = ...,
            skip: float = ..., rtol: float = ...,
            method: Literal["auto","explicit","implicit"] = ..., max_steps: int = ...,
            allows_deep: bool = ..., no_ledger: bool = ..., copy: int = ..., offset: float = ...,
            seed: int = ..., aside: float = ..., every: float = ..., section_every: float = ...) -> MechanismRun:
        """Begin a run that goes on piece by piece."""
    def ensemble(self, copies: int, *, until: float, watch: Sequence[str] = ...,
                 **definition: Any) -> list[MechanismResult]:
        """Copies that start 1e-9 m apart."""

class Result(Mapping[str, Any]):
    """The summary of a run as a mapping, with its tables."""
    title: str
    kind: str
    folder: str | None
    notes: tuple[str, ...]
    tables: Mapping[str, Mapping[str, NDArray[Any]]]
    units: Mapping[str, Mapping[str, str]]
    def __getitem__(self, key: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    @property
    def headlines(self) -> list[tuple[str, str, float, str]]: ...
    @property
    def pictures(self) -> list[tuple[str, str, str, str, str, list[str]]]: ...
    def frame(self, table: str = ...) -> Any:
        """A table as a pandas DataFrame."""
    def dataset(self, table: str = ...) -> Any:
        """A table of a sweep over its parameters as an xarray Dataset."""
    def report(self, folder: str | os.PathLike[str], replace: bool = ...) -> str:
        """Write report.html, summary.json, tables and plots; returns the report."""
    def plot(self, name: str | None = ..., ax: Any = ...) -> Any:
        """Draw pictures of the report with matplotlib; returns the figure."""

class Fit(Result):
    """A fit of measured impacts; a result with predict()."""
    def predict(self, speed: float | str | Sequence[float | str] | Floats | None = ..., *,
                drop: float | str | Sequence[float | str] | Floats | None = ...) -> Any:
        """Results of an impact at other speeds [m/s] (or drop heights [m]), with intervals."""

def fit(laws: str | Law | Sequence[str | Law] | None = ...,
        data: Mapping[str, ArrayLike] = ..., *, law: str | Law | Sequence[str | Law] | None = ...,
        sigma: float | ArrayLike | Mapping[str, Any] | None = ...,
        free: str | Sequence[str] | Mapping[str, tuple[float, float] | None] | None = ...,
        mass: float | str, by: str | None = ..., confidence: float = ..., threads: int = ...,
        folder: str | os.PathLike[str] | None = ..., quiet: bool = ...,
        **pair: Any) -> Fit:
    """Fit laws to measured impacts and rank them; a result like that of a `fit:` block."""
def export(engine: str, contact: Contact, *, mass: float | str | None = ...,
           speed: float | str | None = ..., **keys: float | str) -> dict[str, Any]:
    """Parameters of another program's contact law, and what they deliver there."""
def begin(scenario: Scenario, *, set: Mapping[str, Any] | None = ...) -> Any:
    """What a scenario comes down to, ready to be stepped: an Impact, Bounce, Journal, Chain or
    MechanismRun at its start."""
def run(scenario: Scenario, *, set: Mapping[str, Any] | None = ...,
        folder: str | os.PathLike[str] | None = ..., replace: bool = ..., series: bool = ...,
        threads: int = ..., allow_unphysical: bool = ..., limits: Mapping[str, str] | None = ...,
        progress: Callable[[float], object] | bool | None = ..., quiet: bool = ...) -> Result:
    """Run a scenario: a path, YAML text (it holds a newline), or a dict."""
def compare(scenario: Scenario, laws: str | Law | Sequence[str | Law] | None = ..., *,
            law: str | Law | Sequence[str | Law] | None = ...,
            at: str | None = ..., set: Mapping[str, Any] | None = ...,
            folder: str | os.PathLike[str] | None = ..., replace: bool = ..., series: bool = ...,
            allow_unphysical: bool = ..., limits: Mapping[str, str] | None = ...,
            progress: Callable[[float], object] | bool | None = ...,
            quiet: bool = ...) -> Result:
    """Run a scenario with several laws; results of each are in result["laws"]."""
def resume(folder: str | os.PathLike[str], *, limits: Mapping[str, str] | None = ...,
           progress: Callable[[float], object] | bool | None = ...,
           quiet: bool = ...) -> Result:
    """Go on with an interrupted run that keeps its state in a folder."""
def check(scenario: Scenario, *, set: Mapping[str, Any] | None = ...) -> str:
    """Say what run would refuse; returns the text with all settings applied."""
