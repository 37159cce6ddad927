// The motion along the surfaces: see slide.h.

#include "impact/slide.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "frictions/tangential_spring.h"

enum { W = DP_SLIDE_SPEED, S = DP_SLIDE_WAY, Q = DP_SLIDE_SPRING, LOSS = DP_SLIDE_LOSS };
enum { MU = 0, RATIO = 1 };  // of the laws with compliance
enum { RIM, OVERTAKES, MIDDLE };

// An event that has just happened must not repeat itself: its function begins beyond zero by this
// part of what it is compared with.
static const double BIAS = 1e-12;

static int sign_of(double x) {
    return (x > 0.0) - (x < 0.0);
}

static double cap_of(const struct dp_slide *s, const struct dp_press *p) {
    return s->friction->k[MU] * p->normal;
}

// --- the profile ---

static double slope_of_bound(const struct dp_slide *s, const struct dp_press *p) {
    double k = p->stiffness;
    return k > 0.0 ? 1.5 * cap_of(s, p) / (s->friction->k[RATIO] * k * k * k) : 0.0;
}

static double rim_rate(const struct dp_press *p) {
    return 2.0 * p->stiffness * p->stiffness_rate;
}

static struct dp_cone cone_of(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    struct dp_cone cone = {.rim = p->stiffness * p->stiffness,
                           .lambda = slope_of_bound(s, p),
                           .slide = y[S] - s->way,
                           .exit = NAN,
                           .entry = NAN};
    double grows = rim_rate(p), entry = -y[W] / grows;
    // a rim that grows without slip leaves a path no steeper than the bound; at a reversal both
    // speeds vanish, and their ratio says nothing
    if (s->slip == 0 && grows > 0.0 && fabs(entry) <= 2.0 * cone.lambda) {
        cone.exit = s->exit;
        cone.entry = entry;
    }
    // a stiffness that begins as more than a root of time leaves a path that begins upright
    bool is_upright = s->profile.count == 0 && !(cone.exit * cone.rim / -cone.slide < 3.0);
    if (is_upright) cone.exit = NAN;
    return cone;
}

// d ln(lambda)/dt
static double opens(const struct dp_press *p) {
    if (!(p->normal > 0.0)) return 0.0;
    return p->normal_rate / p->normal - 3.0 * p->stiffness_rate / p->stiffness;
}

static bool is_opening(const struct dp_press *p) {
    return fabs(opens(p)) * p->stiffness > 1e-9 * fabs(p->stiffness_rate);
}

// The rim grows, and nothing slips anywhere while the bound only moves outwards: dF = kappa k ds.
static bool grows_alone(const struct dp_slide *s, const struct dp_press *p) {
    return s->slip == 0 && !s->has_front && p->stiffness_rate > 0.0 && !is_opening(p);
}

struct sums {
    double force, force_rate, loss_rate;
};

// Force, and how fast it and the loss change: the bound moves, and what sticks is bent further.
static struct sums sums_of(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    struct sums sum = {0};
    if (!(p->stiffness > 0.0)) return sum;
    const double kappa = s->friction->k[RATIO], speed = y[W], rim = rim_rate(p);
    if (grows_alone(s, p)) {
        // the path of the rim is known at its vertices only, its integral exactly
        sum.force = kappa * (s->area + y[Q] - s->entered);
        sum.force_rate = kappa * p->stiffness * speed;
        return sum;
    }
    const struct dp_cone cone = cone_of(s, y, p);
    double grows = cone.lambda * opens(p);  // d(lambda)/dt
    const struct dp_profile *kept = &s->profile;
    bool is_kept = kept->count > 0 && cone.rim == kept->y[kept->count] && cone.slide == 0.0;
    struct dp_walk walk = dp_walk_begin(kept, &cone);
    struct dp_segment part;
    double stuck = 0.0;
    for (;;) {
        if (!is_kept) dp_walk_skip(&walk, &stuck, &sum.force);
        if (!dp_walk_next(&walk, &part)) break;
        sum.force += dp_walk_area(&walk, &part);
        if (is_kept) part.slip = kept->slip[part.piece];
        double slips = part.slip * speed - cone.lambda * rim;
        double from = part.y0, to = part.y1, first, second;
        if (is_kept && part.slip != 0) {
            // what lies on the bound goes on slipping where the bound moves less than the slide
            double at = cone.rim - slips / grows;
            if (grows == 0.0 || !(at > from && at < to)) {
                double middle = slips - grows * (cone.rim - 0.5 * (from + to));
                if (!(middle > 0.0)) part.slip = 0;
            } else if (grows > 0.0) {
                from = at;
            } else {
                to = at;
            }
        }
        double width = part.slip != 0 ? sqrt(to) - sqrt(from) : 0.0;
        stuck += sqrt(part.y1) - sqrt(part.y0) - width;
        if (part.slip == 0) continue;
        dp_cone_integrals(&cone, from, to, &first, &second);
        sum.force_rate += part.slip * (grows * first + cone.lambda * rim * width);
        sum.loss_rate += cone.lambda * (slips * first - grows * second);
    }
    sum.force *= kappa;
    sum.force_rate = kappa * (sum.force_rate + stuck * speed);
    sum.loss_rate *= kappa;
    return sum;
}

