// Restitution of the families that other programs' laws belong to.

#include "engines/families.h"

#include "base/error.h"
#include "base/root.h"
#include "dashpot/restitution.h"

double dp_pulling(double zeta) {
    return dp_kelvin_voigt_restitution(zeta, 0);
}

double dp_pulling_ratio(double e) {
    return dp_kelvin_voigt_damping_ratio(e, 0);
}

double dp_clamped(double zeta) {
    return dp_kelvin_voigt_restitution(zeta, 1);
}

double dp_clamped_ratio(double e) {
    return dp_kelvin_voigt_damping_ratio(e, 1);
}

// --- the step as part of the law -----------------------------------------------------------------
//
// Lengths in h v, speeds in v. A contact has about pi/sqrt(w2) steps, fewer when it is damped.

// Shortest and longest step in units of sqrt(m/k): above the second a contact is over in one or two
// steps, and without damping the explicit step no longer returns; below the first the loop takes
// long and the step no longer matters.
#define SHORTEST 1e-5
#define LONGEST 2.0

enum { STEPS_MAX = 10000000, PHASES = 64, SCAN = 100, TRIALS = 400 };

// More damping than this turns the motion round within one explicit step.
#define EXPLICIT_MOST 1.2

double dp_step_restitution(const struct dp_step_law *law, double q, double phase) {
    double x = phase, u = 1.0, w2 = law->w2, share = law->is_implicit ? 1.0 / (1.0 + q) : 1.0;
    // the first step is taken even where all of it lies ahead
    for (int i = 0; i < STEPS_MAX; i++) {
        double force, next;
        if (law->is_implicit) {
            next = (u - w2 * x) * share;
            force = w2 * x + q * next;
        } else {
            force = w2 * x + q * u;
            next = u - force;
        }
        if (force <= 0.0) return -u;
        u = next;
        x += u;
        if (x <= 0.0) return -u;
    }
    return NAN;
}

// Least damping that a program takes: ODE and Bullet add h k of their own.
static double least(const struct dp_step_law *law) {
    return law->is_implicit ? law->w2 : 0.0;
}

struct wish {
    struct dp_step_law law;
    double e;
};

static double excess(double q, const void *context) {
    const struct wish *wish = (const struct wish *)context;
    return dp_step_restitution(&wish->law, q, 0.5) - wish->e;
}

// The smallest q that delivers it; NaN: none. Restitution falls with q, in the explicit step until
// the damper alone turns the motion round.
static double damping_for(const struct wish *wish) {
    double low = least(&wish->law), above = excess(low, wish);
    if (above == 0.0) return low;
    if (!(above > 0.0)) return NAN;
    double most = wish->law.is_implicit ? 1e12 : EXPLICIT_MOST;
    double guess = low + 2.0 * dp_clamped_ratio(wish->e) * sqrt(wish->law.w2);
    double stride = fmax(0.05 * guess, 1e-3 * sqrt(wish->law.w2));
    for (double q = low + stride; low < most; q = low + stride) {
        if (q > most) q = most;
        if (excess(q, wish) <= 0.0) return dp_root(excess, wish, low, q);
        low = q;
        stride *= 1.1;
    }
    return NAN;
}

// Could a step of so many sqrt(m/k) deliver it?
static bool reaches(bool is_implicit, double length, double e) {
    const struct wish wish = {{is_implicit, length * length}, e};
    return !isnan(damping_for(&wish));
}

// Longest step in units of sqrt(m/k) up to which every step delivers it.
static double longest(bool is_implicit, double e) {
    double good = 0.0, bad = NAN;
    for (int i = 1; i <= SCAN && isnan(bad); i++) {
        double length = LONGEST * i / SCAN;
        if (reaches(is_implicit, length, e))
            good = length;
        else
            bad = length;
    }
    for (int i = 0; i < 50 && bad - good > 1e-12 * bad; i++) {
        double middle = 0.5 * (good + bad);
        // too short to be tried: it fails at every step
        if (middle < SHORTEST) return 0.0;
        if (reaches(is_implicit, middle, e))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

// What any damping delivers with this step.
static dp_status refuse_restitution(const dp_export_case *c, const struct wish *wish,
                                    dp_error *err) {
    double high = dp_step_restitution(&wish->law, least(&wish->law), 0.5), low = high;
    for (int i = 0; i <= TRIALS && !wish->law.is_implicit; i++)
        low = fmin(low, dp_step_restitution(&wish->law, EXPLICIT_MOST * i / TRIALS, 0.5));
    return dp_unreachable(c, wish->law.is_implicit ? 0.0 : low, high, err);
}

static dp_status check_step(const dp_export_case *c, double step, double most, dp_error *err) {
    double unit = sqrt(c->mass / c->spring);
    if (step < SHORTEST * unit)
        return dp_fail_time(err, "step", step, SHORTEST * unit, most,
                            "be at least 1e-5 of sqrt(mass/stiffness), or it does not matter");
    if (step <= LONGEST * unit || !(most > 0.0)) return DP_OK;
    dp_fail(err, DP_ERR_RANGE,
            "step is %g s; for a restitution of %g it must be at most %.6g s, since the contact "
            "itself lasts %.3g s",
            step, c->restitution, most, 3.14159265358979 * unit);
    return dp_blame_number(err, DP_SUBJECT_PARAMETER, "step", step, 0.0, most);
}

dp_status dp_step_solve(const dp_export_case *c, bool is_implicit, struct dp_step_answer *answer,
                        dp_error *err) {
    double step = dp_key(c, "step"), unit = sqrt(c->mass / c->spring), length = step / unit;
    const struct wish wish = {{is_implicit, length * length}, c->restitution};
    answer->longest = longest(is_implicit, c->restitution) * unit;
    dp_status status = check_step(c, step, answer->longest, err);
    if (status != DP_OK) return status;
    answer->q = damping_for(&wish);
    if (isnan(answer->q)) {
        if (!(answer->longest > 0.0 && answer->longest < step))
            return refuse_restitution(c, &wish, err);
        dp_fail(err, DP_ERR_RANGE,
                "step is %g s; for a restitution of %g it must be at most %.6g s, or %s", step,
                c->restitution, answer->longest,
                is_implicit ? "the step alone damps too much" : "no damping delivers it");
        return dp_blame_number(err, DP_SUBJECT_PARAMETER, "step", step, 0.0, answer->longest);
    }
    answer->delivered = dp_step_restitution(&wish.law, answer->q, 0.5);
    answer->low = answer->high = answer->delivered;
    for (int i = 0; i <= PHASES; i++) {
        double e = dp_step_restitution(&wish.law, answer->q, (double)i / PHASES);
        answer->low = fmin(answer->low, e);
        answer->high = fmax(answer->high, e);
    }
    answer->longest = fmax(answer->longest, step);
    return DP_OK;
}

void dp_step_tell(const dp_export_case *c, const struct dp_step_answer *answer, dp_export *out) {
    out->delivered = answer->delivered;
    out->low = answer->low;
    out->high = answer->high;
    out->max_step = answer->longest;
    dp_note(out,
            "holds for a step of %g s and a touch in the middle of a step; elsewhere in the step "
            "%.4g to %.4g come out, and the spread falls with the step",
            dp_key(c, "step"), answer->low, answer->high);
    dp_note(out, "the longest step that reaches this restitution is %.4g s", answer->longest);
}
