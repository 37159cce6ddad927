// Contacts, forces, impacts and delivered restitutions.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

LAB struct lab_contact *lab_contact_new(const char *law, const char *settings, int count, int flags,
                                        dp_error *err);
LAB void lab_contact_free(struct lab_contact *c);
LAB double lab_contact_limit(const struct lab_contact *c);
LAB double lab_contact_speed(const struct lab_contact *c);
LAB double lab_contact_pair(const struct lab_contact *c, const char *name);
LAB int lab_forces(const struct lab_contact *c, int is_path, double approach, int count,
                   const double *states, double *out, dp_error *err);
LAB int lab_impact(const struct lab_contact *c, double mass, double speed, int path, int rows,
                   double *out, double *table, dp_error *err);
LAB int lab_impacts(const struct lab_contact *c, int count, const double *mass, const double *speed,
                    double rtol, double *out, dp_error *err);
LAB int lab_deliver(const struct lab_contact *c, double mass, double speed, int over_speed,
                    int count, const double *at, double *out, dp_error *err);
LAB int lab_tune(const struct lab_contact *c, double mass, double speed, double wanted, double *out,
                 dp_error *err);
LAB int lab_breaches(const struct lab_contact *c, double indentation, double speed,
                     double delivered, int has_flowed, char *text, int size);

enum { TEXT_MAX = 600 };

// Flags: an ordinary impact stands for what is left open; the contact is not prepared, since the
// restitution or whatever is sought is still missing.
enum { FILL_IN = 1, DEFINITION_ONLY = 2 };

static dp_status make(struct lab_contact *c, const char *law, const char *settings, int count,
                      int flags, dp_error *err) {
    const char *words[LAB_WORDS_MAX];
    char missing[512];
    if (!lab_words(settings, count, words))
        return dp_fail(err, DP_ERR_RANGE, "a contact takes %d settings at most", LAB_WORDS_MAX);
    dp_status status = dp_contact_request_read(&c->request, law, words, count, err);
    if (status != DP_OK) return status;
    dp_contact_def *def = &c->request.def;
    c->speed = def->approach;
    if (flags & FILL_IN) {
        // the speed of the sample is that of the touch, not one that the law is told at any speed
        dp_sample_missing(def);
        if (isnan(c->speed)) {
            c->speed = def->approach;
            def->approach = NAN;
        }
    }
    if (flags & DEFINITION_ONLY) return DP_OK;
    dp_contact_def whole = *def;
    if (isnan(whole.approach)) whole.approach = 1.0;
    if (dp_contact_missing(&whole, 0, NULL, missing) > 0)
        return dp_fail(err, DP_ERR_MISSING, "%s needs %s", def->law.law->name, missing);
    return dp_contact_init(&c->contact, def, err);
}

// NULL: err says why.
struct lab_contact *lab_contact_new(const char *law, const char *settings, int count, int flags,
                                    dp_error *err) {
    struct lab_contact *c = calloc(1, sizeof *c);
    if (c == NULL) {
        dp_fail(err, DP_ERR_MEMORY, "out of memory");
        return NULL;
    }
    if (make(c, law, settings, count, flags, err) == DP_OK) return c;
    free(c);
    return NULL;
}

void lab_contact_free(struct lab_contact *c) {
    free(c);
}

double lab_contact_limit(const struct lab_contact *c) {
    return c->contact.limit;
}

// At the touch, as far as it is known; NaN: not.
double lab_contact_speed(const struct lab_contact *c) {
    return c->speed;
}

// An entry of the pair by name, NaN where it is not known.
double lab_contact_pair(const struct lab_contact *c, const char *name) {
    const dp_pair_field *field;
    for (int i = 0; (field = dp_pair_field_at(i)) != NULL; i++)
        if (strcmp(field->name, name) == 0) return dp_pair_value(&c->request.def.pair, i);
    return NAN;
}

// --- forces --------------------------------------------------------------------------------------

static void put_response(double *out, int count, int i, const dp_response *r) {
    const double values[] = {r->force,         r->spring,       r->damper, r->plastic,
                             r->dforce_ddelta, r->dforce_drate, r->stored};
    for (int k = 0; k < 7; k++)
        out[k * count + i] = values[k];
}

// A contact that follows e(v) gets its constants at the touch.
static dp_status begin(const struct lab_contact *c, double speed, dp_contact *now, double *history,
                       dp_error *err) {
    double mass = c->request.def.pair.mass;
    dp_status status = dp_contact_at_speed(&c->contact, speed, mass, now, err);
    dp_contact_reset(history);
    return status == DP_OK ? dp_contact_begin(now, history, speed) : status;
}

// states: all indentations, then all rates. out: seven rows of `count`, as in dp_response. A path
// is one contact that goes from state to state and remembers; else every state is that of a virgin
// contact.
int lab_forces(const struct lab_contact *c, int is_path, double approach, int count,
               const double *states, double *out, dp_error *err) {
    double virgin[DP_HISTORY_MAX], history[DP_HISTORY_MAX];
    dp_contact now;
    dp_status status = begin(c, approach, &now, virgin, err);
    if (status != DP_OK) return (int)status;
    memcpy(history, virgin, sizeof history);
    for (int i = 0; i < count; i++) {
        double delta = states[i], rate = states[count + i];
        dp_response r = dp_contact_respond(&now, is_path ? history : virgin, delta, rate);
        put_response(out, count, i, &r);
        if (is_path && isfinite(r.force)) dp_contact_commit(&now, history, delta, rate);
    }
    return DP_OK;
}

// --- impacts -------------------------------------------------------------------------------------

