# Closed forms for tools/dashpot-crosscheck: two steel balls that meet head on with 1 m/s.
#     awk -f formulas.awk NAME [NUMBER]
# prints one number in SI units. What peers do differently from their documentation is here too,
# as a formula of its own, so that the number they give can be foretold.

function acos(x) {return atan2(sqrt(1 - x * x), x)}

function setup() {
    pi = atan2(0, -1)
    radius = 0.00476 / 2                        # of the pair
    modulus = 2e11 / (2 * (1 - 0.3 ^ 2))        # of the pair
    mass = 4 / 3 * pi * 0.00476 ^ 3 * 7850 / 2  # of the pair
    speed = 1
    stiffness = 4 / 3 * modulus * sqrt(radius)
}

# --- Hertz without loss: all of m v^2/2 goes into (2/5) K depth^(5/2)

function depth() {return (5 / 4 * mass * speed ^ 2 / stiffness) ^ 0.4}
function force() {return stiffness * depth() ^ 1.5}
# 2 integral of dx/sqrt(1 - x^(5/2)) over 0..1 = (4/5) sqrt(pi) Gamma(2/5)/Gamma(9/10)
function duration() {return 2.9432751843247047 * depth() / speed}

# --- dashpot proportional to delta^(1/4), with damping ratio x (Antypov, Elliott 2011)

# restitution when the contact ends at zero indentation, and its inverse
function pulling(x) {return exp(-pi * x / sqrt(1 - x * x))}
function ratio_pulling(e) {return -log(e) / sqrt(pi ^ 2 + log(e) ^ 2)}

# restitution when the force is held at zero, and its inverse by bisection
function pushing(x) {return exp(-2 * x * acos(x) / sqrt(1 - x * x))}
function ratio_pushing(e,    low, high, middle, i) {
    low = 0; high = 1 - 1e-12
    for (i = 0; i < 200; i++) {
        middle = (low + high) / 2
        if (pushing(middle) > e) low = middle
        else high = middle
    }
    return (low + high) / 2
}

# LAMMPS: alpha as a polynomial of e, in the place where sqrt(5) x belongs
function alpha_lammps(e) {
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 \
        + e * 4.8218)))))
}
function ratio_lammps(e) {return alpha_lammps(e) / sqrt(5)}
function ratio_lammps_mended(e) {return sqrt(2) * ratio_lammps(e)}

# YADE: the fit of Thornton, Cummins, Cleary 2013 for contacts that end at zero force; its damping
# ratio refers to the tangent stiffness 3/2 K sqrt(delta)
function ratio_yade(e,    a) {
    a = e * (-6.918798 + e * (-16.41105 + e * (146.8049 + e * (-796.4559 + e * (2928.711 \
        + e * (-7206.864 + e * (11494.29 + e * (-11342.18 + e * (6276.757 - e * 1489.915)))))))))
    return sqrt(6 / 5) * sqrt(1 / (1 - (1 + e) ^ 2 * exp(a)) - 1)
}

# --- F = K delta^(3/2) (1 + d rate/speed): d (1 + e) = ln((1 + d)/(1 - d e)), by bisection

function hunt_crossley(d,    low, high, e, i) {
    low = 0; high = d > 1 ? 1 / d : 1
    for (i = 0; i < 200; i++) {
        e = (low + high) / 2
        if (1 - d * e > 0 && log((1 + d) / (1 - d * e)) < d * (1 + e)) low = e
        else high = e
    }
    return (low + high) / 2
}

# --- Thornton 1997, from the radius of the contact at yield over that of a ball

function yield_pressure(ratio) {return 2 * modulus * ratio * 0.00476 / (pi * radius)}
function yield_depth(ratio) {return (ratio * 0.00476) ^ 2 / radius}
function yield_force(ratio) {return stiffness * yield_depth(ratio) ^ 1.5}

function thornton(ratio,    s) {
    s = sqrt(0.8 * yield_force(ratio) * yield_depth(ratio) / mass) / speed
    if (s >= 1) return 1
    return sqrt(6 * sqrt(3) / 5) * sqrt(1 - s * s / 6) \
        * (s / (s + 2 * sqrt(6 / 5 - s * s / 5))) ^ 0.25
}

# largest depth: m v^2/2 = (2/5) Fy dy + Fy over + (3/4) Fy/dy over^2
function thornton_depth(ratio,    dy, fy, rest) {
    dy = yield_depth(ratio); fy = yield_force(ratio)
    rest = mass * speed ^ 2 / 2 - 0.4 * fy * dy
    if (rest <= 0) return depth()
    return dy + dy / 1.5 * (sqrt(1 + 3 * rest / (fy * dy)) - 1)
}
function thornton_force(ratio,    dy) {
    dy = yield_depth(ratio)
    if (thornton_depth(ratio) <= dy) return force()
    return yield_force(ratio) * (1.5 * thornton_depth(ratio) / dy - 0.5)
}

# LIGGGHTS without adhesion: the radius of the dent stays the first one, so the contact unloads
# along the first Hertz curve moved down, F = Fmax - K (dmax^1.5 - d^1.5), until F = 0
function thornton_same_radius(ratio,    top, drop, foot, work) {
    top = thornton_depth(ratio)
    drop = stiffness * top ^ 1.5 - thornton_force(ratio)
    foot = drop > 0 ? (drop / stiffness) ^ (2 / 3) : 0
    work = 0.4 * stiffness * (top ^ 2.5 - foot ^ 2.5) - drop * (top - foot)
    return sqrt(2 * work / mass) / speed
}

function value(name, x) {
    if (name == "depth") return depth()
    if (name == "force") return force()
    if (name == "duration") return duration()
    if (name == "stiffness") return stiffness
    if (name == "pulling") return pulling(x)
    if (name == "pushing") return pushing(x)
    if (name == "ratio_pushing") return ratio_pushing(x)
    if (name == "ratio_lammps") return ratio_lammps(x)
    if (name == "ratio_lammps_mended") return ratio_lammps_mended(x)
    if (name == "ratio_yade") return ratio_yade(x)
    if (name == "hunt_crossley") return hunt_crossley(x)
    if (name == "yield_pressure") return yield_pressure(x)
    if (name == "thornton") return thornton(x)
    if (name == "thornton_depth") return thornton_depth(x)
    if (name == "thornton_force") return thornton_force(x)
    if (name == "thornton_same_radius") return thornton_same_radius(x)
    print "formulas.awk: no formula " name >"/dev/stderr"
    exit 1
}

BEGIN {
    setup()
    printf "%.17g\n", value(ARGV[1], ARGV[2] + 0)
    exit
}
