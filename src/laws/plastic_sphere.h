#ifndef DP_LAW_PLASTIC_SPHERE_H
#define DP_LAW_PLASTIC_SPHERE_H

#include "kernels/plastic_sphere.h"
#include "laws/family.h"

// What the laws of src/kernels/plastic_sphere.h share: parameters, and the steps of a prepare
// function.

enum { DP_FORM_PRINTED, DP_FORM_PASSIVE };
enum { DP_PARTNER_RIGID, DP_PARTNER_EQUAL };
extern const char *const dp_plastic_forms[];
extern const char *const dp_plastic_rules[];
extern const char *const dp_plastic_partners[];

#define DP_PARAM_PLASTIC_POISSON                                                                   \
    {                                                                                              \
        .name = "poisson", .unit = "1",                                                            \
        .doc = "Poisson's ratio of the body that yields; 0.3 when not given", .initial = NAN,      \
        .low = 0.0, .high = 0.5                                                                    \
    }
#define DP_PARAM_HARDNESS                                                                          \
    {                                                                                              \
        .name = "hardness", .unit = "Pa",                                                          \
        .doc = "hardness H of the softer body; 2.8 times the yield stress when not given",         \
        .initial = NAN, .low = 1.0, .high = 1e13                                                   \
    }
#define DP_PARAM_PRESSURE_FACTOR                                                                   \
    {                                                                                              \
        .name = "pressure_factor", .unit = "1",                                                    \
        .doc = "largest contact pressure over hardness at yield; 0.454 + 0.41 poisson when not "   \
               "given",                                                                            \
        .initial = NAN, .low = 0.3, .high = 1.0                                                    \
    }
#define DP_PARAM_UNLOADING(rule)                                                                   \
    {                                                                                              \
        .name = "unloading", .unit = "1",                                                          \
        .doc = "residual indentation: fit: by a fit; radius: such that the contact radius does "   \
               "not jump; brake: by the force over that of Hertz",                                 \
        .initial = (rule), .choices = dp_plastic_rules                                             \
    }
#define DP_PARAM_PLASTIC_FORM                                                                      \
    {                                                                                              \
        .name = "form", .unit = "1",                                                               \
        .doc = "printed: unloads by the rule from the onset on; passive: never gives back more "   \
               "than loading took",                                                                \
        .initial = DP_FORM_PASSIVE, .choices = dp_plastic_forms                                    \
    }
#define DP_PARAM_PARTNER                                                                           \
    {                                                                                              \
        .name = "partner", .unit = "1",                                                            \
        .doc = "rigid: one body yields against a stiffer one; equal: two like spheres",            \
        .initial = DP_PARTNER_RIGID, .choices = dp_plastic_partners                                \
    }

/// Poisson's ratio, given or 0.3.
double dp_plastic_poisson(const dp_law_def *def);

/// Hardness, given or 2.8 times the yield stress; one of them is needed.
dp_status dp_plastic_hardness(const dp_law_def *def, const dp_pair *pair, double *hardness,
                              dp_error *err);

/// Fills what all curves share. `pressure` [Pa]: xc = (pi pressure/(2E))^2 R; Hertz holds up to
/// `onset` times xc. The constants of the curve itself must be there before.
dp_status dp_prepare_plastic_sphere(const dp_law_def *def, const dp_pair *pair,
                                    dp_plastic_curve curve, double pressure, double onset,
                                    dp_contact *contact, dp_error *err);

/// jackson-green and ghaednia, which differ in the hardness and the share of Hertz.
dp_status dp_prepare_jackson_green(const dp_law_def *def, const dp_pair *pair,
                                   dp_plastic_curve curve, dp_contact *contact, dp_error *err);

#endif
