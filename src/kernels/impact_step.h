#ifndef DP_QUICK_STEP_H
#define DP_QUICK_STEP_H

#include "kernels/loops.h"

// Steps of a block of impacts, for kernel_impact_batch.h.
//
// With delta = z^p and dt = p z^(p-1) ds (see impact/motion.c) the motion is
//     dz/ds = v,   dv/ds = a(z, v) = -(p/m) z^(p-1) F,   dt/ds = p z^(p-1).
// The steps are those of solve/dop853.c. Since dz/ds = v, the stages of z need no rates of their
// own: z_i = z + h (c_i v + h sum (A A)_ij a_j). That takes the powers of z off the critical path:
// they are ready before v_i is.

// All of it is inlined into one function per kernel and instruction set, except where a sanitizer
// watches every access: that function would take the compiler minutes.
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define DP_QUICK_INLINE static __attribute__((noinline, unused, optimize("no-var-tracking")))
#else
#define DP_QUICK_INLINE DP_INLINE
#endif

enum { DP_QUICK_WIDTH = 16, DP_QUICK_CONSTANTS = 4 };

/// The law in the smooth variable: the response at delta = z^p.
typedef dp_response (*dp_quick_law)(const double *k, const double *m, double z, double rate);

/// What is known when the code is compiled.
struct dp_quick_form {
    int width, power, entries, pulls;
    double care;  ///< 1 for laws that are polynomials in z; more makes shorter steps
    dp_quick_law law;
};

/// Impacts under way.
struct dp_quick_lanes {
    double z[DP_QUICK_WIDTH], v[DP_QUICK_WIDTH], t[DP_QUICK_WIDTH], a[DP_QUICK_WIDTH];
    double h[DP_QUICK_WIDTH];        ///< next step; 0: the lane is idle
    double push[DP_QUICK_WIDTH];     ///< -p/m
    double strict[DP_QUICK_WIDTH];   ///< weight of the squared error
    double lets_go[DP_QUICK_WIDTH];  ///< 1: the contact ends where the force reaches zero
    double k[DP_QUICK_CONSTANTS][DP_QUICK_WIDTH], m[DP_HISTORY_MAX][DP_QUICK_WIDTH];
    size_t index[DP_QUICK_WIDTH];  ///< in the batch
    long born[DP_QUICK_WIDTH];     ///< step of the block at which it began
};

/// Where a step or a landing would lead.
struct dp_quick_trial {
    double z[DP_QUICK_WIDTH], v[DP_QUICK_WIDTH], t[DP_QUICK_WIDTH], a[DP_QUICK_WIDTH];
    double error[DP_QUICK_WIDTH];  ///< squared, over what is allowed
    double decay[DP_QUICK_WIDTH];  ///< -da/dv
};

// Sets of lanes are numbers, one bit for each.
static const uint64_t dp_quick_bit[DP_QUICK_WIDTH] = {
    1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
    1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};

// Rolled up: unrolled loops are four times the code and no faster.
#if defined(__clang__)
#define DP_ROLLED _Pragma("clang loop vectorize(assume_safety) interleave(disable) unroll(disable)")
#else
#define DP_ROLLED _Pragma("GCC unroll 1")
#endif
#define DP_EACH_LANE DP_ROLLED for (int i = 0; i < f.width; i++)

// Below this the indentation underflows; a dashpot that does not vanish with the indentation acts
// from here on, and a trial stage beyond separation is held here.
DP_QUICK_INLINE double dp_quick_inside(int power, double z) {
    double least = power == 1 ? 1e-300 : power == 2 ? 1e-150 : 1e-75;
    return z < least ? least : z;
}

// z^(p-1)
DP_QUICK_INLINE double dp_quick_stretch(int power, double z) {
    return power == 1 ? 1.0 : power == 2 ? z : z * z * z;
}

DP_QUICK_INLINE double dp_quick_power(int power, double z) {
    return power == 1 ? z : power == 2 ? z * z : z * z * (z * z);
}

DP_QUICK_INLINE dp_response dp_quick_respond(struct dp_quick_form f, const struct dp_quick_lanes *b,
                                             int i, double z, double v) {
    const double k[DP_CONSTANT_MAX] = {b->k[0][i], b->k[1][i], b->k[2][i], b->k[3][i]};
    const double m[DP_HISTORY_MAX] = {f.entries > 0 ? b->m[0][i] : 0.0,
                                      f.entries > 1 ? b->m[1][i] : 0.0};
    return f.law(k, m, z, v);
}

