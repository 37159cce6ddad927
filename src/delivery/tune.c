// The value of a parameter that delivers a wanted restitution: closed form for the Hunt-Crossley
// family, else a scan for a change of sign and a root within it.

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/root.h"
#include "dashpot/delivery.h"
#include "dashpot/restitution.h"

dp_impact_scale dp_impact_scale_of(const dp_contact_def *def, double mass, double speed) {
    const dp_pair *pair = &def->pair;
    bool is_linear = def->law.law->needs & DP_NEEDS_LINEAR;
    double modulus = isnan(pair->modulus) ? 1e11 : pair->modulus;
    double radius = isnan(pair->radius) ? 0.01 : pair->radius;
    double hertz =
        isnan(pair->stiffness) || is_linear ? 4.0 / 3.0 * modulus * sqrt(radius) : pair->stiffness;
    double linear = isnan(pair->stiffness) ? 1e9 : pair->stiffness;
    double depth = is_linear ? speed * sqrt(mass / linear) : pow(mass * speed * speed / hertz, 0.4);
    return (dp_impact_scale){mass, depth, depth / speed};
}

// The scan need not be fine, the delivered restitution is a tame function; it only must not be so
// coarse that two roots hide between neighbours.
enum { POINTS_PER_DECADE = 8, DECADES = 8, LINEAR_POINTS = 100, HALVINGS = 60 };

struct search {
    const dp_contact_def *def;
    double mass, speed, wanted;
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

// A parameter of the law wins over an entry of the pair of the same name.
static dp_status deliver(struct search *search, double value, dp_delivered *delivered) {
    dp_contact_def def = *search->def;
    const char *name = def.law.law->tune;
    bool is_param = dp_law_param_index(def.law.law, name) >= 0;
    dp_status status = is_param ? dp_law_set(&def.law, name, value, &search->err)
                                : dp_pair_set(&def.pair, name, value, &search->err);
    if (status != DP_OK) return status;
    return dp_deliver(&def, search->mass, search->speed, delivered, &search->err);
}

static double excess_of(struct search *search, double value) {
    dp_delivered delivered;
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

static double excess_at(double x, const void *context) {
    struct search *search = *(struct search *const *)context;
    return excess_of(search, value_of(search, x));
}

struct range {
    double low, high;  // of the value
    bool has_zero;     // 0 is a value of its own, outside the logarithmic scan
};

static struct range range_of(struct search *search) {
    const dp_law *law = search->def->law.law;
    int index = dp_law_param_index(law, law->tune);
    // materials yield between 1 MPa and 1 TPa
    if (index < 0 && strcmp(law->tune, "yield") == 0) return (struct range){1.0, 1e14, false};
    dp_impact_scale s = dp_impact_scale_of(search->def, search->mass, search->speed);
    const double *power = law->tune_dimension;
    double scale = pow(s.mass, power[0]) * pow(s.depth, power[1]) * pow(s.duration, power[2]);
    double least = pow(10.0, -DECADES) * scale, most = pow(10.0, DECADES) * scale;
    if (index < 0) return (struct range){least, most, false};

    const dp_param *param = &law->params[index];
    struct range range = {fmax(param->low, least), fmin(param->high, most), param->low <= 0.0};
    if (!(range.low < range.high)) range.low = param->low, range.high = param->high;
    bool is_pure = power[0] == 0.0 && power[1] == 0.0 && power[2] == 0.0;
    search->is_linear = is_pure && param->high <= 1.0;
    if (search->is_linear) range.low = param->low;
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
        bool is_edge = i > 0 && !isnan(last.excess) != !isnan(now.excess);
        bool found = encloses(last, now);
        if (is_edge && isnan(now.excess)) {
            right = last;
            found = walk_to_edge(search, &right, now.x);
        } else if (is_edge) {
            left = now;
            found = walk_to_edge(search, &left, last.x);
        }
        if (found || now.excess == 0.0) {
            double x = now.excess == 0.0 ? now.x : dp_root(excess_at, &search, left.x, right.x);
            *value = value_of(search, x);
            return true;
        }
        last = now;
    }
    return false;
}

static dp_status check(const dp_law *law, double wanted, dp_error *err) {
    if (law->tune == NULL)
        return dp_fail(err, DP_ERR_UNSUPPORTED, "%s has no parameter that sets its restitution",
                       law->name);
    if (!(wanted > 0.0 && wanted <= 1.0))
        return dp_fail_number(err, DP_SUBJECT_PARAMETER, "restitution", wanted, DBL_MIN, 1.0,
                              "lie above 0 and not above 1");
    return DP_OK;
}

// Without the value that is sought, and without a restitution where that would set it.
static dp_contact_def without_value(const dp_contact_def *def) {
    dp_contact_def bare = *def;
    const char *names[] = {def->law.law->tune, "restitution"};
    for (int i = 0; i < 2; i++) {
        int index = dp_law_param_index(def->law.law, names[i]);
        if (index >= 0) bare.law.value[index] = def->law.law->params[index].initial;
    }
    return bare;
}

dp_status dp_tune(const dp_contact_def *def, double mass, double speed, double wanted,
                  dp_tuning *out, dp_error *err) {
    const dp_law *law = def->law.law;
    *out =
        (dp_tuning){.value = NAN, .delivered = {.restitution = NAN}, .lowest = NAN, .highest = NAN};
    dp_status status = check(law, wanted, err);
    if (status != DP_OK) return status;
    const dp_contact_def bare = without_value(def);
    struct search search = {.def = &bare,
                            .mass = mass,
                            .speed = speed,
                            .wanted = wanted,
                            .lowest = NAN,
                            .highest = NAN};
    dp_delivered delivered = {.restitution = NAN};
    double value = dp_hunt_crossley_damping(wanted);

    bool found = strcmp(law->tune, "damping_factor") == 0 && isfinite(value) &&
                 excess_of(&search, value) == 0.0;
    if (!found) {
        struct range range = range_of(&search);
        found = scan(&search, range, &value);
    }
    if (found && deliver(&search, value, &delivered) == DP_OK &&
        fabs(delivered.restitution - wanted) <= 1e-8) {
        *out = (dp_tuning){value, delivered, search.lowest, search.highest};
        return DP_OK;
    }
    if (isnan(search.lowest)) {
        if (err != NULL) *err = search.err;
        return search.err.status;
    }
    if (found)
        dp_fail(err, DP_ERR_NUMERIC,
                "%s jumps over a restitution of %g at %s = %g and cannot deliver it", law->name,
                wanted, law->tune, value);
    else
        dp_fail(err, DP_ERR_NUMERIC,
                "no %s makes %s deliver a restitution of %g; it delivers %.6g to %.6g here",
                law->tune, law->name, wanted, search.lowest, search.highest);
    dp_blame(err, DP_ERR_NUMERIC, DP_SUBJECT_PARAMETER, -1, law->tune);
    return dp_blame_value(err, DP_ERR_NUMERIC, wanted, search.lowest, search.highest);
}