// Direction in which the rim slips, 0: it grows and leaves its path behind.
static int slip_at_rim(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    double rim = rim_rate(p), bound = slope_of_bound(s, p) * rim;
    if (rim > 0.0 && fabs(y[W]) <= bound * (1.0 + BIAS)) return 0;
    if (rim >= 0.0) return sign_of(y[W]);
    // it shrinks: what it uncovers is bent one way
    const struct dp_profile *profile = &s->profile;
    int bent = profile->count > 0 ? -sign_of(profile->right[profile->count - 1]) : 0;
    if (bent == 0) return sign_of(y[W]);
    return bent * y[W] < bound ? -bent : bent;
}

static void find_core(struct dp_slide *s) {
    const struct dp_profile *p = &s->profile;
    s->core = p->count > 0 ? p->y[p->count] : 0.0;
    if (s->slip != 0 && s->ring == s->slip) s->core = p->y[p->count - 1];
}

static bool has_inner_slip(const struct dp_profile *p) {
    for (int i = 0; i + 1 < p->count; i++) {
        if (p->slip[i] != 0) return true;
    }
    return false;
}

static double profile_function(const struct dp_slide *s, const double *y, const struct dp_press *p,
                               int index) {
    const struct dp_profile *profile = &s->profile;
    double lambda = slope_of_bound(s, p), rim = p->stiffness * p->stiffness;
    double slide = y[S] - s->way, least = BIAS * lambda * s->largest;
    if (profile->count == 0 || !(lambda > 0.0)) return 1.0;
    if (s->slip == 0)
        return index == RIM ? lambda * rim_rate(p) - fabs(y[W]) + BIAS * s->speed_scale : 1.0;
    switch (index) {
    case RIM:
        return s->slip * y[W] - lambda * rim_rate(p) + BIAS * s->speed_scale;
    case OVERTAKES: {
        double at = rim < s->core ? rim : s->core;
        if (!(at > 0.0) || !(rim < profile->y[profile->count])) return 1.0;
        return s->slip * (dp_profile_value(profile, at) + slide) + 100.0 * least;
    }
    default:
        return s->core > 0.0 && !s->has_middle
                   ? lambda * rim - s->slip * (profile->u[0] + slide) + least
                   : 1.0;
    }
}

// --- the spring ---

static double spring_of(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    return s->slip != 0 ? s->slip * cap_of(s, p) : y[Q];
}

static double shrink_rate(const struct dp_press *p) {
    return p->stiffness_rate < 0.0 && p->stiffness > 0.0 ? p->stiffness_rate / p->stiffness : 0.0;
}

// d(spring)/dt of a contact that sticks.
static double stick_rate(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    return s->friction->k[RATIO] * p->stiffness * y[W] + spring_of(s, y, p) * shrink_rate(p);
}

static double with_damper(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    double cap = cap_of(s, p);
    double sum = spring_of(s, y, p) + s->friction->k[DP_SPRING_DAMPING] * y[W];
    return fabs(sum) > cap ? copysign(cap, sum) : sum;
}

// Slip takes the spring times the way that does not bend it; a contact that grows or shrinks
// gives up U |k'|/k of what the spring holds.
static double spring_loss(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    double stiffness = s->friction->k[RATIO] * p->stiffness, z = spring_of(s, y, p);
    if (!(stiffness > 0.0)) return 0.0;
    double held = 0.5 * z * z / stiffness, loss = held * fabs(p->stiffness_rate) / p->stiffness;
    if (s->slip == 0) return loss;
    double bends = s->slip * s->friction->k[MU] * p->normal_rate - z * shrink_rate(p);
    return loss + z * (y[W] - bends / stiffness);
}