DP_QUICK_INLINE double dp_quick_force(struct dp_quick_form f, const struct dp_quick_lanes *b, int i,
                                      double z, double v) {
    dp_response r = dp_quick_respond(f, b, i, z, v);
    return r.spring + r.damper;
}

// The tableau, written out: STAGE(number, node, weight in the result, sum for z, sum for v). The
// zeros are left out, for nothing would remove them.
#define DP_QUICK_TABLEAU(STAGE)                                                                    \
    STAGE(1, 0.05260015195876773, 0.0, 0.0, 0.05260015195876773 * Q(0))                            \
    STAGE(2, 0.0789002279381516, 0.0, 0.003112622984346139 * Q(0),                                 \
          0.0197250569845379 * Q(0) + 0.0591751709536137 * Q(1))                                   \
    STAGE(3, 0.11835034190722739, 0.0, 0.001750850428694703 * Q(0) + 0.005252551286084109 * Q(1),  \
          0.02958758547680685 * Q(0) + 0.08876275643042054 * Q(2))                                 \
    STAGE(4, 0.2816496580927726, 0.0,                                                              \
          0.009915816237971964 * Q(0) - 0.05234336665618132 * Q(1) + 0.0820908153700972 * Q(2),    \
          0.2413651341592667 * Q(0) - 0.8845494793282861 * Q(2) + 0.924834003261792 * Q(3))        \
    STAGE(5, 0.3333333333333333, 4.450312892752409,                                                \
          0.035337931304886355 * Q(0) - 0.09581915952175495 * Q(2) + 0.11603678377242414 * Q(3),   \
          0.037037037037037035 * Q(0) + 0.17082860872947386 * Q(3) + 0.12546768756682242 * Q(4))   \
    STAGE(6, 0.25, 1.8915178993145003,                                                             \
          0.018920483189113917 * Q(0) - 0.03815245266364541 * Q(2) + 0.05268745617004205 * Q(3) -  \
              0.00220548669551055 * Q(4),                                                          \
          0.037109375 * Q(0) + 0.17025221101954405 * Q(3) + 0.06021653898045596 * Q(4) -           \
              0.017578125 * Q(5))                                                                  \
    STAGE(7, 0.30769230769230765, -5.801203960010585,                                              \
          0.03067021189623757 * Q(0) - 0.07975482628537983 * Q(2) + 0.0979912056772412 * Q(3) -    \
              0.0014238754814449106 * Q(4) - 0.00014543770014516837 * Q(5),                        \
          0.03709200011850479 * Q(0) + 0.17038392571223998 * Q(3) + 0.10726203044637328 * Q(4) -   \
              0.015319437748624402 * Q(5) + 0.008273789163814023 * Q(6))                           \
    STAGE(8, 0.6512820512820523, 0.3111643669578199,                                               \
          0.4696608773351989 * Q(2) - 0.15229089727622033 * Q(0) - 0.06814140470279349 * Q(3) +    \
              0.010711857531715548 * Q(4) + 0.31196985474604216 * Q(5) -                           \
              0.35982613247286355 * Q(6),                                                          \
          0.6241109587160757 * Q(0) - 3.3608926294469414 * Q(3) - 0.868219346841726 * Q(4) +       \
              27.59209969944671 * Q(5) + 20.154067550477894 * Q(6) - 43.48988418106996 * Q(7))     \
    STAGE(9, 0.600000000000001, -0.1521609496625161,                                               \
          0.30128953154727944 * Q(2) - 0.11020716722377495 * Q(0) + 0.07865735349516435 * Q(3) +   \
              0.03083887398123964 * Q(4) - 0.3196041475513031 * Q(5) - 0.6851760518136165 * Q(6) + \
              0.8842016075650119 * Q(7),                                                           \
          0.47766253643826434 * Q(0) - 2.4881146199716677 * Q(3) - 0.590290826836843 * Q(4) +      \
              21.230051448181193 * Q(5) + 15.279233632882423 * Q(6) - 33.28821096898486 * Q(7) -   \
              0.020331201708508627 * Q(8))                                                         \
    STAGE(10, 0.8571428571428569, 0.20136540080403034,                                             \
          0.3721894995071433 * Q(0) - 0.5050736261155677 * Q(2) - 0.46149874648558287 * Q(3) -     \
              0.0651850934854191 * Q(4) + 4.098038403866563 * Q(5) + 3.892210284407239 * Q(6) -    \
              7.025278165955347 * Q(7) + 0.06194438303648047 * Q(8),                               \
          5.186372428844064 * Q(3) - 0.9371424300859873 * Q(0) + 1.0914373489967295 * Q(4) -       \
              8.149787010746927 * Q(5) - 18.52006565999696 * Q(6) + 22.739487099350505 * Q(7) +    \
              2.4936055526796523 * Q(8) - 3.0467644718982196 * Q(9))                               \
    STAGE(11, 0.9999999999999986, 0.04471061572777259,                                             \
          0.8347994820739504 * Q(2) - 0.7650750098382334 * Q(0) + 1.7559441441931178 * Q(3) +      \
              0.23253698859550634 * Q(4) + 11.903719357881826 * Q(5) - 1.9034949405460546 * Q(6) - \
              10.951226401858317 * Q(7) + 1.3530625395360725 * Q(8) - 1.9602661600378632 * Q(9),   \
          2.273310147516538 * Q(0) - 10.53449546673725 * Q(3) - 2.0008720582248625 * Q(4) -        \
              17.9589318631188 * Q(5) + 27.94888452941996 * Q(6) - 2.8589982771350235 * Q(7) -     \
              8.87285693353063 * Q(8) + 12.360567175794303 * Q(9) + 0.6433927460157636 * Q(10))

