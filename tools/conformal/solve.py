"""Plane frictionless contact of a disc in a hole, solved by Fourier series (Michell).

A journal, a disc of radius R, lies in the hole of a bearing, a ring of inner radius R + c and outer
radius `outer` times R, whose outer rim is held. c is much smaller than R, so that the series of
both bodies are those of radius R, and all results scale: the force per length P with E* c, the
indentation delta with c, the pressure with E* c/R.

The journal is either rigid or loaded by a uniform body force (a journal that is braked by the
contact). delta is how far its centre goes on after the touch; with the body force that is also the
mean displacement of the disc. The outer rim of the bearing is at rest.

For one half angle of contact the problem is linear: the pressure, as the root of 1 - x^2 times a
polynomial of x = angle/half angle, and delta follow from gap = 0 in the contact. The root makes the
pressure end smoothly, which selects the right delta. The singular parts of the kernel are
integrated in closed form, so the error falls exponentially with the number of points; of unlike
materials, whose kernel has a kink, by a power of it.
"""

from dataclasses import dataclass

import numpy as np

POINTS = 48  # 1e-10 of P and delta up to 80 degrees, 1e-5 for a rigid journal


@dataclass(frozen=True)
class Material:
    """Isotropic; the modulus that enters E* is young/(1 - poisson^2) in plane strain."""

    young: float
    poisson: float
    plane: str = "strain"

    @property
    def mu(self):
        return self.young / (2 * (1 + self.poisson))

    @property
    def kappa(self):
        if self.plane == "strain":
            return 3 - 4 * self.poisson
        return (3 - self.poisson) / (1 + self.poisson)

    @property
    def compliance(self):
        """1/E' of plane elasticity."""
        return (self.kappa + 1) / (8 * self.mu)


RIGID = None


def pair_of(case, poisson=0.3, plane="strain"):
    """Journal and bearing with E* = 1: equal materials, or a rigid journal."""
    square = 1 - poisson**2 if plane == "strain" else 1.0
    if case == "equal":
        material = Material(2 * square, poisson, plane)
        return material, material
    if case == "rigid-journal":
        return RIGID, Material(square, poisson, plane)
    raise ValueError(f"there is no case {case}")


def ring_mode(n, bearing, outer):
    """Radial displacement of the hole's rim (radius 1) under the pressure cos(n angle).

    Each column is one solution: u_r, u_t, s_rr, s_rt at radius r, less the cosines and sines; all
    displacements are times 2 mu.
    """
    k = bearing.kappa

    def columns(r):
        if n == 0:
            return [(r * (k - 1), 0, 2, 0), (-1 / r, 0, r**-2, 0)]
        log = np.log(r)
        inward = [(r ** (1 - n) * (k - 1 + n), -(r ** (1 - n)) * (k + 1 - n),
                   (1 - n) * (n + 2) * r**-n, n * (1 - n) * r**-n),
                  (-(r ** (-n - 1)), -(r ** (-n - 1)),
                   (n + 1) * r ** (-n - 2), (n + 1) * r ** (-n - 2))]
        if n == 1:  # the force: r^0 would be the rigid motion, which also stands below
            inward[0] = (2 * k * log - 1, -2 * k * log - 1, (3 + k) / r, (1 - k) / r)
        s = r / outer  # growing solutions, 1 at the outer rim
        outward = [(s ** (n + 1) * (k - n - 1), s ** (n + 1) * (k + n + 1),
                    (n + 1) * (2 - n) * s ** (n + 1) / r, n * (n + 1) * s ** (n + 1) / r),
                   (-(s ** (n - 1)), s ** (n - 1),
                    -(n - 1) * s ** (n - 1) / r, (n - 1) * s ** (n - 1) / r)]
        return inward + outward

    inner, rim = (np.array(columns(r), dtype=float).T for r in (1.0, float(outer)))
    if n == 0:
        unknown = np.linalg.solve(np.array([inner[2], rim[0]]), [-1.0, 0.0])
    else:
        unknown = np.linalg.solve(np.array([inner[2], inner[3], rim[0], rim[1]]), [-1.0, 0, 0, 0])
    return inner[0] @ unknown / (2 * bearing.mu)


