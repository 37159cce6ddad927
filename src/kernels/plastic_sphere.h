#ifndef DP_PLASTIC_SPHERE_H
#define DP_PLASTIC_SPHERE_H

#include "dashpot/kernel.h"

// Spheres that load along a curve of their own and unload along a Hertz curve through a residual
// indentation. One kernel for five laws: the curve and the rule of unloading are constants. The
// curves need powers, so the loops stay scalar; what is shared costs little then, and the code is
// as small as that of one law.

/// Loading curves.
typedef enum dp_plastic_curve {
    DP_CURVE_JACKSON_GREEN,
    DP_CURVE_GHAEDNIA,
    DP_CURVE_KOGUT_ETSION,
    DP_CURVE_CHANG_ETSION_BOGY,
    DP_CURVE_ZHAO_MAIETTA_CHANG,
} dp_plastic_curve;

/// Where unloading ends: the recoverable depth d = x - x_r of an indentation x.
typedef enum dp_plastic_rule {
    DP_UNLOADS_BY_FIT,     ///< Jackson, Chusoipin, Green: a fit in x/xc
    DP_UNLOADS_BY_RADIUS,  ///< d = 3F/(4 E a): the contact radius does not jump
    DP_UNLOADS_BY_BRAKE,   ///< d = x F/F_Hertz
} dp_plastic_rule;
enum { DP_PASSIVE_RULES = 3 };

/// Order of the constants.
enum {
    DP_PS_K,          ///< Hertz stiffness
    DP_PS_CURVE,      ///< dp_plastic_curve
    DP_PS_RULE,       ///< dp_plastic_rule, and DP_PASSIVE_RULES more where x_r is at least 0
    DP_PS_XC,         ///< critical indentation
    DP_PS_ONSET,      ///< Hertz up to here
    DP_PS_THRESHOLD,  ///< unloads along the loading curve up to here
    DP_PS_DENT,       ///< from here on the rule leaves a residual indentation above 0
    DP_PS_FC,         ///< force of Hertz at xc
    DP_PS_RADIUS,     ///< R
    DP_PS_OWN,        ///< from here on those of the curve

    // jackson-green, ghaednia
    DP_PS_B = DP_PS_OWN,  ///< exponent of the contact area
    DP_PS_SPAN,           ///< [m] the contact radius counts in units of it
    DP_PS_HARD,           ///< 4 H/(C sy) of the undeformed sphere, without its numbers
    DP_PS_Y,              ///< ghaednia: Y at xc
    DP_PS_GROWTH,         ///< [1/m] ln Y grows by it
    DP_PS_SHARE,          ///< share of Hertz in the force
    DP_PS_WIDE,           ///< the contact is as wide as the span; least hardness from here on

    // kogut-etsion
    DP_PS_LINE = DP_PS_OWN,  ///< F/Fc over x/xc in the end

    // zhao-maietta-chang
    DP_PS_X2 = DP_PS_OWN,  ///< fully plastic from here
    DP_PS_FLOW,            ///< [N/m] pi R H
    DP_PS_SOFTER,          ///< (1-k)/ln 54
};

/// A point of the loading curve: force, its slope, contact radius, its slope over itself.
typedef struct dp_plastic_point {
    double force, slope, radius, radius_growth;
} dp_plastic_point;

/// The loading curve at x > 0, NaN for NaN.
dp_plastic_point dp_plastic_load(const double *k, double x);

/// How its slope changes [N/m^2], on the stretch to which x belongs.
double dp_plastic_bend(const double *k, double x);

/// Where the curve beyond the onset changes its form, ascending; returns how many (at most 2).
int dp_plastic_joints(const double *k, double joints[2]);

/// Work of virgin loading to x, and between two indentations of one stretch (onset <= a <= b).
double dp_plastic_work(const double *k, double x);
double dp_plastic_work_between(const double *k, double a, double b);

/// What unloading from x on the loading curve gives back [J], and the depth x - x_r of the rule,
/// which may be larger than x.
double dp_plastic_recovered(const double *k, double x);
double dp_plastic_depth(const double *k, double x);

/// The kernel. Constants in the order above.
extern const dp_kernel dp_kernel_plastic_sphere;

#endif
