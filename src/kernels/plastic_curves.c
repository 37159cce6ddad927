// Loading curves of plastic spheres, x > 0. At a joint the form below it holds.

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/math.h"
#include "kernels/plastic_sphere.h"

static dp_plastic_point hertz(const double *k, double x) {
    double root = sqrt(x);
    return (dp_plastic_point){
        .force = k[DP_PS_K] * x * root,
        .slope = 1.5 * k[DP_PS_K] * root,
        .radius = sqrt(k[DP_PS_RADIUS] * x),
        .radius_growth = 0.5 / x,
    };
}

// --- jackson-green, ghaednia ---

// Contact radius: that of the plastic fit, R x (w/1.9)^B; hardening pulls it back to Hertz.
static void fit_radius(const double *k, double x, dp_plastic_point *at) {
    double elastic = sqrt(k[DP_PS_RADIUS] * x);
    // so large only far beyond all use, where it must not overflow
    double wider = fmin(pow(x / k[DP_PS_ONSET], 0.5 * k[DP_PS_B]), 1e150);
    double growth = 0.5 * (1.0 + k[DP_PS_B]) / x;
    double y = k[DP_PS_Y] * exp(k[DP_PS_GROWTH] * (x - k[DP_PS_XC]));
    double share = exp(y), fades = share > 0.0 ? y * k[DP_PS_GROWTH] : 0.0;
    double plastic = elastic * wider;
    double radius = elastic + (plastic - elastic) * share;
    double slope = 0.5 * elastic / x * (1.0 - share) +
                   share * (plastic * growth + (plastic - elastic) * fades);
    at->radius = radius;
    at->radius_growth = slope / radius;
}

// 4 H/(C sy) and its slope: the hardness falls as the contact grows.
static double jackson_green_hardness(const double *k, const dp_plastic_point *at, double *slope) {
    double z = 0.82 * pow(at->radius / k[DP_PS_SPAN], -0.7);
    *slope = -0.7 * 2.84 * k[DP_PS_HARD] * exp(-z) * z * at->radius_growth;
    return -2.84 * k[DP_PS_HARD] * expm1(-z);
}

// Beyond a contact as wide as the span the cosine would turn back; its slope is 0 there.
static double ghaednia_hardness(const double *k, double x, const dp_plastic_point *at,
                                double *slope) {
    bool is_wide = x > k[DP_PS_WIDE];
    double angle = DP_PI * at->radius / k[DP_PS_SPAN];
    *slope = is_wide ? 0.0 : -0.92 * k[DP_PS_HARD] * sin(angle) * angle * at->radius_growth;
    return k[DP_PS_HARD] * (2.84 - 0.92 * (is_wide ? 2.0 : 1.0 - cos(angle)));
}

static dp_plastic_point jackson_green(const double *k, double x) {
    int hardens = k[DP_PS_CURVE] == DP_CURVE_GHAEDNIA;
    dp_plastic_point at;
    fit_radius(k, x, &at);
    double hard_slope, w = x / k[DP_PS_XC];
    double hard = hardens ? ghaednia_hardness(k, x, &at, &hard_slope)
                          : jackson_green_hardness(k, &at, &hard_slope);

    double p = pow(w, 5.0 / 12.0), q = pow(w, 5.0 / 9.0) / 25.0;
    double elastic = exp(-0.25 * p) * w * sqrt(w);
    double elastic_slope = elastic * (1.5 - 5.0 / 48.0 * p) / x;
    double flows = -expm1(-q), flows_slope = 5.0 / 9.0 * q * exp(-q) / x;
    double force = k[DP_PS_FC] * (elastic + hard * flows * w);
    double slope = k[DP_PS_FC] * (elastic_slope + (hard_slope * flows + hard * flows_slope) * w +
                                  hard * flows / k[DP_PS_XC]);
    double share = hardens ? k[DP_PS_SHARE] : 0.0, root = sqrt(x);
    at.force = force + (k[DP_PS_K] * x * root - force) * share;
    at.slope = slope + (1.5 * k[DP_PS_K] * root - slope) * share;
    return at;
}

// Eighth-order difference of the slope. The formulas go on below the onset and on both sides of
// the joint, so no other form comes in. All powers begin at 0, 64 steps away; what grows as
// exp(GROWTH x) asks for shorter steps where that is the quicker one.
static double jackson_green_bend(const double *k, double x) {
    static const double weight[] = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
    double stretch[DP_CONSTANT_MAX];
    memcpy(stretch, k, sizeof stretch);
    if (k[DP_PS_CURVE] == DP_CURVE_GHAEDNIA)
        stretch[DP_PS_WIDE] = x > k[DP_PS_WIDE] ? 0.0 : INFINITY;
    double h = x / (64.0 * (1.0 + k[DP_PS_GROWTH] * x)), sum = 0.0;
    for (int i = 1; i <= 4; i++)
        sum += weight[i - 1] *
               (jackson_green(stretch, x + i * h).slope - jackson_green(stretch, x - i * h).slope);
    return sum / h;
}

