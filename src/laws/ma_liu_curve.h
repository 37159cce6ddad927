#ifndef DP_MA_LIU_CURVE_H
#define DP_MA_LIU_CURVE_H

#include <math.h>

#include "base/error.h"
#include "base/math.h"
#include "dashpot/law.h"
#include "dashpot/pair.h"

// The loading curve of Ma and Liu: Hertz up to the yield indentation dc, a logarithmic
// elastoplastic stretch to dp, then a straight line. Once in value and slope at both joints:
//     P = Ke x^1.5                     x < dc = pi^2 R py^2/(4 E^2),  py = 1.61 sigma_y
//     P = x (c1 + c2 ln(x/dc)) + c3    dc <= x < dp = dc epsilon^2/2
//     P = Pp + k1 (x - dp)             x >= dp
// Source: 000 Eq 1-2, 002 Eq 1-3. Used by ma-liu, wang-dashpot and wang-kelvin-voigt.

/// Order of the constants; a kernel may use the places from DP_ML_OWN on for itself.
enum {
    DP_ML_KE,
    DP_ML_DC,
    DP_ML_DP,
    DP_ML_C1,
    DP_ML_C2,
    DP_ML_C3,
    DP_ML_PP,
    DP_ML_K1,
    DP_ML_INVERSE_DC,
    DP_ML_UC,  ///< energy at dc
    DP_ML_UP,  ///< energy at dp
    DP_ML_OWN
};

#define DP_PARAM_PSI                                                                               \
    {                                                                                              \
        .name = "psi", .unit = "1",                                                                \
        .doc = "mean pressure of the fully plastic contact over the yield stress", .initial = 3.0, \
        .low = 0.81, .high = 10.0                                                                  \
    }
#define DP_PARAM_EPSILON                                                                           \
    {                                                                                              \
        .name = "epsilon", .unit = "1",                                                            \
        .doc = "sets where full plasticity begins: dp = dc epsilon^2/2", .initial = 13.0,          \
        .low = 2.0, .high = 100.0                                                                  \
    }

/// A point of the curve.
typedef struct dp_ml_point {
    double force, slope, energy;
} dp_ml_point;

/// Fill the constants of the curve from pair, psi and epsilon. Refuses values so far apart that the
/// yield indentation is no normal number.
dp_status dp_ml_constants(const dp_pair *pair, double psi, double epsilon, double *k,
                          dp_error *err);

/// Slope of the chord from yield to full plasticity, (Pp-Pc)/(dp-dc): 000 Eq 17, 002 Eq 12.
double dp_ml_chord(const double *k);

/// Curve at x >= 0 with root = sqrt(x). Branch-free, so that it vectorises.
DP_INLINE dp_ml_point dp_ml_load(const double *k, double x, double root) {
    double above = x > k[DP_ML_DC] ? x : k[DP_ML_DC];
    double ln = dp_log(above * k[DP_ML_INVERSE_DC]);
    double over = x - k[DP_ML_DP];
    double hertz = k[DP_ML_KE] * x * root;
    double mixed = x * (k[DP_ML_C1] + k[DP_ML_C2] * ln) + k[DP_ML_C3];
    double line = k[DP_ML_PP] + k[DP_ML_K1] * over;

    double square = x * x, start = k[DP_ML_DC] * k[DP_ML_DC];
    double mixed_energy = k[DP_ML_UC] + 0.5 * k[DP_ML_C1] * (square - start) +
                          k[DP_ML_C2] * (0.5 * square * ln - 0.25 * (square - start)) +
                          k[DP_ML_C3] * (x - k[DP_ML_DC]);
    double line_energy = k[DP_ML_UP] + over * (k[DP_ML_PP] + 0.5 * k[DP_ML_K1] * over);

    int yields = x > k[DP_ML_DC], plastic = x >= k[DP_ML_DP];
    return (dp_ml_point){
        .force = plastic  ? line
                 : yields ? mixed
                          : hertz,
        .slope = plastic  ? k[DP_ML_K1]
                 : yields ? k[DP_ML_C1] + k[DP_ML_C2] * (ln + 1.0)
                          : 1.5 * k[DP_ML_KE] * root,
        .energy = plastic  ? line_energy
                  : yields ? mixed_energy
                           : 0.4 * hertz * x,
    };
}

/// Slope of the curve at x > 0, and how it changes.
DP_INLINE double dp_ml_stiffness(const double *k, double x, double *slope) {
    double stiffness = dp_ml_load(k, x, sqrt(x)).slope;
    int yields = x > k[DP_ML_DC], plastic = x >= k[DP_ML_DP];
    *slope = plastic ? 0.0 : (yields ? k[DP_ML_C2] : 0.5 * stiffness) / x;
    return stiffness;
}

#endif
