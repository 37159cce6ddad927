#ifndef DP_FRICTION_H
#define DP_FRICTION_H

#include <stdbool.h>

#include "dashpot/law.h"
#include "dashpot/status.h"

// Friction laws: tangential force from normal force and sliding speed. The same shape as normal laws:
// a constant table per law, a prepared value, history owned by the caller and written only by a
// commit. A law with history has a bristle deflection z that obeys dz/dt = rate(z, v).

enum { DP_FRICTION_CONSTANT_MAX = 8 };

typedef struct dp_friction_law dp_friction_law;

/// A friction law with values for its parameters; NaN: not given.
typedef struct dp_friction_def {
    const dp_friction_law *law;
    double value[DP_PARAM_MAX];
    unsigned cookie;
} dp_friction_def;

/// A friction law prepared for use: a plain value.
typedef struct dp_friction {
    const dp_friction_law *law;
    double k[DP_FRICTION_CONSTANT_MAX];
} dp_friction;

/// Tangential force and what an implicit integrator needs of it.
typedef struct dp_friction_response {
    double force;           ///< [N]  along the sliding direction, opposes v
    double dforce_dv;       ///< [N s/m]
    double dforce_dnormal;  ///< [1]
    double dforce_dz;       ///< [N/m] 0 for a law without history
    double z_rate;          ///< [m/s] rate of the bristle deflection, 0 without history
} dp_friction_response;

struct dp_friction_law {
    const char *name;
    const char *const *aliases;
    const char *summary, *formula, *source, *equation, *validity, *confidence;
    const char *const *errata;
    const dp_param *params;
    bool has_history;  ///< the law has a bristle deflection z

    dp_status (*prepare)(const dp_friction_def *def, dp_friction *friction, dp_error *err);

    /// normal >= 0 [N], v sliding speed with sign [m/s], z bristle deflection [m]. Pure.
    dp_friction_response (*respond)(const double *k, double normal, double v, double z);
};

DP_BEGIN_DECLS

DP_API int dp_friction_law_count(void);
DP_API const dp_friction_law *dp_friction_law_at(int index);
DP_API const dp_friction_law *dp_friction_law_find(const char *name);
DP_API dp_status dp_friction_law_lookup(const char *name, const dp_friction_law **law,
                                        dp_error *err);

/// Default values of every parameter; set a number; index of a parameter (-1: none).
DP_API dp_friction_def dp_friction_defaults(const dp_friction_law *law);
DP_API dp_status dp_friction_set(dp_friction_def *def, const char *name, double value,
                                 dp_error *err);
DP_API int dp_friction_param_index(const dp_friction_law *law, const char *name);

/// Check the definition and prepare the law.
DP_API dp_status dp_friction_init(dp_friction *friction, const dp_friction_def *def,
                                  dp_error *err);

/// Tangential force with its tangents. Pure; a negative normal force counts as 0.
DP_API dp_friction_response dp_friction_respond(const dp_friction *friction, double normal,
                                                double v, double z);

/// Largest bristle deflection in steady sliding at speed v; 0 without history.
DP_API double dp_friction_steady_z(const dp_friction *friction, double v);

/// Coulomb friction with stick in a collision: change of tangential speed caused by the normal
/// impulse per mass `normal_change` (mu times it slips). `slip` is the sliding speed of the contact
/// point, `q` = 1 + m r^2/J what one unit of tangential speed changes it by.
DP_API double dp_coulomb_collision(double mu, double normal_change, double slip, double q);

DP_END_DECLS

#endif
