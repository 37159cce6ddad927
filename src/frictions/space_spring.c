// A capped spring in space: see space_spring.h. One inline function serves the scalar call and the
// loops of every instruction set, so all of them give the same bits.

#include "frictions/space_spring.h"

#include <math.h>
#include <string.h>

#include "base/math.h"
#include "frictions/tangential_spring.h"
#include "kernels/targets.h"

enum { ZX, ZY, ZZ, K, CAP, DAMPER };  // history

struct lane {
    double normal, stiffness, step, n[3], v[3], m[DP_SPACE_SPRING_ENTRIES];
};

struct answer {
    double m[DP_SPACE_SPRING_ENTRIES], force[3], stored, friction;
};

DP_INLINE double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

DP_INLINE double over(double a, double b) {
    return b > 0.0 ? a / b : 0.0;
}

// What slip takes while the spring is moved along the direction of `moved` and the cap goes from
// its old size to the new one.
DP_INLINE double slip_loss(double from, double before, double moved, double held, double stiff) {
    double gap = before - from, way = moved - from - (held - before);
    double met = before + over(gap, way) * (held - before);
    double loss = over(0.5 * (met + held) * (way - gap), stiff);
    return way > gap ? loss : 0.0;
}

// The dashpot beside the spring; their sum is capped as well. What the cap takes of the sum pushes
// aside, too; the part along the velocity, which is returned, does work.
DP_INLINE double add_damper(const double *k, const struct lane *s, double cap, struct answer *a) {
    double total[3], pushed[3];
    for (int c = 0; c < 3; c++)
        total[c] = a->m[c] + k[DP_SPRING_DAMPING] * s->v[c];
    double whole = sqrt(dot(total, total)), share = whole > cap ? over(cap, whole) : 1.0;
    for (int c = 0; c < 3; c++) {
        a->force[c] = -(total[c] * share);
        pushed[c] = total[c] * share - a->m[c];
    }
    return over(dot(pushed, s->v), sqrt(dot(s->v, s->v)));
}

DP_INLINE struct answer advance(const double *k, const struct lane *s, int with_energy,
                                int with_damper) {
    double normal = s->normal > 0.0 ? s->normal : 0.0,
           now = s->stiffness > 0.0 ? s->stiffness : 0.0;
    double old = s->m[K], sum = now + old, ratio = k[DP_SPRING_RATIO];
    double cap = k[DP_SPRING_MU] * normal;
    double secant = over(2.0 / 3.0 * (now * now + now * old + old * old), sum);
    double shrunk = sqrt(over(now, old)), factor = now < old ? shrunk : 1.0;

    // the spring lies in the plane again, as long as before
    double across = dot(s->m, s->n), z[3], moved[3], stiff = ratio * secant;
    for (int c = 0; c < 3; c++)
        z[c] = s->m[c] - across * s->n[c];
    double length2 = dot(s->m, s->m), turn = sqrt(over(length2, dot(z, z))) * factor;
    for (int c = 0; c < 3; c++) {
        z[c] *= turn;
        moved[c] = z[c] + stiff * (s->step * s->v[c]);
    }
    double size = sqrt(dot(moved, moved)), most = over(cap, factor);
    double held = size * factor > cap ? most : size, keep = over(held, size) * factor;

    struct answer a;
    for (int c = 0; c < 3; c++) {
        a.m[c] = moved[c] * keep;
        a.force[c] = -a.m[c];
    }
    double damper = with_damper ? add_damper(k, s, cap, &a) : 0.0;
    a.m[K] = now;
    a.m[CAP] = now > 0.0 ? cap : 0.0;
    a.m[DAMPER] = now > 0.0 ? damper : 0.0;
    if (!with_energy) return a;

    double spring = held * factor;
    a.stored = over(spring * spring, 2.0 * ratio * now);
    double from = over(dot(z, moved), size), stretched2 = length2 * factor * factor;
    double was = sqrt(stretched2), bound = s->m[CAP] * factor, before = bound > was ? bound : was;
    double slip = size * factor > cap ? slip_loss(from, before, size, held, stiff) : 0.0;
    double given = over(length2, 2.0 * ratio * old);
    double kept = given - over(stretched2 - held * held, 2.0 * stiff) - a.stored;
    a.friction = now > 0.0 ? kept + slip : given;
    if (with_damper) {
        double slid = s->step * sqrt(dot(s->v, s->v));
        a.friction += 0.5 * (s->m[DAMPER] + damper) * slid;
    }
    return a;
}

int dp_space_spring_entries(const double *k) {
    return k[DP_SPRING_DAMPING] > 0.0 ? DAMPER + 1 : DAMPER;
}

