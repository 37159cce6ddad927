// Two bodies to the equivalent values a contact law works with.

#include "dashpot/pair.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/math.h"

static const dp_pair_field fields[] = {
#define FIELD(name, unit, doc) {#name, unit, doc},
    DP_PAIR_LIST(FIELD)
#undef FIELD
};

static const size_t offsets[] = {
#define OFFSET(name, unit, doc) offsetof(dp_pair, name),
    DP_PAIR_LIST(OFFSET)
#undef OFFSET
};

enum { FIELD_COUNT = sizeof fields / sizeof *fields };

dp_body dp_body_defaults(void) {
    return (dp_body){NAN, NAN, NAN, NAN, NAN, NAN};
}

dp_pair dp_pair_defaults(void) {
    return (dp_pair){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
}

const dp_pair_field *dp_pair_field_at(int index) {
    return index >= 0 && index < FIELD_COUNT ? &fields[index] : NULL;
}

int dp_pair_index(const char *name) {
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].name, name) == 0) return i;
    }
    return -1;
}

double dp_pair_value(const dp_pair *pair, int index) {
    double value = NAN;
    if (dp_pair_field_at(index) != NULL)
        memcpy(&value, (const char *)pair + offsets[index], sizeof value);
    return value;
}

dp_status dp_pair_set(dp_pair *pair, const char *name, double value, dp_error *err) {
    int index = dp_pair_index(name);
    if (index >= 0) {
        if (!(value > 0.0) || !isfinite(value))
            return dp_fail_positive(err, DP_SUBJECT_PAIR_ENTRY, name, value);
        memcpy((char *)pair + offsets[index], &value, sizeof value);
        return DP_OK;
    }
    const char *known[FIELD_COUNT + 1] = {NULL};
    for (int i = 0; i < FIELD_COUNT; i++)
        known[i] = fields[i].name;
    return dp_fail_unknown(err, DP_SUBJECT_PAIR_ENTRY, name, known, "a contact pair has no '%.60s'",
                           name);
}

static dp_status check_body(const dp_body *body, int number, dp_error *err) {
    struct {
        const char *name;
        double value;
    } positive[] = {{"young", body->young},
                    {"density", body->density},
                    {"yield", body->yield},
                    {"radius", body->radius},
                    {"mass", body->mass}};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++) {
        if (positive[i].value <= 0.0) {
            dp_fail(err, DP_ERR_RANGE, "%s of body %d is %g; it must be positive", positive[i].name,
                    number, positive[i].value);
            return dp_blame_value(err, DP_ERR_RANGE, positive[i].value, DBL_MIN, INFINITY);
        }
    }
    if (isinf(body->density) || isinf(body->yield))
        return dp_fail(err, DP_ERR_RANGE, "%s of body %d must be finite",
                       isinf(body->density) ? "density" : "yield", number);
    if (body->poisson < 0.0 || body->poisson > 0.5) {
        dp_fail(err, DP_ERR_RANGE, "poisson of body %d is %g; it must lie in 0..0.5", number,
                body->poisson);
        return dp_blame_value(err, DP_ERR_RANGE, body->poisson, 0.0, 0.5);
    }
    return DP_OK;
}

// (1-nu^2)/E; 0 for a rigid body, NaN when unknown
static double compliance(const dp_body *body) {
    return isinf(body->young) ? 0.0 : (1.0 - body->poisson * body->poisson) / body->young;
}

// (2-nu)/(4G); 0 for a rigid body, NaN when unknown
static double shear_compliance(const dp_body *body) {
    double nu = body->poisson;
    return isinf(body->young) ? 0.0 : (2.0 - nu) * (1.0 + nu) / (2.0 * body->young);
}

double dp_stiffness_ratio(const dp_body *first, const dp_body *second) {
    return (compliance(first) + compliance(second)) /
           (shear_compliance(first) + shear_compliance(second));
}

// 1/m; a sphere's mass from its density, 0 for a fixed body
static double inverse_mass(const dp_body *body) {
    if (isinf(body->mass)) return 0.0;
    if (!isnan(body->mass)) return 1.0 / body->mass;
    double r = body->radius;
    return isinf(r) ? 0.0 : 1.0 / (4.0 / 3.0 * DP_PI * r * r * r * body->density);
}

static dp_status join_radii(const dp_body *a, const dp_body *b, dp_geometry geometry, dp_pair *pair,
                            dp_error *err) {
    if (isinf(a->radius) && (isinf(b->radius) || geometry == DP_FLAT))
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE,
                                "two flats touch nowhere in particular; give one body a radius"),
                        DP_SUBJECT_PAIR_ENTRY, -1, "radius");
    switch (geometry) {
    case DP_FLAT:
        pair->radius = a->radius;
        return DP_OK;
    case DP_CONVEX:
        pair->radius = 1.0 / (1.0 / a->radius + 1.0 / b->radius);
        return DP_OK;
    case DP_CONFORMAL:
        if (isinf(a->radius) || isinf(b->radius))
            return dp_blame(
                err,
                dp_fail(err, DP_ERR_RANGE,
                        "body %d has no radius; a conformal pair needs two radii, that of the "
                        "inner body first and that of the hole it lies in",
                        isinf(a->radius) ? 1 : 2),
                DP_SUBJECT_BODY, isinf(a->radius) ? 0 : 1, NULL);
        if (a->radius >= b->radius) {
            dp_fail(err, DP_ERR_RANGE,
                    "body 1 (radius %g m) does not fit into body 2 (radius %g m); "
                    "a conformal pair needs the inner body first",
                    a->radius, b->radius);
            dp_blame(err, DP_ERR_RANGE, DP_SUBJECT_BODY, 0, NULL);
            return dp_blame_value(err, DP_ERR_RANGE, a->radius, DBL_MIN, b->radius);
        }
        pair->clearance = b->radius - a->radius;
        pair->bearing_radius = b->radius;
        pair->radius = a->radius * b->radius / pair->clearance;
        return DP_OK;
    }
    return dp_blame(err, dp_fail(err, DP_ERR_RANGE, "geometry must be convex, conformal or flat"),
                    DP_SUBJECT_FIELD, -1, "geometry");
}

dp_status dp_pair_from_bodies(const dp_body *first, const dp_body *second, dp_geometry geometry,
                              dp_pair *pair, dp_error *err) {
    *pair = dp_pair_defaults();
    dp_status status = dp_blame(err, check_body(first, 1, err), DP_SUBJECT_BODY, 0, NULL);
    if (status == DP_OK)
        status = dp_blame(err, check_body(second, 2, err), DP_SUBJECT_BODY, 1, NULL);
    if (status == DP_OK) status = join_radii(first, second, geometry, pair, err);
    if (status != DP_OK) return status;

    double soft = compliance(first) + compliance(second);
    if (soft == 0.0)
        return dp_blame(
            err, dp_fail(err, DP_ERR_RANGE, "both bodies are rigid; give one a Young's modulus"),
            DP_SUBJECT_PAIR_ENTRY, -1, "modulus");
    pair->modulus = 1.0 / soft;

    double light = inverse_mass(first) + inverse_mass(second);
    pair->mass = light > 0.0 ? 1.0 / light : NAN;

    // the weaker material yields; an unknown yield does not hide a known one
    double a = first->yield, b = second->yield;
    pair->yield = isnan(a) ? b : isnan(b) || a < b ? a : b;
    return DP_OK;
}
