#!/usr/bin/env python3
"""The problems of papers/references.yaml solved by other means than those of Dashpot, in 30 digits.

    /usr/bin/python3 solve.py >reference.csv          # mpmath (Debian: python3-mpmath); a minute

One line for each row of the table that has an independent value: its id, and the value.

Every mechanism here has one freedom, and its geometry is written out by hand: positions are closed
forms of one angle, so there are no multipliers, no projections and no loops. What conserves energy is a
quadrature or an elliptic integral, the rest one equation of second order by extrapolation (Gragg,
Bulirsch, Stoer).
"""

from mpmath import (acos, asin, atan2, cos, ellipf, findroot, hypot, linspace, mp, mpf, nstr, pi, quad, sin,
                    sqrt)

mp.dps = 40    # near the start the energy is a small difference of large ones
DIGITS = 22
PIECES = 60    # of the quadrature; twice as many change the 22nd digit at most


def tell(name, value):
    print("%s,%s" % (name, nstr(value, DIGITS, strip_zeros=False, min_fixed=-8, max_fixed=9)))


# --- one equation, or a few, by extrapolation -------------------------------------------------------

def advance(rates, t, y, step, levels=14):
    """One step of the modified midpoint rule, extrapolated in the square of its parts."""
    def midpoint(parts):
        h = step / parts
        a, b = y, [u + h * v for u, v in zip(y, rates(t, y))]
        for i in range(1, parts):
            f = rates(t + i * h, b)
            a, b = b, [u + 2 * h * v for u, v in zip(a, f)]
        f = rates(t + step, b)
        return [(u + v + h * w) / 2 for u, v, w in zip(a, b, f)]
    rows = []
    for j in range(levels):
        row = [midpoint(2 * (j + 1))]
        for k in range(1, j + 1):
            r = mpf(j + 1) / (j + 1 - k)
            row.append([u + (u - v) / (r * r - 1) for u, v in zip(row[-1], rows[-1][k - 1])])
        rows.append(row)
    return rows[-1][-1]


def solve(rates, y, start, end, steps):
    h = (mpf(end) - start) / steps
    for i in range(steps):
        y = advance(rates, start + i * h, y, h)
    return y


# --- Andrews' squeezer: a quadrature ----------------------------------------------------------------
# All of it hangs on the crank angle b. With K the kinetic energy for a crank rate of 1, V that of the
# spring and M the torque, K(b) b'^2 + V(b) - M b is constant, so t is the integral of db/b'.

