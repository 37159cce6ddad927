// Restitution of plastic spheres and of waves.

#include <math.h>

#include "base/math.h"
#include "dashpot/restitution.h"

// Thornton 1997. With F_y the force at yield and f = F_max/F_y >= 1 the law gives, in units of the
// energy at yield (2/5 F_y delta_y = m V_y^2/2),
//     loading energy    1 + (5/4)(f^2 - 1)/(3/2) = (5 f^2 + 1)/6
// With R_p = (4E/(3 F_max)) ((2 F_max + F_y)/(2 pi p_y))^1.5 one finds R_p/R = g^1.5/f,
// g = (2 f + 1)/3, so the recovered indentation (F_max/K_p)^(2/3) is delta_y f/sqrt(g) and the
//     recovered energy  f^2/sqrt(g).
double dp_thornton_restitution(double speed_ratio) {
    if (!(speed_ratio > 0.0)) return NAN;
    if (speed_ratio <= 1.0) return 1.0;
    double energy = speed_ratio * speed_ratio;
    double f = sqrt((6.0 * energy - 1.0) / 5.0);
    return sqrt(f * f / sqrt((2.0 * f + 1.0) / 3.0) / energy);
}

// Johnson. The contact flows at the pressure p, F = 2 pi R p x on a^2 = 2 R x, so the energy taken
// is W = pi R p x^2; it unloads from its radius a by 3F/(4 E a) as Hertz does, which gives back
// (2/5) F of that depth: e^2 = (6 pi/5) (p/E) (R/(2x))^(1/2).
double dp_johnson_restitution(double pressure, double modulus, double radius, double energy) {
    if (!(pressure > 0.0) || !(modulus > 0.0) || !(radius > 0.0) || !(energy > 0.0)) return NAN;
    double shape = 1.2 * DP_PI * sqrt(sqrt(0.25 * DP_PI)) * pressure / modulus;
    double size = energy / (pressure * radius * radius * radius);
    return fmin(1.0, sqrt(shape) * pow(size, -0.125));
}

double dp_wave_restitution(double young, double poisson, double density, double speed) {
    if (!(young > 0.0) || !(density > 0.0) || !(speed >= 0.0) || !(poisson >= 0.0) ||
        !(poisson <= 0.5))
        return NAN;
    double rod = sqrt(young / density);                   // c0
    double rod_over_shear = sqrt(2.0 * (1.0 + poisson));  // c0/c2
    return exp(-0.6 * rod_over_shear * pow(speed / rod, 0.6));
}