#define DP_QUICK_WEIGHT_0 0.054293734116568765
#define DP_QUICK_SUM_V                                                                             \
    (DP_QUICK_WEIGHT_0 * Q(0) + 4.450312892752409 * Q(5) + 1.8915178993145003 * Q(6) -             \
     5.801203960010585 * Q(7) + 0.3111643669578199 * Q(8) - 0.1521609496625161 * Q(9) +            \
     0.20136540080403034 * Q(10) + 0.04471061572777259 * Q(11))
#define DP_QUICK_SUM_Z                                                                             \
    (0.054293734116568765 * Q(0) + 2.9668752618349394 * Q(5) + 1.4186384244858752 * Q(6) -         \
     4.016218126161174 * Q(7) + 0.1085085997596497 * Q(8) - 0.060864379865006285 * Q(9) +          \
     0.028766485829147242 * Q(10))
#define DP_QUICK_ERROR_5                                                                           \
    (0.01312004499419488 * Q(0) - 1.2251564463762044 * Q(5) - 0.4957589496572502 * Q(6) +          \
     1.6643771824549864 * Q(7) - 0.35032884874997366 * Q(8) + 0.3341791187130175 * Q(9) +          \
     0.08192320648511571 * Q(10) - 0.022355307863886294 * Q(11))
// taken from the sum of the result, this leaves the error of third order
#define DP_QUICK_SUM_3                                                                             \
    (0.2440944881889764 * Q(0) + 0.7338466882816118 * Q(8) + 0.02205882352941177 * Q(11))

// One step of every lane. Q(j) is h a_j, the change of speed of stage j.
DP_QUICK_INLINE void dp_quick_step(struct dp_quick_form f, double mix,
                                   const struct dp_quick_lanes *restrict b,
                                   struct dp_quick_trial *restrict out) {
    double q[12][DP_QUICK_WIDTH], gain[DP_QUICK_WIDTH], time[DP_QUICK_WIDTH];
    DP_EACH_LANE {
        gain[i] = b->push[i] * b->h[i];
        q[0][i] = b->a[i] * b->h[i];
        time[i] = DP_QUICK_WEIGHT_0 * dp_quick_stretch(f.power, b->z[i]);
    }
#define Q(j) q[j][i]
#define DP_QUICK_STAGE(n, node, weight, sum_z, sum_v)                                              \
    DP_EACH_LANE {                                                                                 \
        double z = b->z[i] + b->h[i] * ((node)*b->v[i] + (sum_z));                                 \
        double v = b->v[i] + (sum_v), inside = dp_quick_inside(f.power, z);                        \
        double stretch = dp_quick_stretch(f.power, inside);                                        \
        q[n][i] = gain[i] * stretch * dp_quick_force(f, b, i, inside, v);                          \
        if ((weight) != 0.0) time[i] += (weight)*stretch;                                          \
    }
    DP_QUICK_TABLEAU(DP_QUICK_STAGE)
    DP_EACH_LANE {
        double sum = DP_QUICK_SUM_V, e5 = DP_QUICK_ERROR_5, e3 = sum - DP_QUICK_SUM_3;
        double z = b->z[i] + b->h[i] * (b->v[i] + DP_QUICK_SUM_Z), v = b->v[i] + sum;
        double inside = dp_quick_inside(f.power, z);
        out->z[i] = z;
        out->v[i] = v;
        out->t[i] = b->t[i] + f.power * b->h[i] * time[i];
        double pull = b->push[i] * dp_quick_stretch(f.power, inside);
        dp_response r = dp_quick_respond(f, b, i, inside, v);
        out->a[i] = pull * (r.spring + r.damper);
        out->decay[i] = -pull * r.dforce_drate;
        out->error[i] = b->strict[i] * (e5 * e5 + mix * (e3 * e3));
    }
#undef DP_QUICK_STAGE
}

