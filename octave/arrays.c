// Contacts in arrays: force, tangents, histories. What stands for all contacts is spread over a
// short stretch at a time, so that no array is made for it.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

enum { STRETCH = 1024 };

enum what { FORCE, RESPOND, ADVANCE };

enum { DELTA, RATE, APPROACH, INPUTS };

struct job {
    struct gate_contact c;
    size_t count;
    enum what what;
    struct gate_doubles in[INPUTS];  // shape NULL: not given
    double *history;                 // NULL: each contact is as c.fresh
    double *out[4];
    dp_error err;
};

struct scratch {
    double in[INPUTS][STRETCH], history[DP_HISTORY_MAX][STRETCH];
};

// --- the work ---

static const double *lanes_of(const struct gate_doubles *d, size_t from, double *room,
                              size_t count) {
    if (d->shape != NULL && d->count != 1) return d->data + from;
    for (size_t i = 0; i < count; i++)
        room[i] = d->shape != NULL ? d->data[0] : 0.0;
    return room;
}

// A restitution that follows the speed: each contact has constants of its own.
static dp_status follow(struct job *job, const dp_contact_arrays *lanes, const double *speed) {
    for (size_t i = 0; i < lanes->count; i++) {
        dp_contact now;
        double m[DP_HISTORY_MAX];
        dp_contact_reset(m);
        dp_status status = dp_contact_at_speed(&job->c.contact, speed[i], NAN, &now, &job->err);
        if (status == DP_OK) status = dp_contact_begin(&now, m, speed[i]);
        if (status != DP_OK) return status;
        dp_response r = dp_contact_respond(&now, m, lanes->delta[i], lanes->rate[i]);
        lanes->force[i] = r.force;
        if (lanes->dforce_ddelta != NULL) lanes->dforce_ddelta[i] = r.dforce_ddelta;
        if (lanes->dforce_drate != NULL) lanes->dforce_drate[i] = r.dforce_drate;
        if (lanes->stored != NULL) lanes->stored[i] = r.stored;
    }
    return DP_OK;
}

static dp_status stretch(struct job *job, struct scratch *s, size_t from, size_t count) {
    const struct gate_doubles *approach = &job->in[APPROACH];
    dp_contact_arrays lanes = {.count = count};
    double **const out[4] = {&lanes.force, &lanes.dforce_ddelta, &lanes.dforce_drate,
                             &lanes.stored};
    lanes.delta = lanes_of(&job->in[DELTA], from, s->in[DELTA], count);
    lanes.rate = lanes_of(&job->in[RATE], from, s->in[RATE], count);
    for (int i = 0; i < 4; i++)
        *out[i] = job->out[i] != NULL ? job->out[i] + from : NULL;
    for (int j = 0; j < DP_HISTORY_MAX; j++) {
        lanes.history[j] = s->history[j];
        if (job->history != NULL) lanes.history[j] = job->history + (size_t)j * job->count + from;
        for (size_t i = 0; i < count && job->history == NULL; i++)
            s->history[j][i] = job->c.fresh[j];
    }
    if (approach->shape != NULL) {
        const double *speed = lanes_of(approach, from, s->in[APPROACH], count);
        if (dp_contact_follows(&job->c.contact)) return follow(job, &lanes, speed);
        dp_status status = dp_contact_begins(&job->c.contact, &lanes, speed, NULL, 0);
        if (status != DP_OK) return status;
    }
    switch (job->what) {
    case FORCE:
        return dp_contact_forces(&job->c.contact, &lanes);
    case RESPOND:
        return dp_contact_responses(&job->c.contact, &lanes);
    case ADVANCE:
        return dp_contact_advance(&job->c.contact, &lanes);
    }
    return DP_ERR_UNSUPPORTED;
}

static int run(struct gate_call *call, struct job *job) {
    dp_status status = DP_OK;
    struct scratch *s = (struct scratch *)malloc(sizeof *s);
    if (s == NULL) return gate_raise(call, "system", "out of memory");
    for (size_t from = 0; from < job->count && status == DP_OK; from += STRETCH) {
        size_t left = job->count - from;
        status = stretch(job, s, from, left < STRETCH ? left : STRETCH);
    }
    free(s);
    if (status == DP_OK) return 0;
    if (status == DP_ERR_RANGE && job->err.text[0] == '\0')
        return gate_refuse(call, "an approach speed must be 0 or more");
    job->err.status = status;
    return gate_fail(call, &job->err);
}

// --- sizes ---

static bool is_same_size(const mxArray *a, const mxArray *b) {
    size_t count = (size_t)mxGetNumberOfDimensions(a);
    return count == (size_t)mxGetNumberOfDimensions(b) &&
           memcmp(mxGetDimensions(a), mxGetDimensions(b), count * sizeof(mwSize)) == 0;
}