static void put_impact(double *out, const dp_impact *r) {
    const double values[] = {r->restitution,
                             r->separation_speed,
                             r->max_indentation,
                             r->time_of_max_indentation,
                             r->max_force,
                             r->duration,
                             r->separation_time,
                             r->residual_indentation,
                             r->tension_seen ? 1.0 : 0.0,
                             r->path == DP_PATH_CLOSED ? 1.0 : 0.0,
                             r->energy.viscous,
                             r->energy.plastic,
                             r->energy.error,
                             (double)r->steps};
    memcpy(out, values, sizeof values);
}

struct rows {
    double *table;
    int count, room;
};

static void take_row(void *user, const dp_impact_sample *s) {
    struct rows *rows = user;
    const double values[] = {s->time,    s->indentation, s->rate,    s->force,
                             s->kinetic, s->stored,      s->viscous, s->plastic};
    if (rows->count < rows->room)
        memcpy(rows->table + 8 * (size_t)rows->count++, values, sizeof values);
}

// out: 15 numbers, the last one the rows of `table`, which has room for rows + 2 of 8 numbers. As
// `dashpot force --loop` the first run tells how long it takes, the second one has the rows.
int lab_impact(const struct lab_contact *c, double mass, double speed, int path, int rows,
               double *out, double *table, dp_error *err) {
    struct rows kept = {.table = table, .room = rows + 2};
    dp_impact_def def = dp_impact_defaults();
    dp_impact result;
    def.mass = mass;
    def.speed = speed;
    def.path = rows > 1 ? DP_PATH_INTEGRATED : (dp_impact_path)path;
    def.user = &kept;
    dp_status status = dp_impact_run(&c->contact, &def, &result, err);
    if (status == DP_OK && rows > 1) {
        // a little more, so that the end is not met twice
        def.every = result.separation_time / (double)(rows - 1) * (1.0 + 1e-12);
        def.observe = take_row;
        status = dp_impact_run(&c->contact, &def, &result, err);
    }
    if (status != DP_OK) return (int)status;
    put_impact(out, &result);
    out[14] = (double)kept.count;
    return DP_OK;
}

// out: restitutions, largest indentations, durations, `count` of each.
int lab_impacts(const struct lab_contact *c, int count, const double *mass, const double *speed,
                double rtol, double *out, dp_error *err) {
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.count = (size_t)count;
    batch.contact = &c->contact;
    batch.mass = mass;
    batch.speed = speed;
    if (rtol > 0.0) batch.rtol = rtol;
    batch.restitution = out;
    batch.max_indentation = out + count;
    batch.duration = out + 2 * count;
    return (int)dp_impact_batch_run(&batch, err);
}

// --- restitution ---------------------------------------------------------------------------------

// An approach that is the speed of the impact itself is not one that the law is told.
static dp_contact_def open_definition(const struct lab_contact *c, double speed) {
    const dp_contact_def *def = &c->request.def;
    return def->approach == speed ? dp_contact_unfixed(def) : *def;
}

// out: delivered restitutions, then 1 where it is in closed form. err: of the last that failed.
int lab_deliver(const struct lab_contact *c, double mass, double speed, int over_speed, int count,
                const double *at, double *out, dp_error *err) {
    dp_delivery_point *points = calloc((size_t)count + 1, sizeof *points);
    if (points == NULL) return (int)dp_fail(err, DP_ERR_MEMORY, "out of memory");
    for (int i = 0; i < count; i++)
        points[i].at = at[i];
    dp_contact_def def = open_definition(c, speed);
    if (over_speed)
        dp_deliver_speeds(&def, mass, points, count);
    else
        dp_deliver_requests(&def, mass, speed, points, count);
    for (int i = 0; i < count; i++) {
        bool is_there = points[i].err.status == DP_OK;
        out[i] = is_there ? points[i].delivered.restitution : NAN;
        out[count + i] = points[i].delivered.is_closed_form ? 1.0 : 0.0;
        if (!is_there) *err = points[i].err;
    }
    free(points);
    return DP_OK;
}

// out: value of the parameter that delivers it, what it delivers, lowest and highest that were met.
int lab_tune(const struct lab_contact *c, double mass, double speed, double wanted, double *out,
             dp_error *err) {
    dp_tuning tuning;
    dp_contact_def def = open_definition(c, speed);
    dp_status status = dp_tune(&def, mass, speed, wanted, &tuning, err);
    if (status != DP_OK) return (int)status;
    const double values[] = {tuning.value, tuning.delivered.restitution, tuning.lowest,
                             tuning.highest};
    memcpy(out, values, sizeof values);
    return DP_OK;
}

// Sentences about bounds of the law that were broken, one to a line; returns how many.
int lab_breaches(const struct lab_contact *c, double indentation, double speed, double delivered,
                 int has_flowed, char *text, int size) {
    dp_breach breach[DP_BOUND_COUNT];
    dp_usage usage = dp_usage_defaults(&c->request.def);
    usage.indentation = indentation;
    usage.speed = speed;
    usage.delivered = delivered;
    usage.has_flowed = has_flowed;
    int found = dp_validity(&usage, breach), said = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < found; i++) {
        // one state is no impact and delivers no restitution
        if (breach[i].bound == DP_BOUND_RESTITUTION && isnan(speed)) continue;
        if (used + TEXT_MAX + 1 >= (size_t)size) break;
        dp_breach_text(&usage, &breach[i], text + used, TEXT_MAX);
        used += strlen(text + used);
        text[used++] = '\n';
        text[used] = '\0';
        said++;
    }
    return said;
}