// Factor for the next step, 0.7 error^(-3/16): the root by halving the exponent of the number, a
// few percent off, which is nothing here. `error` is squared.
DP_QUICK_INLINE double dp_quick_factor(double error) {
    double e = error < 1e12 ? error : 1e12;  // NaN too
    uint64_t u = dp_bits(e < 1e-12 ? 1e-12 : e);
    double factor =
        0.7 * dp_from_bits(0x3ff0000000000000u + 0x05fe800000000000u - (u >> 4) - (u >> 5));
    return factor > 2.0 ? 2.0 : factor;
}

// Two over a number, some percent off: the longest step in a motion that dies out at this rate.
// Beyond it the estimate no longer sees the error.
DP_QUICK_INLINE double dp_quick_longest(double decay) {
    return 2.0 * dp_from_bits(0x7fde000000000000u - dp_bits(fabs(decay)));
}

// Would a step of length h from here pass the next event?
DP_QUICK_INLINE int dp_quick_passes(double z, double v, double a, double change, double h) {
    double turn = v + h * (a + 0.5 * change), end = z + h * (v + 0.5 * h * a);
    return (v > 0.0 ? turn : end) <= 0.0;
}

// Take what is good, choose the next steps; returns the set of lanes that have to be landed.
DP_QUICK_INLINE uint64_t dp_quick_take(struct dp_quick_form f, struct dp_quick_lanes *restrict b,
                                       const struct dp_quick_trial *restrict to) {
    uint64_t events = 0;
    DP_EACH_LANE {
        double z = b->z[i], v = b->v[i], a = b->a[i], h = b->h[i], factor, limit, next;
        double z1 = to->z[i], v1 = to->v[i], a1 = to->a[i];
        // at the touch the low derivatives vanish: trust the estimate less, and expect more after
        factor = dp_quick_factor(to->error[i]);
        factor = f.power > 1 && z <= 0.0 ? 0.6 * factor : factor;
        limit = z <= 0.0 ? 0.04 : f.power == 1 ? 0.25 : 1.0;
        int slack = (f.pulls != 0) & (b->lets_go[i] > 0.0) & (v1 < 0.0) & (a1 > 0.0);
        // a little before the reversal, lest a stage has passed it: some laws change there
        int crosses = (v > 0.0) & (v1 <= 0.03 * v);
        crosses |= (z1 <= 0.0) | slack;
        int good = to->error[i] <= limit;
        int takes = good & !crosses;
        next = h * factor;
        double longest = dp_quick_longest(to->decay[i]);
        next = next > longest ? longest : next;
        // nobody knows when a force that may turn to tension will do so
        int foresees = takes & ((v1 > 0.0) | (b->lets_go[i] <= 0.0));
        double change = factor * (a1 - a);
        int soon = foresees & dp_quick_passes(z1, v1, a1, change, next);
        // with p = 1 the motion is so smooth that a landing cannot be as long as a step
        int near =
            f.power > 1 ? soon : soon & dp_quick_passes(z1, v1, a1, 0.5 * change, 0.5 * next);
        next = (soon & !near) ? 0.6 * next : next;
        b->z[i] = takes ? z1 : z;
        b->v[i] = takes ? v1 : v;
        b->t[i] = takes ? to->t[i] : b->t[i];
        b->a[i] = takes ? a1 : a;
        b->h[i] = (good & crosses) ? h : next;
        events |= ((good & crosses) | near) ? dp_quick_bit[i] : 0;
    }
    return events;
}

#endif
