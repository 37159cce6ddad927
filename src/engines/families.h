#ifndef DP_ENGINES_FAMILIES_H
#define DP_ENGINES_FAMILIES_H

#include <stdbool.h>

#include "engines/sheet.h"

// Restitution of the families that other programs' laws belong to. Hunt-Crossley and the dashpots
// delta^p rate are in restitution.h as they are.

/// Damped oscillator with damping ratio zeta, F = k x + c u or F = K x^1.5 + C x^(1/4) u. Pulling:
/// the force may pull, and the contact ends at x = 0. Clamped: the force is held at 0 or more, and
/// the contact ends where it gets there.
double dp_pulling(double zeta);
double dp_pulling_ratio(double e);
double dp_clamped(double zeta);
double dp_clamped_ratio(double e);

/// Programs whose step is part of the law. The touch falls into a step: `phase` of it, 0 to 1, is
/// spent inside. w2 = k h^2/m, q = C h/m.
struct dp_step_law {
    bool is_implicit;  ///< the force is that of the speed at the end of the step (ODE, Bullet)
    double w2;
};

/// Restitution with that q; NaN: the bodies do not part.
double dp_step_restitution(const struct dp_step_law *law, double q, double phase);

/// What was found.
struct dp_step_answer {
    double q;          ///< delivers what was requested, where the touch falls in mid-step
    double delivered;  ///< by it
    double low, high;  ///< wherever it falls
    double longest;    ///< [s] step that reaches it
};

/// Look for q with the key `step` of the case. DP_ERR_RANGE: not with this step; the bounds are
/// reachable ones, or the longest step.
dp_status dp_step_solve(const dp_export_case *c, bool is_implicit, struct dp_step_answer *answer,
                        dp_error *err);

/// Fill in what all of them have: delivered, range, longest step, notes.
void dp_step_tell(const dp_export_case *c, const struct dp_step_answer *answer, dp_export *out);

#endif
