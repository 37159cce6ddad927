// The exact restitution of the Hunt-Crossley family.
//
// With the damping factor d of F = Fe (1 + d rate/v0) the equation of motion separates and gives
//     d (1+e) = ln((1+d)/(1 - d e)),
// for every Fe, mass and speed. Put 2h = ln((1+d)/(1-d e)) and L(h) = coth h - 1/h, the Langevin
// function. Then
//     (1-e)/(1+e) = L(h)   and   d = 2h/(1+e) = h (1 + L(h)),
// which needs no logarithm of nearly equal numbers at either end of the range.

#include <math.h>

#include "base/math.h"
#include "dashpot/restitution.h"

// L, 1-L and dL/dh, each without cancellation.
struct langevin {
    double value, complement, slope;
};

static struct langevin langevin(double h) {
    if (h < 1.0) {
        // eighth convergent of Lambert's continued fraction of coth, 1e-17 off at h = 1
        double s = h * h;
        double top = 11486475.0 + s * (810810.0 + s * (12870.0 + s * 44.0));
        double bottom = 34459425.0 + s * (4729725.0 + s * (135135.0 + s * (990.0 + s)));
        double value = h * top / bottom;
        return (struct langevin){value, 1.0 - value, 1.0 - value * value - 2.0 * value / h};
    }
    // coth h - 1 = 2/(e^2h - 1), 1/sinh^2 h = 4 (E+1)/E^2 with E = e^2h - 1
    double r = h < 300.0 ? 1.0 / expm1(2.0 * h) : 0.0;
    double complement = 1.0 / h - 2.0 * r;
    return (struct langevin){1.0 - complement, complement, 1.0 / (h * h) - 4.0 * r * (1.0 + r)};
}

double dp_hunt_crossley_restitution(double d) {
    if (!(d >= 0.0) || isinf(d)) return NAN;
    if (d == 0.0) return 1.0;

    // h (1 + L(h)) = d; h/d is a smooth function of d/(1+d), this one 7e-4 off at worst
    double t = d / (1.0 + d);
    double share = 0.9285329146;
    share = share * t - 1.915916756;
    share = share * t + 1.280016784;
    share = share * t - 0.4985801958;
    share = share * t - 0.2933484383;
    share = share * t + 0.9993274761;
    double h = d * share;
    struct langevin l = langevin(h);

    // Halley cubes the error
    double f1 = 1.0 + l.value + h * l.slope;
    double f2 = 2.0 * (l.value / h - h * l.value * l.slope);
    double newton = (h * (1.0 + l.value) - d) / f1;
    h -= newton / (1.0 - 0.5 * newton * f2 / f1);
    l = langevin(h);
    // the last correction is so small that first order is exact
    double rest = (h * (1.0 + l.value) - d) / (1.0 + l.value + h * l.slope);
    double value = l.value - rest * l.slope, complement = l.complement + rest * l.slope;
    return complement / (1.0 + value);
}

double dp_hunt_crossley_damping(double e) {
    if (!(e >= 1e-6) || !(e <= 1.0)) return NAN;
    if (e == 1.0) return 0.0;

    // L(h) = y, started from Cohen's Pade form of the inverse, 5 % off at worst
    double y = (1.0 - e) / (1.0 + e), rest = 2.0 * e / (1.0 + e);
    double h = y * (3.0 - y * y) / (rest * (1.0 + y));
    for (int i = 0; i < 4; i++) {
        struct langevin l = langevin(h);
        // in h where L bends little, in 1/(1-L) where it saturates: Newton converges from either
        h += h < 1.0 ? (y - l.value) / l.slope
                     : (l.complement - rest) * l.complement / (rest * l.slope);
    }
    return 2.0 * h / (1.0 + e);
}