class Squeezer:
    rr, d, da, ra = mpf("0.007"), mpf("0.028"), mpf("0.0115"), mpf("0.00092")
    ss, sa, sb, sc, sd = (mpf(x) for x in ("0.035", "0.01874", "0.01043", "0.018", "0.02"))
    e, ea, zt, ta, tb = (mpf(x) for x in ("0.02", "0.01421", "0.04", "0.02308", "0.00916"))
    zf, fa, u, ua, ub = (mpf(x) for x in ("0.02", "0.01421", "0.04", "0.01228", "0.00449"))
    A, B = (mpf("-0.06934"), mpf("-0.00227")), (mpf("-0.03635"), mpf("0.03273"))
    C = mpf("0.014"), mpf("0.072")
    m = [mpf(x) for x in ("0.04325", "0.00365", "0.02373", "0.00706", "0.0705", "0.00706", "0.05498")]
    i = [mpf(x) for x in ("2.194e-6", "4.41e-7", "5.255e-6", "5.667e-7", "1.169e-5", "5.667e-7", "1.912e-5")]
    stiffness, rest, torque = mpf(4530), mpf("0.07785"), mpf("0.033")
    start = mpf("-0.0617138900142764496358948458001")

    @staticmethod
    def meet(p, r, q, s, side):
        """Where a circle about p of radius r meets one about q of radius s, left of p to q or right."""
        x, y = q[0] - p[0], q[1] - p[1]
        w = hypot(x, y)
        a = (r * r - s * s + w * w) / (2 * w)
        h = side * sqrt(r * r - a * a)
        return p[0] + (a * x - h * y) / w, p[1] + (a * y + h * x) / w

    def points(self, b):
        """F, E, G, H; the sides are those of the start."""
        F = self.rr * cos(b), self.rr * sin(b)
        E = self.meet(F, self.d, self.B, self.ss, 1)
        return F, E, self.meet(self.A, self.zt, E, self.e, 1), self.meet(self.A, self.u, E, self.zf, -1)

    def angles(self, b):
        """Of the seven bodies in the fixed frame, each within half a turn."""
        F, E, G, H = self.points(b)
        return [b, atan2(F[1] - E[1], F[0] - E[0]), atan2(E[0] - self.B[0], self.B[1] - E[1]),
                atan2(E[0] - G[0], G[1] - E[1]), atan2(G[1] - self.A[1], G[0] - self.A[0]),
                atan2(E[1] - H[1], E[0] - H[0]), atan2(H[0] - self.A[0], self.A[1] - H[1])]

    @staticmethod
    def rate_of(point, speed, centre, centre_speed):
        """Angular velocity of the line from a centre to a point, and nothing along it."""
        x, y = point[0] - centre[0], point[1] - centre[1]
        u, v = speed[0] - centre_speed[0], speed[1] - centre_speed[1]
        return (x * v - y * u) / (x * x + y * y)

    @staticmethod
    def pull(p, vp, q, vq, point):
        """Velocity of a point that keeps its distances from p and q."""
        a, b = (point[0] - p[0], point[1] - p[1]), (point[0] - q[0], point[1] - q[1])
        f, g = a[0] * vp[0] + a[1] * vp[1], b[0] * vq[0] + b[1] * vq[1]
        w = a[0] * b[1] - a[1] * b[0]
        return (f * b[1] - g * a[1]) / w, (a[0] * g - b[0] * f) / w

    def rates(self, b):
        """Angular velocities over that of the crank."""
        still = mpf(0), mpf(0)
        F, E, G, H = self.points(b)
        f = -F[1], F[0]
        e = self.pull(F, f, self.B, still, E)
        g, h = self.pull(self.A, still, E, e, G), self.pull(self.A, still, E, e, H)
        return [mpf(1), self.rate_of(E, e, F, f), self.rate_of(E, e, self.B, still), self.rate_of(E, e, G, g),
                self.rate_of(G, g, self.A, still), self.rate_of(E, e, H, h), self.rate_of(H, h, self.A, still)]

    def kinetic(self, b):
        """Kinetic energy over the square of the crank's rate."""
        w, a = self.rates(b), self.angles(b)
        arm = [self.ra, None, hypot(self.sa, self.sb), None, hypot(self.ta, self.tb), None, hypot(self.ua, self.ub)]
        twice = mpf(0)
        for k in range(7):
            twice += self.i[k] * w[k] ** 2
            if arm[k] is not None:
                twice += self.m[k] * (arm[k] * w[k]) ** 2
        # a body on a moving pin: two links in a row, the second with its centre of mass at `out`
        for k, r, first, out, second in (
                (1, self.rr, a[0], self.da, a[1] + pi), (3, self.zt, a[4], self.e - self.ea, a[3] - pi / 2),
                (5, self.u, a[6] - pi / 2, self.zf - self.fa, a[5])):
            base = {1: 0, 3: 4, 5: 6}[k]
            twice += self.m[k] * ((r * w[base]) ** 2 + (out * w[k]) ** 2
                                  + 2 * r * out * w[base] * w[k] * cos(first - second))
        return twice / 2

    def potential(self, b):
        g = self.angles(b)[2]
        x = self.B[0] + self.sd * cos(g) + self.sc * sin(g) - self.C[0]
        y = self.B[1] + self.sd * sin(g) - self.sc * cos(g) - self.C[1]
        return self.stiffness * (hypot(x, y) - self.rest) ** 2 / 2

    def rate(self, b):
        return sqrt((self.torque * (b - self.start) + self.base - self.potential(b)) / self.kinetic(b))

    def run(self):
        """Crank angle at 30 ms. The start is at rest: b = start + s^2 takes the root away."""
        self.base = self.potential(self.start)
        b = mpf("15.8107711951538")
        time = quad(lambda s: 2 * s / self.rate(self.start + s * s), linspace(0, sqrt(b - self.start), PIECES + 1),
                    method="gauss-legendre", maxdegree=5)
        return b + self.rate(b) * (mpf("0.03") - time)  # the guess is good to 1e-13: one step of Newton's rule