dp_space_response dp_space_spring(const double *k, const double *from, const dp_space_state *state,
                                  double *to) {
    struct lane s = {.normal = state->normal, .stiffness = state->stiffness, .step = state->step};
    size_t size = (size_t)dp_space_spring_entries(k) * sizeof *from;
    memcpy(s.n, state->axis, sizeof s.n);
    memcpy(s.v, state->velocity, sizeof s.v);
    memcpy(s.m, from, size);
    struct answer a = k[DP_SPRING_DAMPING] > 0.0 ? advance(k, &s, 1, 1) : advance(k, &s, 1, 0);
    memcpy(to, a.m, size);
    return (dp_space_response){
        {a.force[0], a.force[1], a.force[2]}, .stored = a.stored, .friction = a.friction};
}

// The arrays do not overlap; gcc does not take that from restrict on local pointers.
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(enable)")
#elif defined(__GNUC__)
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define INDEPENDENT
#endif

#define LOOP_FOR(isa, name, with_energy, with_damper)                                              \
    DP_TARGET_##isa static void name##_##isa(const double *k, const dp_space_arrays *lanes) {      \
        const size_t count = lanes->count;                                                         \
        const double step = lanes->step, c[] = {k[0], k[1], k[2]};                                 \
        const double *restrict normal = lanes->normal, *restrict stiffness = lanes->stiffness;     \
        const double *restrict nx = lanes->axis[0], *restrict ny = lanes->axis[1];                 \
        const double *restrict nz = lanes->axis[2], *restrict vx = lanes->velocity[0];             \
        const double *restrict vy = lanes->velocity[1], *restrict vz = lanes->velocity[2];         \
        double *restrict m0 = lanes->history[0], *restrict m1 = lanes->history[1];                 \
        double *restrict m2 = lanes->history[2], *restrict m3 = lanes->history[3];                 \
        double *restrict m4 = lanes->history[4], *restrict m5 = lanes->history[5];                 \
        double *restrict fx = lanes->force[0], *restrict fy = lanes->force[1];                     \
        double *restrict fz = lanes->force[2], *restrict stored = lanes->stored;                   \
        double *restrict friction = lanes->friction;                                               \
        (void)stored, (void)friction, (void)m5;                                                    \
        INDEPENDENT                                                                                \
        for (size_t i = 0; i < count; i++) {                                                       \
            struct lane s = {normal[i],                                                            \
                             stiffness[i],                                                         \
                             step,                                                                 \
                             {nx[i], ny[i], nz[i]},                                                \
                             {vx[i], vy[i], vz[i]},                                                \
                             {m0[i], m1[i], m2[i], m3[i], m4[i], with_damper ? m5[i] : 0.0}};      \
            struct answer a = advance(c, &s, with_energy, with_damper);                            \
            m0[i] = a.m[0], m1[i] = a.m[1], m2[i] = a.m[2];                                        \
            m3[i] = a.m[3], m4[i] = a.m[4];                                                        \
            if (with_damper) m5[i] = a.m[5];                                                       \
            fx[i] = a.force[0], fy[i] = a.force[1], fz[i] = a.force[2];                            \
            if (with_energy) stored[i] = a.stored, friction[i] = a.friction;                       \
        }                                                                                          \
    }

typedef void (*loop)(const double *k, const dp_space_arrays *lanes);

// by what is asked for: energies, and by the law: a damper
#define LOOPS_FOR(isa)                                                                             \
    LOOP_FOR(isa, forces, 0, 0)                                                                    \
    LOOP_FOR(isa, damped_forces, 0, 1)                                                             \
    LOOP_FOR(isa, energies, 1, 0)                                                                  \
    LOOP_FOR(isa, damped_energies, 1, 1)
#define LOOPS_OF(isa)                                                                              \
    {                                                                                              \
        {forces_##isa, damped_forces_##isa}, {                                                     \
            energies_##isa, damped_energies_##isa                                                  \
        }                                                                                          \
    }

LOOPS_FOR(baseline)
#if DP_HAVE_X86
LOOPS_FOR(avx2)
LOOPS_FOR(avx512)
static const loop loops[DP_ISA_COUNT][2][2] = {LOOPS_OF(baseline), LOOPS_OF(avx2),
                                               LOOPS_OF(avx512)};
#else
static const loop loops[DP_ISA_COUNT][2][2] = {LOOPS_OF(baseline)};
#endif

void dp_space_springs_on(const double *k, const dp_space_arrays *lanes, dp_isa isa) {
    loops[isa][lanes->friction != NULL][k[DP_SPRING_DAMPING] > 0.0](k, lanes);
}

void dp_space_springs(const double *k, const dp_space_arrays *lanes) {
    dp_space_springs_on(k, lanes, dp_isa_best());
}