static int refuse_sizes(struct gate_call *call, const char *name, const mxArray *a,
                        const char *other, const mxArray *b) {
    char first[120], second[120];
    gate_size_text(a, first, sizeof first);
    gate_size_text(b, second, sizeof second);
    return gate_refuse(call, "%s is %s, but %s is %s; sizes must be equal, or one a scalar", name,
                       first, other, second);
}

int gate_common_size(struct gate_call *call, const struct gate_doubles *d, const char *const *names,
                     int count, const mxArray **shape) {
    int who = -1;
    for (int i = 0; i < count; i++) {
        if (d[i].shape == NULL || d[i].count == 1) continue;
        if (who < 0) who = i;
        if (!is_same_size(d[who].shape, d[i].shape))
            return refuse_sizes(call, names[who], d[who].shape, names[i], d[i].shape);
    }
    *shape = who < 0 ? NULL : d[who].shape;
    return 0;
}

// --- histories ---

static int read_history(struct gate_call *call, const mxArray *value, struct gate_doubles *h) {
    char size[120];
    if (gate_read_doubles(call, value, "history", h) != 0) return -1;
    if (mxGetNumberOfDimensions(value) == 2 && mxGetN(value) == DP_HISTORY_MAX) return 0;
    gate_size_text(value, size, sizeof size);
    return gate_refuse(call, "history is %s; it has a row of %d for each contact", size,
                       DP_HISTORY_MAX);
}

static mxArray *copy_history(const struct gate_doubles *h) {
    mxArray *made = gate_new_like(h->shape);
    if (h->count > 0) memcpy(mxGetPr(made), h->data, h->count * sizeof(double));
    return made;
}

static int refuse_following(struct gate_call *call) {
    return gate_refuse(call, "the restitution of this contact follows the speed of each touch, "
                             "which a history does not keep: give approach instead");
}

// Without one a contact must know its speed; with one it does.
static int meet_history(struct gate_call *call, struct job *job, const mxArray *history,
                        const mxArray **shape, mxArray **after) {
    struct gate_doubles h;
    if (history == NULL) {
        if (job->what == ADVANCE) return gate_refuse(call, "advance needs a history");
        if (job->c.needs_speed && job->in[APPROACH].shape == NULL)
            return gate_refuse(call,
                               "%s looks at the speed at the touch: give approach, a history, or "
                               "a fixed approach to the contact",
                               job->c.contact.law->name);
        return 0;
    }
    if (job->in[APPROACH].shape != NULL)
        return gate_refuse(call, "history and approach in one call: a history knows its speed");
    if (dp_contact_follows(&job->c.contact)) return refuse_following(call);
    if (read_history(call, history, &h) != 0) return -1;
    size_t rows = mxGetM(history);
    if (*shape != NULL && job->count != rows) {
        char size[120];
        gate_size_text(*shape, size, sizeof size);
        return gate_refuse(call, "history is for %zu contacts, but delta or rate is %s", rows,
                           size);
    }
    if (*shape == NULL) *shape = mxCreateDoubleMatrix((mwSize)rows, 1, mxREAL);
    job->count = rows;
    // only advance writes
    if (job->what == ADVANCE) *after = copy_history(&h);
    job->history = job->what == ADVANCE ? mxGetPr(*after) : (double *)(uintptr_t)h.data;
    return 0;
}

// --- commands about states ---

// COMMAND(c, delta, rate, 'approach', speed, 'history', h)
static int evaluate(struct gate_call *call, enum what what, int outputs) {
    static const char *const names[INPUTS] = {"delta", "rate", "approach"};
    struct gate_option options[] = {{"approach", NULL}, {"history", NULL}, {NULL, NULL}};
    const mxArray *shape = NULL, *given[INPUTS] = {NULL};
    mxArray *after = NULL;
    struct job job = {.what = what};
    if (gate_read_contact(call, &job.c) != 0) return -1;
    given[DELTA] = gate_next_value(call);
    if (given[DELTA] == NULL) return gate_refuse(call, "%s needs delta", call->command);
    given[RATE] = gate_next_value(call);
    if (gate_read_options(call, options) != 0) return -1;
    given[APPROACH] = options[0].value;
    for (int i = 0; i < INPUTS; i++)
        if (given[i] != NULL && gate_read_doubles(call, given[i], names[i], &job.in[i]) != 0)
            return -1;
    if (gate_common_size(call, job.in, names, INPUTS, &shape) != 0) return -1;
    job.count = shape == NULL ? 1 : mxGetNumberOfElements(shape);
    if (meet_history(call, &job, options[1].value, &shape, &after) != 0) return -1;
    for (int i = 0; i < outputs; i++) {
        call->out[i] = gate_new_like(shape);
        job.out[i] = mxGetPr(call->out[i]);
    }
    if (run(call, &job) != 0) return -1;
    if (what == ADVANCE && call->wanted > 1) call->out[1] = after;
    return 0;
}

int gate_force(struct gate_call *call) {
    return evaluate(call, FORCE, 1);
}

int gate_respond(struct gate_call *call) {
    return evaluate(call, RESPOND, call->wanted);
}