static double spring_function(const struct dp_slide *s, const double *y, const struct dp_press *p,
                              int index) {
    double cap = cap_of(s, p);
    if (index == OVERTAKES) {
        double damping = s->friction->k[DP_SPRING_DAMPING];
        // at the touch itself nothing is known of the cap
        if (!(damping > 0.0 && p->stiffness > 0.0)) return 1.0;
        double room = cap - fabs(spring_of(s, y, p) + damping * y[W]);
        return (s->is_held ? -room : room) + BIAS * damping * s->speed_scale;
    }
    if (index != RIM) return 1.0;
    // where the push ends, what the spring still holds is lost in slip
    if (!(cap > 0.0)) return s->slip == 0 && y[Q] != 0.0 ? -1.0 : 1.0;
    if (s->slip == 0) return 1.0 + BIAS - fabs(y[Q]) / cap;
    return s->slip * stick_rate(s, y, p) - s->friction->k[MU] * p->normal_rate +
           BIAS * s->friction->k[RATIO] * p->stiffness * s->speed_scale;
}

static bool is_beyond_cap(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    return fabs(spring_of(s, y, p) + s->friction->k[DP_SPRING_DAMPING] * y[W]) > cap_of(s, p);
}

// At the touch spring and cap begin with zero. Does the spring outgrow the cap at once? A cap that
// was there before the spring holds it for a while.
static int slips_at_once(const struct dp_slide *s, double speed, const struct dp_press *p) {
    double stiffness = s->friction->k[RATIO] * p->stiffness;
    double grows = s->friction->k[MU] * p->normal_rate;
    bool is_first = p->normal < 1e-6 * p->normal_rate * sqrt(s->mass / stiffness);
    return is_first && stiffness * fabs(speed) > grows ? sign_of(speed) : 0;
}

static int spring_slips(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    struct dp_slide stuck = *s;
    double cap = cap_of(s, p);
    stuck.slip = 0;
    if (fabs(y[Q]) < cap * (1.0 - BIAS)) return 0;
    int way = y[Q] != 0.0 ? sign_of(y[Q]) : sign_of(y[W]);
    double bends = way * stick_rate(&stuck, y, p);
    return bends > s->friction->k[MU] * p->normal_rate ? way : 0;
}

// --- all kinds ---

static dp_friction_response by_speed(const struct dp_slide *s, const double *y,
                                     const struct dp_press *p) {
    return s->friction->law->respond(s->friction->k, p->normal, y[W], y[Q]);
}

double dp_slide_bristle(const struct dp_slide *s) {
    if (s->kind != DP_SLIDE_BY_SPEED) return INFINITY;
    const dp_friction *f = s->friction;
    dp_friction_response r = f->law->respond(f->k, 1.0, s->speed_scale, 0.0);
    return r.dz_rate_dz < 0.0 ? -r.z_rate / r.dz_rate_dz : INFINITY;
}

double dp_slide_force(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    switch (s->kind) {
    case DP_SLIDE_COULOMB:
        return s->slip * cap_of(s, p);
    case DP_SLIDE_BY_SPRING:
        return with_damper(s, y, p);
    case DP_SLIDE_BY_PROFILE:
        return sums_of(s, y, p).force;
    default:
        return -by_speed(s, y, p).force;
    }
}

void dp_slide_rates(const struct dp_slide *s, const double *y, const struct dp_press *p, double *dy,
                    double *viscous) {
    double force = 0.0;
    dy[Q] = *viscous = 0.0;
    switch (s->kind) {
    case DP_SLIDE_COULOMB:
        force = s->slip * cap_of(s, p);
        dy[LOSS] = force * y[W];
        break;
    case DP_SLIDE_BY_SPRING:
        force = with_damper(s, y, p);
        if (s->slip == 0) dy[Q] = stick_rate(s, y, p);
        dy[LOSS] = spring_loss(s, y, p);
        if (s->friction->k[DP_SPRING_DAMPING] > 0.0) *viscous = (force - spring_of(s, y, p)) * y[W];
        break;
    case DP_SLIDE_BY_PROFILE: {
        struct sums sums = sums_of(s, y, p);
        force = sums.force;
        dy[Q] = p->stiffness * y[W];
        dy[LOSS] = sums.loss_rate;
        break;
    }
    case DP_SLIDE_BY_SPEED: {
        dp_friction_response r = by_speed(s, y, p);
        force = -r.force;
        dy[Q] = r.z_rate;
        dy[LOSS] = force * y[W];
        break;
    }
    }
    dy[W] = -force / s->mass;
    dy[S] = y[W];
}