def andrews():
    s = Squeezer()
    b = s.run()
    w, a, crank = s.rates(b), s.angles(b), s.rate(b)
    turns = {1: a[1], 2: a[2], 3: a[3], 4: a[4], 5: a[5], 6: a[6]}
    tell("andrews.beta", b)
    tell("andrews.theta", turns[1] - b)
    tell("andrews.gamma", turns[2])
    tell("andrews.phi", turns[3] - turns[4])
    tell("andrews.delta", turns[4])
    tell("andrews.omega", turns[5] - turns[6])
    tell("andrews.epsilon", turns[6])
    for name, value in (("beta", 1), ("theta", w[1] - 1), ("gamma", w[2]), ("phi", w[3] - w[4]), ("delta", w[4]),
                        ("omega", w[5] - w[6]), ("epsilon", w[6])):
        tell("andrews.%s-rate" % name, crank * value)


# --- A01 and A02: elliptic integrals ----------------------------------------------------------------

def pendulum():
    """Length 1, from the horizontal at rest: with k = sin(45 deg), sin(a/2) = k sin(x), a from hanging down,
    and the time is F(x)/sqrt(g)."""
    g, k = mpf("9.81"), sin(pi / 4)
    for t in ("1", "10", "100", "1000", "2000"):
        # from a = -90 deg, x = -pi/2
        lapse = sqrt(g) * mpf(t)
        quarter = ellipf(pi / 2, k * k)
        x = findroot(lambda v: ellipf(v, k * k) + quarter - lapse, -pi / 2 + lapse / quarter * pi / 2)
        a = 2 * asin(k * sin(x))
        tell("a01.x-%s" % t, sin(a))
        tell("a01.y-%s" % t, -cos(a))


def four_bars():
    """The rods keep parallel: I a'' = G sin a, a from upright, a' = 1 at a = 0. With x = a/2,
    x'^2 = (1 + (4 G/I) sin^2 x)/4, so t/2 = F(x, -4 G/I)."""
    for n, times in ((2, range(1, 11)), (7, (1, 2, 3)), (40, (1, 2, 3, 5, 10, 20))):
        inertia, weight = mpf(n + 1) / 3 + n, mpf("9.81") * (mpf(n + 1) / 2 + n)
        m = -4 * weight / inertia
        x = mpf(0)
        for t in times:
            quarter = ellipf(pi / 2, m)
            x = findroot(lambda v: ellipf(v, m) - mpf(t) / 2, mpf(t) / 2 / quarter * pi / 2)
            tell("a02.%d-%d" % (n, t), pi / 2 - 2 * x)
            if n == 40:
                tell("a02.x-%d" % t, sin(2 * x))
                tell("a02.y-%d" % t, cos(2 * x))
        tell("a02.flat-%d" % n, 2 * ellipf(pi / 4, m))


# --- the slider-crank of IDAS -----------------------------------------------------------------------