def modes(journal, bearing, outer):
    """What the kernel of an infinite body needs beside its two sums: for n = 0, 1, 2 ... the
    difference of the true opening under the pressure cos(n angle); and the factors of both sums."""
    total = bearing.compliance
    skew = (bearing.kappa - 1) / (4 * bearing.mu)
    disc = [0.0, 0.0]
    if journal is not RIGID:
        total += journal.compliance
        skew -= (journal.kappa - 1) / (4 * journal.mu)
        softness = (journal.kappa - 1) / (8 * journal.mu)
        disc = [2 * softness, softness]
    rest = [ring_mode(0, bearing, outer) + disc[0], ring_mode(1, bearing, outer) + disc[1]]
    n = 2
    while n < 400 and outer ** (-2.0 * n) * n > 1e-17:
        k = bearing.kappa
        infinite = (k / (n - 1) + 1 / (n + 1)) / (4 * bearing.mu)
        rest.append(ring_mode(n, bearing, outer) - infinite)
        n += 1
    return 2 * total, skew, np.array(rest)


def polynomials(x, count):
    """T_k and U_k at cos t = x, k below count."""
    t = np.arccos(x)[:, None]
    k = np.arange(count)[None, :]
    return np.cos(k * t), np.sin((k + 1) * t) / np.sin(t)


def singular_integrals(x, count):
    """Integrals over y in -1..1 of sqrt(1 - y^2) U_k(y) times ln|x - y| and times sign(x - y)."""
    t = np.arccos(x)[:, None]
    k = np.arange(1, count)[None, :]
    log = np.empty((len(x), count))
    sign = np.empty((len(x), count))
    log[:, :1] = np.pi / 2 * (np.cos(2 * t) / 2 - np.log(2))
    log[:, 1:] = np.pi / 2 * (np.cos((k + 2) * t) / (k + 2) - np.cos(k * t) / k)
    sign[:, :1] = np.pi - t + np.sin(2 * t) / 2 - np.pi / 2
    sign[:, 1:] = np.sin((k + 2) * t) / (k + 2) - np.sin(k * t) / k
    return log, sign


def kernel(theta, phi, half, sums, skew, rest):
    """Matrix from w(y) p at the nodes phi to the opening at theta; w is the root of 1 - y^2."""
    count = len(phi)
    x, y = theta / half, phi / half
    weight = np.pi / (count + 1) * (1 - y**2) * half
    _, second = polynomials(y, count)
    # values at nodes -> coefficients of U_k
    project = (2 / np.pi * weight[:, None] / half * second).T
    log, sign = (m @ project * half for m in singular_integrals(x, count))

    t = theta[:, None] - phi[None, :]
    # ln|2 sin(t/2)| less ln|x - y|, smooth
    smooth = np.log(half * np.abs(np.sinc(t / (2 * np.pi))))
    cos_cos = np.cos(theta)[:, None] * np.cos(phi)[None, :]
    sin_sin = np.sin(theta)[:, None] * np.sin(phi)[None, :]
    cross = (np.sin(theta)[:, None] * np.cos(phi)[None, :]
             - np.cos(theta)[:, None] * np.sin(phi)[None, :])

    first = -(cos_cos + sin_sin) * log - weight * (np.cos(t) * smooth + 0.5 + 0.25 * np.cos(t))
    second = (-np.pi / 2 * cross * sign
              + weight * (0.5 * t * np.sin(t) + 0.5 + 0.25 * np.cos(t)))
    n = np.arange(1, len(rest))
    more = rest[0] / 2 + np.tensordot(np.cos(t[..., None] * n), rest[1:], axes=1)
    return (sums * first + skew * second + weight * more) / np.pi


@dataclass(frozen=True)
class Contact:
    """One state, in units of E* c, c, E* c/R."""

    half_angle: float
    force: float
    indentation: float
    peak_pressure: float
    slack: float  # smallest gap outside of the contact, over c; negative: not a solution
    phi: np.ndarray
    pressure: np.ndarray