// --- kogut-etsion ---

// F/Fc = scale w^power, a^2/(R x) = area w^area_power, up to w = end
static const struct power_piece {
    double end, scale, power, area, area_power;
} pieces[] = {
    {6.0, 1.03, 1.425, 0.93, 0.136},
    {110.0, 1.40, 1.263, 0.94, 0.146},
    {INFINITY, 1.0, 1.0, 2.0, 0.0},
};

static dp_plastic_point kogut_etsion(const double *k, double x) {
    double w = x / k[DP_PS_XC];
    // the joints are products, so that rounding puts no indentation on another side
    int i = x <= 6.0 * k[DP_PS_XC] ? 0 : x <= 110.0 * k[DP_PS_XC] ? 1 : 2;
    const struct power_piece *piece = &pieces[i];
    double scale = i < 2 ? piece->scale : k[DP_PS_LINE];
    double force = k[DP_PS_FC] * scale * pow(w, piece->power);
    return (dp_plastic_point){
        .force = force,
        .slope = piece->power * force / x,
        .radius = sqrt(k[DP_PS_RADIUS] * x * piece->area * pow(w, piece->area_power)),
        .radius_growth = 0.5 * (1.0 + piece->area_power) / x,
    };
}

static double kogut_etsion_bend(const double *k, double x) {
    int i = x <= 6.0 * k[DP_PS_XC] ? 0 : x <= 110.0 * k[DP_PS_XC] ? 1 : 2;
    return (pieces[i].power - 1.0) * kogut_etsion(k, x).slope / x;
}

static double kogut_etsion_work(const double *k, double a, double b) {
    double sum = 0.0, xc = k[DP_PS_XC];
    for (int i = 0; i < 3; i++) {
        double n = pieces[i].power + 1.0, scale = i < 2 ? pieces[i].scale : k[DP_PS_LINE];
        double low = i == 0 ? 1.0 : pieces[i - 1].end;
        double from = fmax(a / xc, low), to = fmin(b / xc, pieces[i].end);
        if (to > from) sum += scale / n * (pow(to, n) - pow(from, n));
    }
    return k[DP_PS_FC] * xc * sum;
}

// --- chang-etsion-bogy ---

static dp_plastic_point chang_etsion_bogy(const double *k, double x) {
    double twice = 2.0 * x - k[DP_PS_XC], line = 1.5 * k[DP_PS_FC] / k[DP_PS_XC];
    return (dp_plastic_point){
        .force = line * twice,
        .slope = 2.0 * line,
        .radius = sqrt(k[DP_PS_RADIUS] * twice),
        .radius_growth = 1.0 / twice,
    };
}

static double chang_etsion_bogy_work(const double *k, double a, double b) {
    return 1.5 * k[DP_PS_FC] / k[DP_PS_XC] * (b - a) * (b + a - k[DP_PS_XC]);
}

// --- zhao-maietta-chang ---

static dp_plastic_point zhao_maietta_chang(const double *k, double x) {
    double x1 = k[DP_PS_XC], x2 = k[DP_PS_X2];
    int plastic = x > x2;
    double q = plastic ? 1.0 : (x - x1) / (x2 - x1);
    double s = 1.0 + q * q * (3.0 - 2.0 * q), s_slope = 6.0 * q * (1.0 - q) / (x2 - x1);
    double pressure = plastic ? 1.0 : 1.0 - k[DP_PS_SOFTER] * log(x2 / x);
    double pressure_slope = plastic ? 0.0 : k[DP_PS_SOFTER] / x;
    return (dp_plastic_point){
        .force = k[DP_PS_FLOW] * x * s * pressure,
        .slope = k[DP_PS_FLOW] * (pressure * (s + x * s_slope) + x * s * pressure_slope),
        .radius = sqrt(k[DP_PS_RADIUS] * x * s),
        .radius_growth = 0.5 * (1.0 / x + s_slope / s),
    };
}

static double zhao_maietta_chang_bend(const double *k, double x) {
    double x1 = k[DP_PS_XC], x2 = k[DP_PS_X2], width = x2 - x1, softer = k[DP_PS_SOFTER];
    if (x > x2) return 0.0;
    double q = (x - x1) / width, s = 1.0 + q * q * (3.0 - 2.0 * q);
    double s_slope = 6.0 * q * (1.0 - q) / width, s_bend = 6.0 * (1.0 - 2.0 * q) / (width * width);
    double pressure = 1.0 - softer * log(x2 / x);
    return k[DP_PS_FLOW] *
           (pressure * (2.0 * s_slope + x * s_bend) + softer * (s / x + 2.0 * s_slope));
}

