// Mindlin and Deresiewicz: exact partial slip of a round contact that slides along one line, under
// any sequence of normal and tangential loads. See profile.h. The history holds the profile, so no
// spring stands in for it; a bounded number of pieces does, see dp_profile_thin.

#include <string.h>

#include "frictions/profile.h"
#include "frictions/sliding.h"

enum { MU, RATIO };
enum { PIECES, LAMBDA, MIDDLE, SPARE, FIRST };  // history: what comes before the pieces
enum { PER_PIECE = 4 };
_Static_assert(FIRST + PER_PIECE * DP_PROFILE_KEPT <= DP_GRIP_HISTORY_MAX, "history is too short");

static const dp_param params[] = {
    [MU] = DP_PARAM_MU("mu", 0.0, "coefficient of friction"),
    [RATIO] = DP_PARAM_RATIO(14.0 / 17.0),
    {0},
};

static dp_status prepare(const dp_friction_def *def, dp_friction *friction, dp_error *err) {
    (void)err;
    friction->k[MU] = def->value[MU];
    friction->k[RATIO] = def->value[RATIO];
    return DP_OK;
}

static void unpack(const double *m, struct dp_profile *p) {
    p->count = m[PIECES] >= 1.0 && m[PIECES] <= DP_PROFILE_KEPT ? (int)m[PIECES] : 0;
    p->y[0] = 0.0;
    p->u[0] = m[MIDDLE];
    for (int i = 0; i < p->count; i++) {
        const double *from = m + FIRST + PER_PIECE * i;
        p->y[i + 1] = from[0];
        p->u[i + 1] = from[1];
        p->left[i] = from[2];
        p->right[i] = from[3];
    }
    dp_profile_areas(p);
}

static void pack(const struct dp_profile *p, double lambda, double *m) {
    memset(m, 0, DP_GRIP_HISTORY_MAX * sizeof *m);
    m[PIECES] = p->count;
    m[LAMBDA] = lambda;
    m[MIDDLE] = p->count > 0 ? p->u[0] : 0.0;
    for (int i = 0; i < p->count; i++) {
        double *to = m + FIRST + PER_PIECE * i;
        to[0] = p->y[i + 1];
        to[1] = p->u[i + 1];
        to[2] = p->left[i];
        to[3] = p->right[i];
    }
}

static struct dp_cone cone_of(const double *k, const dp_grip_state *s) {
    double rim = s->stiffness * s->stiffness;
    return (struct dp_cone){.rim = rim,
                            .lambda = 1.5 * k[MU] * s->normal / (k[RATIO] * rim * s->stiffness),
                            .slide = s->slide,
                            .exit = NAN,
                            .entry = NAN};
}

// Adds what one segment says of the tangents. Through lambda = 3 mu F_n/(2 kappa k^3) and the rim
// y = k^2 the bound depends on normal force and stiffness; what has just entered depends on the
// stiffness as well.
static void add_tangents(const struct dp_walk *walk, const struct dp_segment *s, double kappa,
                         const dp_grip_state *state, dp_grip_response *r) {
    const struct dp_cone *cone = walk->cone;
    const struct dp_profile *p = walk->profile;
    double k = state->stiffness, width = sqrt(s->y1) - sqrt(s->y0), first, second;
    if (s->slip != 0) {
        dp_cone_integrals(cone, s->y0, s->y1, &first, &second);
        double by_lambda = s->slip * first, by_rim = s->slip * cone->lambda * width;
        if (state->normal > 0.0)
            r->dforce_dnormal -= kappa * by_lambda * cone->lambda / state->normal;
        r->dforce_dstiffness -= kappa * (2.0 * k * by_rim - 3.0 * cone->lambda / k * by_lambda);
    } else if (s->piece < p->count) {
        r->dforce_dslide -= kappa * width;
    } else {
        double from = p->count > 0 ? p->y[p->count] : 0.0, grown = cone->rim - from;
        dp_cone_integrals(cone, s->y0, s->y1, &first, &second);
        double by_rim = (width - first / grown) * cone->slide / grown;
        r->dforce_dslide -= kappa * first / grown;
        r->dforce_dstiffness -= kappa * 2.0 * k * by_rim;
    }
}

static dp_grip_response respond(const double *k, const double *m, const dp_grip_state *state) {
    dp_grip_response r = {0};
    struct dp_profile kept, next;
    double kappa = k[RATIO];
    unpack(m, &kept);
    if (state->stiffness == 0.0) {
        r.friction = 0.5 * kappa * dp_profile_square(&kept);
        return r;
    }
    const struct dp_cone cone = cone_of(k, state);
    struct dp_walk walk = dp_walk_begin(&kept, &cone);
    struct dp_segment s;
    double area = 0.0;
    while (dp_walk_next(&walk, &s)) {
        area += dp_walk_area(&walk, &s);
        add_tangents(&walk, &s, kappa, state, &r);
    }
    r.force = -kappa * area;
    dp_profile_keep(&kept, &cone, &next);
    r.stored = 0.5 * kappa * dp_profile_square(&next);
    r.friction = kappa * dp_profile_loss(&kept, m[LAMBDA], &cone);
    return r;
}

static void commit(const double *k, double *m, const dp_grip_state *state) {
    struct dp_profile kept, next;
    unpack(m, &kept);
    const struct dp_cone cone = cone_of(k, state);
    dp_profile_keep(&kept, &cone, &next);
    dp_profile_thin(&next, DP_PROFILE_KEPT);
    pack(&next, cone.lambda, m);
}

static const dp_grip grip = {
    {"profile", "m", "bending of the surfaces over the contact, in at most 32 cubic pieces"},
    respond,
    commit,
};

const dp_friction_law dp_friction_law_mindlin_deresiewicz = {
    .name = "mindlin-deresiewicz",
    .summary = "exact partial slip of a round contact along one line, for any sequence of loads",
    .formula = "F_t = kappa int_0^k_u u dk, |u| <= 3 mu F_n/(2 kappa k_u) (1 - k^2/k_u^2); u "
               "follows the slide where the bound is not reached, and enters with 0 at the rim",
    .source = "Cattaneo 1938; Mindlin, Deresiewicz 1953; Jaeger 1993; Popov, Hess 2015",
    .equation = "not in papers 000-004; Maw, Barber, Fawcett 1976 solve impacts with it",
    .validity = "sliding along one line; exact for Hertz contacts of like materials; with damped, "
                "plastic and linear normal laws the pressure is that of Hertz, scaled to F_n",
    .confidence = "certain",
    .params = params,
    .prepare = prepare,
    .grip = &grip,
};