static double spring_rate(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    const double *k = s->friction->k;
    double damping = k[DP_SPRING_DAMPING], cap_rate = k[MU] * p->normal_rate;
    double sum = spring_of(s, y, p) + damping * y[W];
    if (fabs(sum) > cap_of(s, p)) return sign_of(sum) * cap_rate;
    double rate = s->slip != 0 ? s->slip * cap_rate : stick_rate(s, y, p);
    return rate - damping * sum / s->mass;
}

double dp_slide_force_rate(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    double force = dp_slide_force(s, y, p), rate = 0.0;
    switch (s->kind) {
    case DP_SLIDE_COULOMB:
        rate = s->slip * s->friction->k[MU] * p->normal_rate;
        break;
    case DP_SLIDE_BY_SPRING:
        rate = spring_rate(s, y, p);
        break;
    case DP_SLIDE_BY_PROFILE:
        rate = sums_of(s, y, p).force_rate;
        break;
    case DP_SLIDE_BY_SPEED: {
        dp_friction_response r = by_speed(s, y, p);
        rate = r.dforce_dv * force / s->mass - r.dforce_dnormal * p->normal_rate -
               r.dforce_dz * r.z_rate;
        break;
    }
    }
    return sign_of(force) * rate;
}

double dp_slide_stored(const struct dp_slide *s, const double *y, const struct dp_press *p) {
    if (s->kind == DP_SLIDE_BY_SPRING) {
        double z = spring_of(s, y, p), stiffness = s->friction->k[RATIO] * p->stiffness;
        return stiffness > 0.0 ? 0.5 * z * z / stiffness : 0.0;
    }
    if (s->kind != DP_SLIDE_BY_PROFILE || !(p->stiffness > 0.0)) return 0.0;
    struct dp_profile now;
    const struct dp_cone cone = cone_of(s, y, p);
    dp_profile_keep(&s->profile, &cone, &now);
    return 0.5 * s->friction->k[RATIO] * dp_profile_square(&now);
}

double dp_slide_function(const struct dp_slide *s, const double *y, const struct dp_press *p,
                         int index) {
    if (s->kind == DP_SLIDE_BY_SPRING) return spring_function(s, y, p, index) + s->slack[index];
    if (s->kind == DP_SLIDE_BY_PROFILE) return profile_function(s, y, p, index) + s->slack[index];
    return 1.0;
}

// A new stretch begins: every function begins above zero.
static void raise_functions(struct dp_slide *s, const double *y, const struct dp_press *p) {
    memset(s->slack, 0, sizeof s->slack);
    for (int i = 0; i < DP_SLIDE_FUNCTIONS; i++) {
        double now = dp_slide_function(s, y, p, i);
        if (now < 0.0) s->slack[i] = -2.0 * now;
    }
}

int dp_slide_targets(const struct dp_slide *s, const double *y, double speed[2]) {
    double kinks[DP_FRICTION_KINK_MAX], size = fabs(y[W]), below = 0.0, above = INFINITY;
    if (s->kind == DP_SLIDE_COULOMB && s->slip != 0) {
        speed[0] = 0.0;
        return 1;
    }
    if (s->kind != DP_SLIDE_BY_SPEED) return 0;
    const dp_friction_law *law = s->friction->law;
    int count = law->kinks == NULL ? 0 : law->kinks(s->friction->k, kinks);
    for (int i = 0; i < count; i++) {
        if (kinks[i] < size && kinks[i] > below) below = kinks[i];
        if (kinks[i] > size && kinks[i] < above) above = kinks[i];
    }
    // zero itself is no kink: the speed may die out there without ever passing it
    count = 0;
    if (below > 0.0) speed[count++] = copysign(below, y[W]);
    if (isfinite(above)) speed[count++] = copysign(above, y[W]);
    if (below == 0.0 && isfinite(above)) speed[count++] = copysign(above, -y[W]);
    return count;
}