// --- all of them ---

dp_plastic_point dp_plastic_load(const double *k, double x) {
    if (x <= k[DP_PS_ONSET]) return hertz(k, x);
    switch ((dp_plastic_curve)k[DP_PS_CURVE]) {
    case DP_CURVE_KOGUT_ETSION:
        return kogut_etsion(k, x);
    case DP_CURVE_CHANG_ETSION_BOGY:
        return chang_etsion_bogy(k, x);
    case DP_CURVE_ZHAO_MAIETTA_CHANG:
        return zhao_maietta_chang(k, x);
    default:
        return jackson_green(k, x);
    }
}

double dp_plastic_bend(const double *k, double x) {
    if (x <= k[DP_PS_ONSET]) return 0.5 * hertz(k, x).slope / x;
    switch ((dp_plastic_curve)k[DP_PS_CURVE]) {
    case DP_CURVE_KOGUT_ETSION:
        return kogut_etsion_bend(k, x);
    case DP_CURVE_CHANG_ETSION_BOGY:
        return 0.0;
    case DP_CURVE_ZHAO_MAIETTA_CHANG:
        return zhao_maietta_chang_bend(k, x);
    default:
        return jackson_green_bend(k, x);
    }
}

int dp_plastic_joints(const double *k, double joints[2]) {
    switch ((dp_plastic_curve)k[DP_PS_CURVE]) {
    case DP_CURVE_KOGUT_ETSION:
        joints[0] = 6.0 * k[DP_PS_XC];
        joints[1] = 110.0 * k[DP_PS_XC];
        return 2;
    case DP_CURVE_ZHAO_MAIETTA_CHANG:
        joints[0] = k[DP_PS_X2];
        return 1;
    case DP_CURVE_GHAEDNIA:
        joints[0] = k[DP_PS_WIDE];
        return k[DP_PS_WIDE] > k[DP_PS_ONSET];
    default:
        return 0;
    }
}

// 16-point Gauss-Legendre on [-1, 1], one half.
static const double nodes[8] = {0.09501250983763744, 0.28160355077925891, 0.45801677765722739,
                                0.61787624440264375, 0.75540440835500303, 0.86563120238783174,
                                0.94457502307323258, 0.98940093499164993};
static const double weights[8] = {0.18945061045506850, 0.18260341504492359, 0.16915651939500254,
                                  0.14959598881657673, 0.12462897125553387, 0.09515851168249278,
                                  0.06225352393864789, 0.02715245941175409};

static double gauss(const double *k, double a, double b) {
    double middle = 0.5 * (a + b), half = 0.5 * (b - a), sum = 0.0;
    for (int i = 0; i < 8; i++)
        sum += weights[i] * (dp_plastic_load(k, middle - half * nodes[i]).force +
                             dp_plastic_load(k, middle + half * nodes[i]).force);
    return half * sum;
}

// Pieces over which x doubles: the roots and powers begin at 0, a whole piece away.
static double quadrature(const double *k, double a, double b) {
    double sum = 0.0;
    while (a < b) {
        double next = b > 2.2 * a ? 2.0 * a : b;
        sum += gauss(k, a, next);
        a = next;
    }
    return sum;
}

double dp_plastic_work_between(const double *k, double a, double b) {
    switch ((dp_plastic_curve)k[DP_PS_CURVE]) {
    case DP_CURVE_KOGUT_ETSION:
        return kogut_etsion_work(k, a, b);
    case DP_CURVE_CHANG_ETSION_BOGY:
        return chang_etsion_bogy_work(k, a, b);
    case DP_CURVE_ZHAO_MAIETTA_CHANG: {
        double low = fmax(a, k[DP_PS_X2]), line = b > low ? (b - low) * (b + low) : 0.0;
        return quadrature(k, a, fmin(b, k[DP_PS_X2])) + k[DP_PS_FLOW] * line;
    }
    case DP_CURVE_GHAEDNIA: {
        double joint = fmin(fmax(a, k[DP_PS_WIDE]), b);
        return quadrature(k, a, joint) + quadrature(k, joint, b);
    }
    default:
        return quadrature(k, a, b);
    }
}

double dp_plastic_work(const double *k, double x) {
    double onset = k[DP_PS_ONSET], top = x > onset ? onset : x;
    double elastic = 0.4 * k[DP_PS_K] * top * top * sqrt(top);
    return x > onset ? elastic + dp_plastic_work_between(k, onset, x) : elastic;
}
