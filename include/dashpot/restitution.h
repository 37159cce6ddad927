#ifndef DP_RESTITUTION_H
#define DP_RESTITUTION_H

#include "dashpot/export.h"

// Restitution in closed form, or by a safe iteration where no closed form is known. Pure functions
// of numbers: no law, no contact. They return NaN outside the stated ranges. "At zero force" means
// that the contact ends when F reaches 0 (policies clamp and release), else at zero indentation
// (allow).

DP_BEGIN_DECLS

/// Hunt-Crossley family, F = Fe(delta) (1 + d rate/v0): restitution for the damping factor d >= 0.
/// Holds for every Fe, mass and speed. Solves d (1+e) = ln((1+d)/(1-d e)).
DP_API double dp_hunt_crossley_restitution(double d);

/// Its inverse: damping factor that delivers e, 1e-6 <= e <= 1.
DP_API double dp_hunt_crossley_damping(double e);

/// Kelvin-Voigt with damping ratio xi = c/(2 sqrt(K m)) >= 0, and Tsuji with xi = alpha/sqrt(5).
/// NaN when the motion creeps back without leaving (xi >= 1 at zero indentation).
DP_API double dp_kelvin_voigt_restitution(double xi, int at_zero_force);

/// Its inverse: damping ratio that delivers e, 0 < e <= 1.
DP_API double dp_kelvin_voigt_damping_ratio(double e, int at_zero_force);

/// Damper that acts in loading only (Jankowski, beta = 2 xi/sqrt(5); Mahmoud-Jankowski, beta = xi).
DP_API double dp_loading_damper_restitution(double beta);
DP_API double dp_loading_damper_ratio(double e);

/// Hertz spring with a dashpot gamma X^p X' in X'' + X^1.5 + gamma X^p X' = 0, X'(0) = 1, 0 <= p <=
/// 1: integrated to 1e-12.
DP_API double dp_power_dashpot_restitution(double p, double gamma, int at_zero_force);

/// Its inverse: gamma that delivers e, 0.01 <= e <= 1.
DP_API double dp_power_dashpot_damping(double p, double e, int at_zero_force);

/// Thornton's elastic - perfectly plastic sphere: restitution for the speed in units of the speed
/// that first yields.
DP_API double dp_thornton_restitution(double speed_ratio);

/// Johnson's fully plastic sphere: restitution for the energy [J] of the impact, dynamic pressure
/// [Pa], contact modulus [Pa] and radius [m]; at most 1. It falls with the speed as v^(-1/4).
DP_API double dp_johnson_restitution(double pressure, double modulus, double radius, double energy);

/// Loss by elastic waves (Wang et al., Eq 37): young [Pa], poisson, density of the softer body.
DP_API double dp_wave_restitution(double young, double poisson, double density, double speed);

DP_END_DECLS

#endif