def solve(half, journal, bearing, outer, points=POINTS, look_outside=False):
    """The contact of half angle `half` [rad]."""
    sums, skew, rest = modes(journal, bearing, outer)
    j = np.arange(1, points + 1)
    phi = half * np.cos(j * np.pi / (points + 1))
    i = np.arange(1, points + 2)
    theta = half * np.cos((i - 0.5) * np.pi / (points + 1))

    # 1 - (1 + delta) cos + opening = 0; unknown: pressure over its root at the nodes, delta
    matrix = np.column_stack([kernel(theta, phi, half, sums, skew, rest), -np.cos(theta)])
    unknown = np.linalg.solve(matrix, -2 * np.sin(theta / 2) ** 2)
    density, delta = unknown[:-1], unknown[-1]

    weight = np.pi / (points + 1) * (1 - (phi / half) ** 2) * half
    force = np.sum(weight * density * np.cos(phi))
    pressure = density * np.sqrt(1 - (phi / half) ** 2)
    coefficients = (2 / np.pi * weight / half * density) @ polynomials(phi / half, points)[1]
    peak = coefficients @ polynomials(np.zeros(1), points)[1][0]
    slack = 0.0
    if look_outside:
        slack = gap_outside(half, density, phi, delta, sums, skew, rest)
    return Contact(half, force, delta, peak, slack, phi, pressure)


def gap_outside(half, density, phi, delta, sums, skew, rest):
    """Smallest gap at 200 angles beyond the contact, from the plain sum of the kernel."""
    weight = np.pi / (len(phi) + 1) * (1 - (phi / half) ** 2) * half
    theta = half + (np.pi - half) * np.linspace(0.02, 1, 200)
    t = np.abs(theta[:, None] - phi[None, :])
    t = np.minimum(t, 2 * np.pi - t)
    n = np.arange(1, len(rest))
    total = sums * (-np.cos(t) * np.log(2 * np.sin(t / 2)) - 0.5 - 0.25 * np.cos(t))
    total += skew * (-0.5 * np.sin(t) * (np.pi - t) + 0.5 + 0.25 * np.cos(t))
    total += rest[0] / 2 + np.tensordot(np.cos(t[..., None] * n), rest[1:], axes=1)
    return np.min(1 - (1 + delta) * np.cos(theta) + total @ (weight * density) / np.pi)


def at_indentation(delta, journal, bearing, outer, points=POINTS):
    """The contact that is delta deep (over c). 1/(1 + delta) falls with the half angle and is 0 at
    the limit angle, near which delta grows without bound; its root is found by false position."""
    def miss(half):
        return 1 / (1 + solve(half, journal, bearing, outer, points).indentation) - 1 / (1 + delta)

    low = 1e-5
    at_low = miss(low)
    for high in np.radians([89.5, 100, 120, 150]):  # a thin hard ring may close round the journal
        at_high = miss(high)
        if at_low > 0 > at_high:
            break
    else:
        raise ValueError(f"no contact of 1e-5 to 2.6 rad is {delta} clearances deep")
    side = 0
    for _ in range(100):
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        value = miss(middle)
        if abs(value) < 1e-14 * min(delta, 1) or high - low < 1e-14:
            break
        if value > 0:
            low, at_low = middle, value
            at_high *= 0.5 if side == 1 else 1.0
            side = 1
        else:
            high, at_high = middle, value
            at_low *= 0.5 if side == -1 else 1.0
            side = -1
    return solve(middle, journal, bearing, outer, points)


def persson_force(half):
    """P/(E* c), equal materials, infinite body: Persson 1964, Ciavarella and Decuzzi 2001."""
    b = np.tan(half / 2) ** 2
    return 2 * np.pi * b * (b + 1) / (2 - np.log(b + 1) - 2 * b * b)


def persson_peak(half):
    """Largest pressure R/(E* c) of the same solution."""
    b = np.tan(half / 2) ** 2
    s, c = np.sqrt(b), np.sqrt(b + 1)
    shape = 2 * s / (np.pi * c) + np.log((c + s) / (c - s)) / (2 * np.pi * b * (1 + b))
    return shape * persson_force(half)


def hertz_half_angle(force):
    """Line contact of small angles: a^2 = 4 P R1 R2/(pi E* c)."""
    return np.sqrt(4 * force / np.pi)