void dp_slide_note(struct dp_slide *s, const double *y, const struct dp_press *p) {
    s->max_force = fmax(s->max_force, fabs(dp_slide_force(s, y, p)));
}

static double area_of(const struct dp_profile *p) {
    double sum = 0.0;
    for (int i = 0; i < p->count; i++)
        sum += p->area[i];
    return sum;
}

// The profile has just been kept.
static void mark_place(struct dp_slide *s, const double *y) {
    s->way = y[S];
    s->entered = y[Q];
    s->area = area_of(&s->profile);
}

void dp_slide_keep(struct dp_slide *s, const double *y, const struct dp_press *p, double time) {
    if (time > s->time) memset(s->slack, 0, sizeof s->slack);
    s->time = time;
    if (s->kind != DP_SLIDE_BY_PROFILE) {
        dp_slide_note(s, y, p);
        return;
    }
    if (!(p->stiffness > 0.0)) return;
    bool is_alone = grows_alone(s, p);
    s->is_opening = is_opening(p);
    struct sums sums = sums_of(s, y, p);
    s->max_force = fmax(s->max_force, fabs(sums.force));
    struct dp_profile next;
    const struct dp_cone cone = cone_of(s, y, p);
    int ring = s->ring;
    double core = s->core;
    s->ring = dp_profile_keep(&s->profile, &cone, &next);
    s->has_front = has_inner_slip(&next);
    if (is_alone) next.area[next.count - 1] += sums.force / s->friction->k[RATIO] - area_of(&next);
    dp_profile_copy(&next, &s->profile);
    mark_place(s, y);
    s->exit = cone.entry;
    if (cone.rim > s->largest) s->largest = cone.rim;
    find_core(s);
    if (ring != 0 && ring == s->ring && s->core > core * (1.0 + BIAS)) s->has_front = true;
}

static void leave_from_here(struct dp_slide *s, const double *y, const struct dp_press *p) {
    double rim = rim_rate(p);
    s->exit = rim > 0.0 ? -y[W] / rim : NAN;
    find_core(s);
}

void dp_slide_changes(struct dp_slide *s, double *y, const struct dp_press *p, int index) {
    int before = s->slip;
    if (s->kind == DP_SLIDE_COULOMB) {
        y[W] = 0.0;
        s->slip = 0;
    } else if (s->kind == DP_SLIDE_BY_SPRING && index == RIM) {
        if (before != 0) y[Q] = before * cap_of(s, p);
        s->slip = before != 0 ? 0 : sign_of(y[Q]);
    } else if (s->kind == DP_SLIDE_BY_SPRING) {
        s->is_held = !s->is_held;
    } else if (s->kind == DP_SLIDE_BY_PROFILE) {
        s->has_middle = index == MIDDLE;
        if (index == OVERTAKES)
            s->slip = -before;
        else if (index == RIM && before == 0)
            s->slip = sign_of(y[W]);
        else if (index == RIM)
            s->slip = rim_rate(p) > 0.0 ? 0 : -before;
        leave_from_here(s, y, p);
    }
    raise_functions(s, y, p);
}

// A spring whose stiffness falls at once loses force with it; one that gets stiffer holds less.
static void jump_spring(struct dp_slide *s, double *y, const struct dp_press *before,
                        const struct dp_press *p) {
    double ratio = s->friction->k[RATIO], old = before->stiffness, cap = cap_of(s, p);
    double z = spring_of(s, y, before);
    if (!(old > 0.0 && p->stiffness > 0.0)) return;
    y[Q] = p->stiffness < old ? z * (p->stiffness / old) : z;
    if (fabs(y[Q]) > cap) y[Q] = copysign(cap, y[Q]);
    y[LOSS] += 0.5 / ratio * (z * z / old - y[Q] * y[Q] / p->stiffness);
}

void dp_slide_settle(struct dp_slide *s, double *y, const struct dp_press *before,
                     const struct dp_press *p) {
    if (s->kind == DP_SLIDE_BY_SPRING) {
        jump_spring(s, y, before, p);
        s->slip = spring_slips(s, y, p);
        s->is_held = is_beyond_cap(s, y, p);
        raise_functions(s, y, p);
    }
    if (s->kind != DP_SLIDE_BY_PROFILE || !(p->stiffness > 0.0)) return;
    struct dp_profile next;
    const struct dp_cone cone = {p->stiffness * p->stiffness, slope_of_bound(s, p), 0.0, NAN, NAN};
    double held = dp_profile_square(&s->profile);
    s->ring = dp_profile_keep(&s->profile, &cone, &next);
    dp_profile_copy(&next, &s->profile);
    mark_place(s, y);
    y[LOSS] += 0.5 * s->friction->k[RATIO] * (held - dp_profile_square(&next));
    s->has_middle = false;
    s->slip = slip_at_rim(s, y, p);
    leave_from_here(s, y, p);
    raise_functions(s, y, p);
}

