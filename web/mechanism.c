// Mechanisms that are stepped. The scenario must outlive the run.

#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct lab_mechanism {
    const dp_mechanism *mechanism;
    dp_mechanism_run_def run;
    dp_mechanism_stepper *stepper;
    int *channels;
    double *rows;  // since they were taken last: time, then channels
    size_t count, room;
    bool is_full;  // no memory for more rows
};

LAB struct lab_mechanism *lab_mechanism_new(struct lab_scenario *s, double every, dp_error *err);
LAB void lab_mechanism_free(struct lab_mechanism *m);
LAB int lab_mechanism_advance(struct lab_mechanism *m, double until, dp_error *err);
LAB double lab_mechanism_time(struct lab_mechanism *m);
LAB int lab_mechanism_is_over(struct lab_mechanism *m);
LAB const double *lab_mechanism_bodies(struct lab_mechanism *m);
LAB const char *lab_mechanism_name(const struct lab_mechanism *m, int what, int index);
LAB double lab_mechanism_number(const struct lab_mechanism *m, int what, int index);
LAB int lab_mechanism_rows(struct lab_mechanism *m, const double **rows);
LAB void lab_mechanism_clear(struct lab_mechanism *m);

static size_t width_of(const struct lab_mechanism *m) {
    return 1 + (size_t)m->run.row_channel_count;
}

static bool make_room(struct lab_mechanism *m) {
    if (m->count < m->room) return true;
    size_t room = m->room > 0 ? 2 * m->room : 256;
    double *rows = realloc(m->rows, room * width_of(m) * sizeof *rows);
    if (rows == NULL) return false;
    m->rows = rows;
    m->room = room;
    return true;
}

static int take_row(void *user, double time, const double *values) {
    struct lab_mechanism *m = user;
    if (m->is_full || !make_room(m)) {
        m->is_full = true;
        return 1;
    }
    double *row = m->rows + m->count++ * width_of(m);
    row[0] = time;
    memcpy(row + 1, values, (size_t)m->run.row_channel_count * sizeof *row);
    return 0;
}

// All channels become columns of the rows; statistics of the scenario are of no use here.
static bool prepare(struct lab_mechanism *m, const dp_definition *definition, double every) {
    int count = dp_mechanism_channel_count(definition->mechanism);
    m->channels = malloc(((size_t)count + 1) * sizeof *m->channels);
    if (m->channels == NULL) return false;
    for (int i = 0; i < count; i++)
        m->channels[i] = i;
    m->mechanism = definition->mechanism;
    m->run = dp_mechanism_run_defaults();
    m->run.until = definition->run.until;
    m->run.rtol = definition->run.rtol;
    m->run.method = definition->run.method;
    m->run.max_steps = definition->run.max_steps;
    m->run.allows_deep = definition->run.allows_deep;
    m->run.row_channels = m->channels;
    m->run.row_channel_count = count;
    m->run.every = every;
    m->run.row = every > 0.0 ? take_row : NULL;
    m->run.user = m;
    return true;
}

struct lab_mechanism *lab_mechanism_new(struct lab_scenario *s, double every, dp_error *err) {
    dp_definition definition;
    struct lab_mechanism *m = calloc(1, sizeof *m);
    dp_status status = DP_OK;
    if (m == NULL) {
        dp_fail(err, DP_ERR_MEMORY, "out of memory");
        return NULL;
    }
    if (dp_scenario_definition(s->scenario, &definition, &s->diagnostic) != DP_RUN_DONE)
        status = dp_fail(err, DP_ERR_UNSUPPORTED, "%.400s", s->diagnostic.text);
    else if (definition.mechanism == NULL)
        status = dp_fail(err, DP_ERR_UNSUPPORTED, "the scenario is a %s, not a mechanism",
                         dp_scenario_kind(s->scenario));
    else if (!prepare(m, &definition, every))
        status = dp_fail(err, DP_ERR_MEMORY, "out of memory");
    if (status == DP_OK) status = dp_mechanism_begin(&m->stepper, m->mechanism, &m->run, err);
    if (status == DP_OK) return m;
    lab_mechanism_free(m);
    return NULL;
}

void lab_mechanism_free(struct lab_mechanism *m) {
    if (m == NULL) return;
    dp_mechanism_stepper_free(m->stepper);
    free(m->channels);
    free(m->rows);
    free(m);
}

int lab_mechanism_advance(struct lab_mechanism *m, double until, dp_error *err) {
    dp_status status = dp_mechanism_advance(m->stepper, until, err);
    if (status == DP_OK && m->is_full) status = dp_fail(err, DP_ERR_MEMORY, "out of memory");
    return (int)status;
}

double lab_mechanism_time(struct lab_mechanism *m) {
    return dp_mechanism_state(m->stepper).time;
}

int lab_mechanism_is_over(struct lab_mechanism *m) {
    return dp_mechanism_state(m->stepper).is_over;
}

// Nine numbers for each body: x, y, angle, their rates and accelerations.
const double *lab_mechanism_bodies(struct lab_mechanism *m) {
    return &dp_mechanism_state(m->stepper).bodies[0].x;
}

// 0: body, 1: pair, 2: channel, 3: unit of a channel, 4: its description; NULL past the end
const char *lab_mechanism_name(const struct lab_mechanism *m, int what, int index) {
    if (what == 0) return dp_mechanism_body_name(m->mechanism, index);
    if (what == 1) return dp_mechanism_pair_name(m->mechanism, index);
    const dp_channel *channel = dp_mechanism_channel(m->mechanism, index);
    if (channel == NULL) return NULL;
    return what == 2 ? channel->name : what == 3 ? channel->unit : channel->doc;
}

// 0: end of the run, 1: gap of a pair, 2: time of one turn, 3: size, 4: mobility
double lab_mechanism_number(const struct lab_mechanism *m, int what, int index) {
    switch (what) {
    case 0:
        return m->run.until;
    case 1:
        return dp_mechanism_pair_gap(m->mechanism, index);
    case 2:
        return dp_mechanism_period(m->mechanism);
    case 3:
        return dp_mechanism_size(m->mechanism);
    default:
        return dp_mechanism_mobility(m->mechanism);
    }
}

// Rows since lab_mechanism_clear.
int lab_mechanism_rows(struct lab_mechanism *m, const double **rows) {
    *rows = m->rows;
    return (int)m->count;
}

void lab_mechanism_clear(struct lab_mechanism *m) {
    m->count = 0;
}
