#ifndef DP_TEST_SPACE_WALKS_H
#define DP_TEST_SPACE_WALKS_H

// Friction laws and paths of a sliding contact for the tests of space.h.

#include "dashpot/space.h"
#include "wild_paths.h"

enum { SPACE_LAWS = 7 };

static const double space_mu = 0.4, space_ratio = 0.8;

// Every law of the catalogue that has a form in space; the last one has a damper.
static inline dp_friction space_law(int i) {
    static const char *const names[SPACE_LAWS] = {
        "coulomb", "modified-coulomb", "ambrosio",      "mindlin-deresiewicz",
        "mindlin", "cundall-strack",   "cundall-strack"};
    if (i >= 3) {
        dp_friction f = friction_with(names[i], space_mu, space_ratio);
        if (i == 6) f.k[2] = 0.02;
        return f;
    }
    if (i != 1) return friction_with(names[i], space_mu, NAN);
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(names[i]));
    dp_friction f;
    assert_int_equal(dp_friction_set(&def, "mu_s", space_mu, NULL), DP_OK);
    assert_int_equal(dp_friction_set(&def, "mu_d", 0.5 * space_mu, NULL), DP_OK);
    assert_int_equal(dp_friction_init(&f, &def, NULL), DP_OK);
    return f;
}

static inline bool space_needs_line(const dp_friction *f) {
    return strcmp(f->law->name, "mindlin-deresiewicz") == 0;
}

// Calls that must succeed.
static inline dp_space_response advance(const dp_friction *f, double *history,
                                        const dp_space_state *s) {
    dp_space_response r;
    dp_error err = {0};
    if (dp_space_advance(f, history, s, &r, &err) != DP_OK) fail_msg("%s", err.text);
    return r;
}

static inline dp_space_response respond(const dp_friction *f, const double *history,
                                        const dp_space_state *s) {
    dp_space_response r;
    dp_error err = {0};
    if (dp_space_respond(f, history, s, &r, &err) != DP_OK) fail_msg("%s", err.text);
    return r;
}

// --- vectors ---

static inline double vector_dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double vector_length(const double *a) {
    return sqrt(vector_dot(a, a));
}

static inline void vector_scale(double *a, double by) {
    for (int c = 0; c < 3; c++)
        a[c] *= by;
}

static inline void vector_cross(const double *a, const double *b, double *out) {
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

/// The contact's own axes: n across the surfaces, t and b in its plane.
typedef struct space_frame {
    double n[3], t[3], b[3];
} space_frame;

// t is perpendicular to n, at this angle from any fixed direction.
static inline space_frame frame_about(double x, double y, double z, double angle) {
    space_frame f = {.n = {x, y, z}};
    vector_scale(f.n, 1.0 / vector_length(f.n));
    double aside[3] = {0}, first[3], second[3];
    int least = 0;
    for (int c = 1; c < 3; c++) {
        if (fabs(f.n[c]) < fabs(f.n[least])) least = c;
    }
    aside[least] = 1.0;
    vector_cross(f.n, aside, first);
    vector_scale(first, 1.0 / vector_length(first));
    vector_cross(f.n, first, second);
    for (int c = 0; c < 3; c++)
        f.t[c] = cos(angle) * first[c] + sin(angle) * second[c];
    vector_cross(f.n, f.t, f.b);
    return f;
}

static inline void turn_pair(double *a, double *b, double angle) {
    double cosine = cos(angle), sine = sin(angle);
    for (int c = 0; c < 3; c++) {
        double old = a[c];
        a[c] = cosine * old + sine * b[c];
        b[c] = cosine * b[c] - sine * old;
    }
}

/// The contact rolls along t, or banks about t.
static inline void frame_roll(space_frame *f, double angle) {
    turn_pair(f->n, f->t, angle);
}

static inline void frame_bank(space_frame *f, double angle) {
    turn_pair(f->n, f->b, angle);
}

// --- wild paths ---

/// A contact that goes a wild path: steps of all sizes, stick and slip, now and then at rest, apart
/// or without a push.
typedef struct space_walk {
    uint64_t seed;
    space_frame frame;
    bool is_straight;  ///< slides along t alone
    double turning;    ///< [rad] largest turn of the axis in a step
    double speed;      ///< [m/s] of the last step, along t, where it is straight
} space_walk;

static inline dp_space_state walk_on(space_walk *w) {
    struct wild wild = wild_step(&w->seed, 0.5);
    double step = 0.05 + 0.1 * law_random(&w->seed), chance = law_random(&w->seed);
    double turn = w->turning * (2.0 * law_random(&w->seed) - 1.0);
    if (law_random(&w->seed) < 0.5)
        frame_roll(&w->frame, turn);
    else
        frame_bank(&w->frame, turn);
    double angle = w->is_straight ? 0.0 : 6.28318530717958648 * law_random(&w->seed);
    dp_space_state s = {.normal = normal_of(&wild, space_mu, space_ratio),
                        .stiffness = wild.stiffness,
                        .step = step,
                        .brake = INFINITY};
    w->speed = chance < 0.03 ? 0.0 : wild.slide / step;
    if (chance > 0.97) s.stiffness = 0.0;
    if (chance > 0.94 && chance < 0.96) s.normal = -s.normal;
    memcpy(s.axis, w->frame.n, sizeof s.axis);
    for (int c = 0; c < 3; c++)
        s.velocity[c] = w->speed * (cos(angle) * w->frame.t[c] + sin(angle) * w->frame.b[c]);
    return s;
}

#endif