void dp_slide_begin(struct dp_slide *s, const dp_friction *friction, double mass, double speed,
                    const struct dp_press *touch) {
    const dp_friction_law *law = friction->law;
    memset(s, 0, sizeof *s);
    s->friction = friction;
    s->mass = mass;
    s->speed_scale = fabs(speed);
    s->kind = DP_SLIDE_BY_SPEED;
    if (law->respond == NULL)
        s->kind = law->grip == &dp_spring_grip ? DP_SLIDE_BY_SPRING : DP_SLIDE_BY_PROFILE;
    else if (law == dp_friction_law_find("coulomb"))
        s->kind = DP_SLIDE_COULOMB;
    double y[DP_SLIDE_UNKNOWNS] = {[W] = speed};
    if (s->kind == DP_SLIDE_COULOMB) s->slip = sign_of(speed);
    if (s->kind == DP_SLIDE_BY_SPRING) {
        s->slip = slips_at_once(s, speed, touch);
        s->is_held = is_beyond_cap(s, y, touch);
    }
    if (s->kind != DP_SLIDE_BY_PROFILE) return;
    // a contact with a stiffness of its own from the touch on is there as a whole
    bool is_there = touch->stiffness > 0.0 && touch->stiffness_rate == 0.0;
    dp_profile_flat(&s->profile, is_there ? touch->stiffness * touch->stiffness : 0.0);
    s->slip = slip_at_rim(s, y, touch);
    leave_from_here(s, y, touch);
}

void dp_slide_exchange(struct dp_slide *s, struct dp_archive *a) {
    struct dp_profile *p = &s->profile;
    long count = p->count, slip = s->slip, ring = s->ring;
    dp_archive_long(a, &slip, -1, 1);
    dp_archive_long(a, &ring, -1, 1);
    dp_archive_bool(a, &s->has_middle);
    dp_archive_bool(a, &s->has_front);
    dp_archive_bool(a, &s->is_opening);
    dp_archive_bool(a, &s->is_held);
    dp_archive_numbers(a, s->slack, DP_SLIDE_FUNCTIONS, false);
    dp_archive_numbers(a, &s->way, 1, false);
    dp_archive_numbers(a, &s->exit, 1, true);
    dp_archive_number(a, &s->largest, 0.0, DBL_MAX);
    dp_archive_number(a, &s->time, 0.0, DBL_MAX);
    dp_archive_number(a, &s->max_force, 0.0, DBL_MAX);
    dp_archive_number(a, &s->allowance, 0.0, DBL_MAX);
    dp_archive_long(a, &s->steps, 0, LONG_MAX / 2);
    dp_archive_long(a, &count, 0, DP_PROFILE_MAX);
    if (a->in != NULL && a->is_bad) return;
    s->slip = (int)slip;
    s->ring = (int)ring;
    p->count = (int)count;
    dp_archive_numbers(a, p->y, (size_t)count + 1, false);
    dp_archive_numbers(a, p->u, (size_t)count + 1, false);
    dp_archive_numbers(a, p->left, (size_t)count, false);
    dp_archive_numbers(a, p->right, (size_t)count, false);
    dp_archive_numbers(a, p->area, (size_t)count, false);
    dp_archive_numbers(a, &s->entered, 1, false);
    for (int i = 0; i < p->count; i++) {
        long on_bound = p->slip[i];
        dp_archive_long(a, &on_bound, -1, 1);
        p->slip[i] = (signed char)on_bound;
    }
    for (int i = 0; i < p->count && !a->is_bad; i++)
        a->is_bad = !(p->y[i] >= 0.0 && p->y[i + 1] >= p->y[i]);
    if (a->in == NULL || a->is_bad) return;
    for (int i = 0; i <= p->count; i++)
        p->k[i] = sqrt(p->y[i]);
    s->area = area_of(p);
    find_core(s);
}