def slider_crank():
    """Crank angle q alone. Rod angle p = asin(-sin(q)/2), slider x = cos p + cos(q)/2; crank inertia 1, rod 2,
    slider mass 1; spring and damper of 1 and 1 between the middles of crank and rod (rest 1), a force of 1 along
    x on the end of the rod beyond the slider."""
    a = mpf(1) / 2

    def shape(q):
        s, c = sin(q), cos(q)
        sp = -a * s
        cp = sqrt(1 - sp * sp)
        p1 = -a * c / cp                    # dp/dq
        p2 = (a * s + p1 * p1 * sp) / cp    # second derivative
        x1 = -sp * p1 - a * s
        x2 = -cp * p1 * p1 - sp * p2 - a * c
        return s, c, sp, cp, p1, p2, x1, x2

    def rates(_, y):
        q, w = y
        s, c, sp, cp, p1, p2, x1, x2 = shape(q)
        x = cp + a * c
        # from the crank's middle to the rod's, and its derivative
        u, v = x - cp / 2 - a * c / 2, -sp / 2 - a * s / 2
        u1, v1 = x1 + sp * p1 / 2 + a * s / 2, -cp * p1 / 2 - a * c / 2
        length = hypot(u, v)
        l1 = (u * u1 + v * v1) / length
        force = (length - 1) + l1 * w
        end = x1 - sp * p1                  # of the point where the force acts
        inertia = 1 + x1 * x1 + 2 * p1 * p1
        return [w, (end - force * l1 - w * w * (x1 * x2 + 2 * p1 * p2)) / inertia]

    y = [pi / 2, mpf(0)]
    for k in range(1, 26):
        y = solve(rates, y, mpf(k - 1) * 2 / 5, mpf(k) * 2 / 5, 8)
        p = asin(-a * sin(y[0]))
        tell("idas.q-%d" % k, y[0])
        tell("idas.x-%d" % k, cos(p) + a * cos(y[0]))
        tell("idas.p-%d" % k, p)


# --- the slider-crank with a loose guide, before it touches -----------------------------------------

def loose_guide():
    """Crank and rod are a double pendulum with the mass of the block at its end; the block keeps its angle."""
    l1, l2, c, g = mpf("0.153"), mpf("0.306"), mpf("0.001"), mpf("9.81")
    m1 = m2 = mpf("0.038")
    m3 = 2 * m1
    j1, j2 = mpf("7.4e-5"), mpf("5.9e-4")
    a, b, k = j1 + (m1 / 4 + m2 + m3) * l1 ** 2, j2 + (m2 / 4 + m3) * l2 ** 2, (m2 / 2 + m3) * l1 * l2

    def rates(_, y):
        q, r, v, w = y
        s, d = k * sin(q - r), k * cos(q - r)
        f = -s * w * w - (m1 / 2 + m2 + m3) * g * l1 * cos(q)
        h = s * v * v - (m2 / 2 + m3) * g * l2 * cos(r)
        det = a * b - d * d
        return [v, w, (b * f - d * h) / det, (a * h - d * f) / det]

    def state(t):
        return solve(rates, [mpf(0), mpf(0), mpf(150), mpf(-75)], mpf(0), t, 6)

    height = lambda y: l1 * sin(y[0]) + l2 * sin(y[1])
    for name, t in (("0.1", "0.0001"), ("1", "0.001"), ("2.69", "0.00269")):
        y = state(mpf(t))
        tell("guide.turns-%s" % name, y[0] / (2 * pi))
        tell("guide.rod-%s" % name, y[1])
        tell("guide.crank-rate-%s" % name, y[2])
        tell("guide.rod-rate-%s" % name, y[3])
        tell("guide.y-%s" % name, height(y) / c)
    t = mpf("0.0026925")
    for _ in range(5):
        y = state(t)
        t -= (height(y) - c) / (l1 * cos(y[0]) * y[2] + l2 * cos(y[1]) * y[3])
    y = state(t)
    tell("guide.touch", t)
    tell("guide.touch-speed", l1 * cos(y[0]) * y[2] + l2 * cos(y[1]) * y[3])


# --- code_aster: closed forms -----------------------------------------------------------------------

