// The value of a parameter that delivers a wanted restitution: closed form for the Hunt-Crossley
// family, else a scan for a change of sign and Brent's method within it.

#include "laws/tune.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "laws/request.h"
#include "laws/samples.h"

// The scan need not be fine, the delivered restitution is a tame function; it only must not be so
// coarse that two roots hide between neighbours.
enum { POINTS_PER_DECADE = 8, DECADES = 8, LINEAR_POINTS = 100, HALVINGS = 60, ITERATIONS = 200 };

struct search {
    const dp_contact_def *def;
    double wanted;
    bool is_linear;          // of the search variable: value itself, else its logarithm
    double lowest, highest;  // delivered so far
    dp_error err;            // last one, should no value work at all
};

// A value tried, with what it delivers above the wanted restitution; NaN where nothing is
// delivered.
struct trial {
    double x, excess;
};

static double value_of(const struct search *search, double x) {
    return search->is_linear ? x : exp(x);
}

static dp_status deliver(struct search *search, double value, cli_delivery *delivered) {
    dp_contact_def def = *search->def;
    dp_status status = contact_assign(&def, def.law.law->tune, value, &search->err);
    return status == DP_OK ? cli_deliver(&def, delivered, &search->err) : status;
}

static double excess_of(struct search *search, double value) {
    cli_delivery delivered;
    if (deliver(search, value, &delivered) != DP_OK) return NAN;
    double e = delivered.restitution;
    if (isnan(search->lowest) || e < search->lowest) search->lowest = e;
    if (isnan(search->highest) || e > search->highest) search->highest = e;
    // the integration is good to about 1e-13
    double excess = e - search->wanted;
    return fabs(excess) <= 2e-13 * search->wanted ? 0.0 : excess;
}

static struct trial try_at(struct search *search, double x) {
    return (struct trial){x, excess_of(search, value_of(search, x))};
}

static bool encloses(struct trial a, struct trial b) {
    return (a.excess <= 0.0 && b.excess >= 0.0) || (a.excess >= 0.0 && b.excess <= 0.0);
}

// Between a value that works and one that does not (an overdamped law never lets go) the wanted
// restitution may still lie: walk towards the edge.
static bool walk_to_edge(struct search *search, struct trial *works, double fails) {
    for (int i = 0; i < HALVINGS; i++) {
        struct trial middle = try_at(search, 0.5 * (works->x + fails));
        if (isnan(middle.excess)) {
            fails = middle.x;
            continue;
        }
        if (encloses(*works, middle)) {
            *works = middle;
            return true;
        }
        *works = middle;
    }
    return false;
}

// Brent's method on [a, b] with a change of sign: inverse quadratic or secant steps, bisection when
// they do not shrink the bracket. b is the best value so far, c the one before with other sign.
static double brent(struct search *search, struct trial a, struct trial b) {
    struct trial c = a;
    double step = b.x - a.x, before = step;
    for (int i = 0; i < ITERATIONS && b.excess != 0.0; i++) {
        if ((b.excess > 0.0) == (c.excess > 0.0)) {
            c = a;
            step = before = b.x - a.x;
        }
        if (fabs(c.excess) < fabs(b.excess)) {
            a = b, b = c, c = a;
        }
        // a relative 1e-12 of the value: of x itself, or absolute when x is its logarithm
        double tolerance = 1e-12 * (search->is_linear ? fabs(b.x) : 0.1);
        double half = 0.5 * (c.x - b.x);
        if (fabs(half) <= tolerance) break;

        double s = b.excess / a.excess, p, q;
        if (a.x == c.x) {
            p = 2.0 * half * s;
            q = 1.0 - s;
        } else {
            double r = b.excess / c.excess, t = a.excess / c.excess;
            p = s * (2.0 * half * t * (t - r) - (b.x - a.x) * (r - 1.0));
            q = (t - 1.0) * (r - 1.0) * (s - 1.0);
        }
        if (p > 0.0) q = -q;
        p = fabs(p);
        bool is_good = fabs(before) >= tolerance && fabs(a.excess) > fabs(b.excess) &&
                       2.0 * p < fmin(3.0 * half * q - fabs(tolerance * q), fabs(before * q));
        before = is_good ? step : half;
        step = is_good ? p / q : half;

        a = b;
        double moved = fabs(step) > tolerance ? step : copysign(tolerance, half);
        b = try_at(search, b.x + moved);
        // a hole in the middle: give up on speed and keep what is known
        if (isnan(b.excess)) return a.x;
    }
    return b.x;
}