int gate_advance(struct gate_call *call) {
    return evaluate(call, ADVANCE, 1);
}

// --- commands about histories ---

// New touches of the contacts that are listed, or of all of them.
static int begin(struct gate_call *call, const struct gate_contact *c, mxArray *history,
                 const struct gate_doubles *speed, const size_t *which, size_t which_count) {
    size_t rows = mxGetM(history);
    dp_contact_arrays lanes = {.count = rows};
    double *speeds = (double *)mxMalloc((rows + 1) * sizeof *speeds);
    if (dp_contact_follows(&c->contact)) return refuse_following(call);
    if (speed->count != 1 && speed->count != rows)
        return gate_refuse(call, "there are %zu speeds for %zu contacts", speed->count, rows);
    for (size_t i = 0; i < rows; i++)
        speeds[i] = speed->data[speed->count == 1 ? 0 : i];
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        lanes.history[j] = mxGetPr(history) + (size_t)j * rows;
    dp_status status = dp_contact_begins(&c->contact, &lanes, speeds, which, which_count);
    return status == DP_OK ? 0 : gate_refuse(call, "an approach speed must be 0 or more");
}

// history(c, n, 'approach', speed)
int gate_history(struct gate_call *call) {
    struct gate_contact c;
    struct gate_option options[] = {{"approach", NULL}, {NULL, NULL}};
    struct gate_doubles speed = {&(double){0.0}, 1, NULL};
    double rows = 1.0;
    if (gate_read_contact(call, &c) != 0) return -1;
    const mxArray *count = gate_next_value(call);
    if (count != NULL && gate_integer(call, count, "the number of contacts", 0, 1e9, &rows) != 0)
        return -1;
    if (gate_read_options(call, options) != 0) return -1;
    const mxArray *approach = options[0].value;
    if (approach != NULL && gate_read_doubles(call, approach, "approach", &speed) != 0) return -1;
    call->out[0] = mxCreateDoubleMatrix((mwSize)rows, DP_HISTORY_MAX, mxREAL);
    if (approach == NULL && isnan(c.contact.approach)) return 0;
    return begin(call, &c, call->out[0], &speed, NULL, 0);
}

// A mask as a list of indices.
static int read_mask(struct gate_call *call, const mxArray *where, size_t rows, size_t **which,
                     size_t *count) {
    struct gate_doubles mask;
    if (!mxIsLogical(where)) return gate_refuse(call, "where must be true or false for each");
    if (gate_read_doubles(call, where, "where", &mask) != 0) return -1;
    if (mask.count != rows)
        return gate_refuse(call, "where has %zu entries for %zu contacts", mask.count, rows);
    *which = (size_t *)mxMalloc((rows + 1) * sizeof **which);
    *count = 0;
    for (size_t i = 0; i < rows; i++)
        if (mask.data[i] != 0.0) (*which)[(*count)++] = i;
    return 0;
}

// begin(c, speed, 'history', h, 'where', mask)
int gate_begin(struct gate_call *call) {
    struct gate_contact c;
    struct gate_option options[] = {{"history", NULL}, {"where", NULL}, {NULL, NULL}};
    struct gate_doubles speed, h;
    size_t *which = NULL, count = 0;
    if (gate_read_contact(call, &c) != 0) return -1;
    const mxArray *given = gate_next_value(call);
    if (given == NULL) return gate_refuse(call, "begin needs the speed of the touch");
    if (gate_read_doubles(call, given, "speed", &speed) != 0) return -1;
    if (gate_read_options(call, options) != 0) return -1;
    if (options[0].value == NULL) return gate_refuse(call, "begin needs a history");
    if (read_history(call, options[0].value, &h) != 0) return -1;
    size_t rows = h.count / DP_HISTORY_MAX;
    if (options[1].value != NULL && read_mask(call, options[1].value, rows, &which, &count) != 0)
        return -1;
    call->out[0] = copy_history(&h);
    return begin(call, &c, call->out[0], &speed, which, count);
}

// residual(c, 'history', h)
int gate_residual(struct gate_call *call) {
    struct gate_contact c;
    struct gate_option options[] = {{"history", NULL}, {NULL, NULL}};
    struct gate_doubles h;
    if (gate_read_contact(call, &c) != 0 || gate_read_options(call, options) != 0) return -1;
    if (options[0].value == NULL) return gate_refuse(call, "residual needs a history");
    if (read_history(call, options[0].value, &h) != 0) return -1;
    size_t rows = h.count / DP_HISTORY_MAX;
    call->out[0] = mxCreateDoubleMatrix((mwSize)rows, 1, mxREAL);
    for (size_t i = 0; i < rows; i++) {
        double m[DP_HISTORY_MAX];
        for (size_t j = 0; j < DP_HISTORY_MAX; j++)
            m[j] = h.data[j * rows + i];
        mxGetPr(call->out[0])[i] = dp_contact_residual(&c.contact, m);
    }
    return 0;
}