def aster():
    m, k, stop = mpf(100), mpf(10) ** 4, mpf(10) ** 6
    w = sqrt((k + stop) / m)
    tell("sdnd101.force", stop / w)
    tell("sdnd101.duration", pi / w)
    tell("sdnd101.time", pi / (2 * w))
    tell("sdnd101.second", pi / w + pi / sqrt(k / m) + pi / (2 * w))
    tell("sdnd101.impulse", 2 * stop / w ** 2)
    # two masses and a spring: the first sticks, slides from t1, sticks again at t3
    m, k, normal, force, off = mpf(5), mpf(10) ** 4, mpf(10) ** 4, mpf(3000), mpf("0.2")
    still, moving = mpf("0.3"), mpf("0.2")
    w0 = sqrt(k / m)
    t1 = acos(1 - still * normal / force) / w0
    x2, v2 = force / k * (1 - cos(w0 * t1)), force / k * w0 * sin(w0 * t1)
    tell("sdnd106.x2-0.02", force / k * (1 - cos(w0 * mpf("0.02"))))
    tell("sdnd106.t1", t1)

    def slide(state, lapse, push):
        """Sum and difference of both ways: a free mass and an oscillator."""
        x1, v1, x2, v2 = state
        drive, w = (push - moving * normal) / m, sqrt(2) * w0
        rest = (push + moving * normal) / m / w ** 2
        total, rate = x1 + x2 + (v1 + v2) * lapse + drive * lapse ** 2 / 2, v1 + v2 + drive * lapse
        gap = rest + (x2 - x1 - rest) * cos(w * lapse) + (v2 - v1) / w * sin(w * lapse)
        gap_rate = -(x2 - x1 - rest) * w * sin(w * lapse) + (v2 - v1) * cos(w * lapse)
        return (total - gap) / 2, (rate - gap_rate) / 2, (total + gap) / 2, (rate + gap_rate) / 2

    begin = mpf(0), mpf(0), x2, v2
    middle = slide(begin, mpf("0.15") - t1, force)
    tell("sdnd106.x1-0.15", middle[0])
    tell("sdnd106.x2-0.15", middle[2])
    at_off = slide(begin, off - t1, force)
    t3 = findroot(lambda t: slide(at_off, t, mpf(0))[1], mpf("0.11492")) + off
    tell("sdnd106.t3", t3)
    x1, _, x2, v2 = slide(at_off, t3 - off, mpf(0))
    for name, t in (("0.34", "0.34"), ("0.339965", "0.339965")):
        lapse = mpf(t) - t3
        tell("sdnd106.x2-%s" % name, x1 + (x2 - x1) * cos(w0 * lapse) + v2 / w0 * sin(w0 * lapse))


# --- impacts and chains: closed forms ---------------------------------------------------------------

def garwin():
    """The surface goes back as it came, the moment about the touch stays: v' = 3/7 v - 4/7 s, s' = -10/7 v - 3/7 s
    with s = radius times spin. Under a table the ball spins the other way."""
    v, s = mpf(1), mpf(0)
    for bounce in (1, 2, 3):
        v, s = (3 * v - 4 * s) / 7, -(10 * v + 3 * s) / 7
        tell("garwin.v-%d" % bounce, v)
        tell("garwin.spin-%d" % bounce, s)
        s = -s
    tell("garwin.turn", mpf(3) / 7 - mpf(4) / 7 * mpf(5) / 2)


def hertz():
    """Elastic impacts of Chung and Ooi, tests 1 and 2: m v^2/2 = 2/5 K d^(5/2), F = K d^(3/2)."""
    for name, young, poisson, density, radius, speed, alike in (
            ("glass", 48, "0.2", 2800, "0.01", "20", True), ("aluminium", 70, "0.3", 2699, "0.1", "0.2", False)):
        mass = mpf(4) / 3 * pi * mpf(radius) ** 3 * density
        modulus, r = mpf(young) * 10 ** 9 / (1 - mpf(poisson) ** 2), mpf(radius)
        if alike:   # two spheres against each other: half the mass, radius and modulus, twice the speed
            mass, r, modulus = mass / 2, r / 2, modulus / 2
        k = mpf(4) / 3 * modulus * sqrt(r)
        depth = (mpf(5) / 4 * mass * mpf(speed) ** 2 / k) ** (mpf(2) / 5)
        tell("chung-ooi.%s" % name, k * depth ** mpf("1.5"))


def sliding():
    """Maw, Barber and Fawcett: a sphere that slides throughout loses 7 kappa of psi, kappa = 14/17."""
    tell("maw.sliding", 6 - 7 * mpf(14) / 17)


if __name__ == "__main__":
    print("row,value")
    for part in (andrews, pendulum, four_bars, slider_crank, loose_guide, aster, garwin, hertz, sliding):
        part()