struct range {
    double low, high;  // of the value
    bool has_zero;     // 0 is a value of its own, outside the logarithmic scan
};

static struct range range_of(const dp_contact_def *def, bool *is_linear) {
    const dp_law *law = def->law.law;
    int index = dp_law_param_index(law, law->tune);
    *is_linear = false;
    // materials yield between 1 MPa and 1 TPa
    if (index < 0 && strcmp(law->tune, "yield") == 0) return (struct range){1.0, 1e14, false};
    if (index < 0) {
        double scale = 1.0;
        for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
            const dp_pair_field *field = dp_pair_field_at(i);
            if (strcmp(field->name, law->tune) == 0)
                scale = natural_scale(def, pair_unit(law, field));
        }
        return (struct range){1e-8 * scale, 1e8 * scale, false};
    }
    const dp_param *param = &law->params[index];
    double scale = natural_scale(def, param->unit);
    if (isnan(scale)) scale = 1.0;
    struct range range = {fmax(param->low, pow(10.0, -DECADES) * scale),
                          fmin(param->high, pow(10.0, DECADES) * scale), param->low <= 0.0};
    if (!(range.low < range.high)) range.low = param->low, range.high = param->high;
    *is_linear = strcmp(param->unit, "1") == 0 && param->high <= 1.0;
    if (*is_linear) range.low = param->low;
    return range;
}

static bool scan(struct search *search, struct range range, double *value) {
    if (range.has_zero && excess_of(search, 0.0) == 0.0) {
        *value = 0.0;
        return true;
    }
    // upwards from little damping; a restitution downwards, so that of several roots the one
    // nearest to what is wanted comes first
    double start = search->is_linear ? range.high : log(range.low);
    double end = search->is_linear ? range.low : log(range.high);
    int count = search->is_linear ? LINEAR_POINTS
                                  : 1 + (int)((end - start) / log(10.0) * POINTS_PER_DECADE);
    struct trial last = {start, NAN};
    for (int i = 0; i <= count; i++) {
        struct trial now = try_at(search, start + (end - start) * i / count);
        struct trial left = last, right = now;
        bool is_edge = i > 0 && isnan(last.excess) != isnan(now.excess);
        bool found = encloses(last, now);
        if (is_edge && isnan(now.excess)) {
            right = last;
            found = walk_to_edge(search, &right, now.x);
        } else if (is_edge) {
            left = now;
            found = walk_to_edge(search, &left, last.x);
        }
        if (found || now.excess == 0.0) {
            *value = value_of(search, now.excess == 0.0 ? now.x : brent(search, left, right));
            return true;
        }
        last = now;
    }
    return false;
}

dp_status cli_tune(const dp_contact_def *def, double wanted, cli_tuning *out, dp_error *err) {
    const dp_law *law = def->law.law;
    struct search search = {.def = def, .wanted = wanted, .lowest = NAN, .highest = NAN};
    cli_delivery delivered = {.restitution = NAN};
    double value = dp_hunt_crossley_damping(wanted);

    bool is_family = strcmp(law->tune, "damping_factor") == 0 && isfinite(value) &&
                     excess_of(&search, value) == 0.0;
    bool found = is_family;
    if (!is_family) {
        struct range range = range_of(def, &search.is_linear);
        found = scan(&search, range, &value);
    }
    if (found && deliver(&search, value, &delivered) == DP_OK &&
        fabs(delivered.restitution - wanted) <= 1e-8) {
        *out = (cli_tuning){value, delivered, search.lowest, search.highest};
        return DP_OK;
    }
    if (isnan(search.lowest)) {
        *err = search.err;
        return err->status;
    }
    if (found)
        return dp_fail(err, DP_ERR_NUMERIC,
                       "%s jumps over a restitution of %g at %s = %g and cannot deliver it",
                       law->name, wanted, law->tune, value);
    return dp_fail(err, DP_ERR_NUMERIC,
                   "no %s makes %s deliver a restitution of %g; it delivers %.6g to %.6g here",
                   law->tune, law->name, wanted, search.lowest, search.highest);
}
