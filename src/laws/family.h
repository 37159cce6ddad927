#ifndef DP_LAW_FAMILY_H
#define DP_LAW_FAMILY_H

#include <math.h>

#include "base/error.h"
#include "base/math.h"
#include "dashpot/contact.h"
#include "dashpot/law.h"
#include "dashpot/restitution.h"
#include "kernels/kernels.h"

// What law files share: parameters that many laws take, and the steps of a prepare function.

/// Required restitution from `lowest` to 1; `damping_factor` may stand in its place.
#define DP_PARAM_RESTITUTION(lowest)                                                               \
    {                                                                                              \
        .name = "restitution", .unit = "1",                                                        \
        .doc = "requested restitution; `dashpot restitution` prints the delivered one",            \
        .initial = NAN, .low = (lowest), .high = 1.0                                               \
    }

/// Restitution of a law that is elastic by nature.
#define DP_PARAM_ELASTIC_RESTITUTION                                                               \
    {                                                                                              \
        .name = "restitution", .unit = "1",                                                        \
        .doc = "restitution, delivered exactly; 1 is the elastic law", .initial = 1.0,             \
        .low = 1e-6, .high = 1.0                                                                   \
    }

/// d in F = Fe (1 + d rate/v0), in place of restitution.
#define DP_PARAM_DAMPING_FACTOR                                                                    \
    {                                                                                              \
        .name = "damping_factor", .unit = "1",                                                     \
        .doc = "d in F = Fe (1 + d rate/v0), in place of restitution", .initial = NAN, .low = 0.0, \
        .high = 1e6                                                                                \
    }

/// Bounds of laws that share a theory. Half spaces: the contact is well narrower than the bodies.
/// a^2 = R delta, so delta <= 0.1 R is a <= 0.32 R; in a conformal pair a <= 0.32 R is delta <= 0.1
/// of the clearance. Quasi-static: at 0.01 of the wave speed waves take some 11 % of the energy
/// (000 Eq 37).
#define DP_BOUNDS_HALF_SPACE .indentation = 0.1, .speed = 0.01, .conformity = 0.32
#define DP_BOUNDS_BALL                                                                             \
    { .fits = DP_FITS_BALLS, .yielding = DP_YIELD_BALL, DP_BOUNDS_HALF_SPACE }
/// Elastoplastic balls; the second also for the joints of paper 000.
#define DP_BOUNDS_PLASTIC_BALL                                                                     \
    { .fits = DP_FITS_BALLS, DP_BOUNDS_HALF_SPACE }
#define DP_BOUNDS_PLASTIC_PAIR                                                                     \
    { .fits = DP_FITS_BALLS | DP_FITS_JOURNALS, DP_BOUNDS_HALF_SPACE }
/// A narrow contact of cylinders: the same 0.32 of the radius, as indentation over clearance.
#define DP_BOUNDS_NARROW_CYLINDER(yields)                                                          \
    {                                                                                              \
        .fits = DP_FITS_JOURNALS, .yielding = (yields), .indentation = 0.1, .speed = 0.01,         \
        .overlap = 0.1                                                                             \
    }
/// Cylinders whose radii are taken for equal: an error of the order of clearance over radius.
#define DP_BOUNDS_BED(yields)                                                                      \
    {                                                                                              \
        .fits = DP_FITS_JOURNALS, .yielding = (yields), .indentation = 0.1, .speed = 0.01,         \
        .clearance = 0.1                                                                           \
    }
/// A spring whose stiffness the user gives: no theory of its own but that nothing vibrates.
#define DP_BOUNDS_SPRING                                                                           \
    { .speed = 0.01 }

/// d from `damping_factor`, else from `restitution` by the given published relation. One is needed.
dp_status dp_damping_factor(const dp_law_def *def, double (*relation)(double e), double *d,
                            dp_error *err);

/// d from `damping_factor` or `restitution` by the exact relation; 0 when neither is given.
dp_status dp_exact_damping_factor(const dp_law_def *def, double *d, dp_error *err);

/// Prepare a member of the Hunt-Crossley family: Hertz spring, published d(e).
dp_status dp_prepare_hunt_crossley(const dp_law_def *def, const dp_pair *pair,
                                   double (*relation)(double e), dp_contact *contact,
                                   dp_error *err);

#endif
