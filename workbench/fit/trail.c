// Impacts at wanted times, by the library's own stepper, whose pieces are exact.

#include "fit/trail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[TRAIL_COLUMNS] = {
    "time",    "indentation", "rate",       "force",      "stored",
    "viscous", "plastic",     "velocity_1", "velocity_2",
};

int trail_column(const char *name) {
    for (int i = 0; i < TRAIL_COLUMNS; i++) {
        if (strcmp(names[i], name) == 0) return i;
    }
    return -1;
}

// --- the bodies ----------------------------------------------------------------------------------

static double determinant(double a[3][3]) {
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
           a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

// Three rows fix three numbers (Cramer's rule). The rate is no linear function of time, so that
// they can be told apart.
static void solve_three(double a[3][3], const double right[3], double out[3]) {
    double whole = determinant(a);
    for (int k = 0; k < 3; k++) {
        double changed[3][3];
        memcpy(changed, a, sizeof changed);
        for (int i = 0; i < 3; i++)
            changed[i][k] = right[i];
        out[k] = determinant(changed) / whole;
    }
}

struct bodies bodies_of(const struct table *series) {
    struct bodies bodies = {{{NAN, NAN, NAN}, {NAN, NAN, NAN}}};
    int time = table_column(series, "time"), rate = table_column(series, "rate");
    int velocity[2] = {table_column(series, "velocity_1"), table_column(series, "velocity_2")};
    size_t row[3] = {0, series->rows / 2, series->rows - 1};
    if (time < 0 || rate < 0 || series->rows < 3) return bodies;
    // times as parts of the whole, so that numbers are of one size
    double end = table_at(series, row[2], time), speed = table_at(series, 0, rate);
    for (int b = 0; b < 2; b++) {
        double a[3][3], right[3];
        for (int i = 0; i < 3 && velocity[b] >= 0; i++) {
            a[i][0] = 1.0;
            a[i][1] = table_at(series, row[i], rate) / speed;
            a[i][2] = table_at(series, row[i], time) / end;
            right[i] = table_at(series, row[i], velocity[b]);
        }
        if (velocity[b] < 0) continue;
        solve_three(a, right, bodies.steady[b]);
        bodies.steady[b][1] /= speed;
        bodies.steady[b][2] /= end;
    }
    return bodies;
}

double sample_value(const dp_impact_sample *sample, enum trail_column column,
                    const struct bodies *bodies) {
    const double *steady = bodies->steady[column == TRAIL_VELOCITY_2];
    switch (column) {
    case TRAIL_TIME:
        return sample->time;
    case TRAIL_INDENTATION:
        return sample->indentation;
    case TRAIL_RATE:
        return sample->rate;
    case TRAIL_FORCE:
        return sample->force;
    case TRAIL_STORED:
        return sample->stored;
    case TRAIL_VISCOUS:
        return sample->viscous;
    case TRAIL_PLASTIC:
        return sample->plastic;
    default:
        return steady[0] + steady[1] * sample->rate + steady[2] * sample->time;
    }
}

// --- at a time -----------------------------------------------------------------------------------

// Free flight for a while, from this state on.
static void fly(dp_impact_sample *sample, double acceleration, double time) {
    double after = time - sample->time;
    sample->indentation += after * (sample->rate + 0.5 * acceleration * after);
    sample->rate += acceleration * after;
    sample->force = 0.0;
    sample->time = time;
}

dp_status impact_at(dp_impact_stepper *run, const dp_impact_def *def, double time,
                    dp_impact_sample *sample, dp_error *err) {
    if (time < 0.0) {
        *sample = (dp_impact_sample){.rate = def->speed};
        fly(sample, def->acceleration, time);
        return DP_OK;
    }
    dp_status status = dp_impact_advance(run, time, err);
    if (status != DP_OK) return status;
    dp_impact_snapshot now = dp_impact_state(run);
    *sample = now.sample;
    if (!now.is_over || !(time > now.sample.time)) return DP_OK;
    if (now.result != NULL && now.result->at_rest)
        sample->time = time;
    else
        fly(sample, def->acceleration, time);
    return DP_OK;
}

// --- the motion as a table -----------------------------------------------------------------------

// Cubics between so many places are right to 1e-9 of the largest indentation, straight lines to
// 1e-4.
enum { PLACES = 200 };

// Times up to the largest indentation, where laws have corners, and from there to the end.
static dp_status place_times(double time[PLACES + 1], const dp_contact *contact,
                             const dp_impact_def *def, dp_error *err) {
    dp_impact_stepper *run;
    dp_status status = dp_impact_begin(&run, contact, def, err);
    if (status == DP_OK) status = dp_impact_advance(run, INFINITY, err);
    if (status == DP_OK) {
        dp_impact_snapshot end = dp_impact_state(run);
        double top = end.result->time_of_max_indentation;
        int half = PLACES / 2;
        for (int i = 0; i <= PLACES; i++)
            time[i] = i <= half ? top * i / half
                                : top + (end.sample.time - top) * (i - half) / (PLACES - half);
    }
    dp_impact_free(run);
    return status;
}

struct track {
    double mass, acceleration;
    bool is_at_rest;
    double time[PLACES + 1];
    dp_impact_sample sample[PLACES + 1];
};

dp_status track_make(struct track **made, const dp_contact *contact, const dp_impact_def *def,
                     dp_error *err) {
    struct track *track = *made = calloc(1, sizeof *track);
    dp_impact_stepper *run = NULL;
    if (track == NULL) return DP_ERR_MEMORY;
    track->mass = def->mass;
    track->acceleration = def->acceleration;
    dp_status status = place_times(track->time, contact, def, err);
    if (status == DP_OK) status = dp_impact_begin(&run, contact, def, err);
    for (int i = 0; i <= PLACES && status == DP_OK; i++)
        status = impact_at(run, def, track->time[i], &track->sample[i], err);
    if (status == DP_OK) {
        dp_impact_snapshot end = dp_impact_state(run);
        track->is_at_rest = end.result != NULL && end.result->at_rest;
    }
    dp_impact_free(run);
    if (status == DP_OK) return DP_OK;
    track_free(track);
    *made = NULL;
    return status;
}

void track_free(struct track *track) {
    free(track);
}

double track_end(const struct track *track) {
    return track->time[PLACES];
}

// Both halves of the table are evenly spaced.
static int place_before(const double time[PLACES + 1], double t) {
    int half = PLACES / 2, from = t < time[half] ? 0 : half;
    double step = time[from + 1] - time[from];
    int i = step > 0.0 ? from + (int)((t - time[from]) / step) : from;
    return i < from + half ? i : from + half - 1;
}

void track_at(const struct track *track, double time, dp_impact_sample *sample) {
    const double *times = track->time;
    if (time < 0.0 || time >= times[PLACES]) {
        *sample = track->sample[time < 0.0 ? 0 : PLACES];
        if (time < 0.0) *sample = (dp_impact_sample){.rate = sample->rate};
        if (time < 0.0 || !track->is_at_rest) fly(sample, track->acceleration, time);
        sample->time = time;
        return;
    }
    int i = place_before(times, time);
    const dp_impact_sample *a = &track->sample[i], *b = a + 1;
    double u = times[i + 1] > times[i] ? (time - times[i]) / (times[i + 1] - times[i]) : 0.0;
    sample->time = time;
    sample->indentation = a->indentation + u * (b->indentation - a->indentation);
    sample->rate = a->rate + u * (b->rate - a->rate);
    sample->force = a->force + u * (b->force - a->force);
    sample->stored = a->stored + u * (b->stored - a->stored);
    sample->viscous = a->viscous + u * (b->viscous - a->viscous);
    sample->plastic = a->plastic + u * (b->plastic - a->plastic);
}

// --- by another column ---------------------------------------------------------------------------

struct trail {
    enum trail_column column;
    int largest;                                                // place of the largest value
    double time[PLACES + 1], x[PLACES + 1], slope[PLACES + 1];  // slope by time
    double rate_before, rate_after;                             // of free flight
};

// By the law of motion where that says it, else from the neighbours.
static double slope_at(const struct trail *trail, const struct track *track, int i,
                       const struct bodies *bodies) {
    const dp_impact_sample *sample = &track->sample[i];
    const double *steady = bodies->steady[trail->column == TRAIL_VELOCITY_2];
    double rise = track->acceleration - sample->force / track->mass;
    int before = i > 0 ? i - 1 : 0, after = i < PLACES ? i + 1 : PLACES;
    if (trail->column == TRAIL_INDENTATION) return sample->rate;
    if (trail->column == TRAIL_RATE) return rise;
    if (trail->column >= TRAIL_VELOCITY_1) return steady[1] * rise + steady[2];
    return (trail->x[after] - trail->x[before]) / (trail->time[after] - trail->time[before]);
}

struct trail *trail_make(const struct track *track, enum trail_column column,
                         const struct bodies *bodies) {
    struct trail *trail = calloc(1, sizeof *trail);
    if (trail == NULL) return NULL;
    trail->column = column;
    trail->rate_before = track->sample[0].rate;
    trail->rate_after = track->sample[PLACES].rate;
    for (int i = 0; i <= PLACES; i++) {
        trail->time[i] = track->time[i];
        trail->x[i] = sample_value(&track->sample[i], column, bodies);
        if (trail->x[i] > trail->x[trail->largest]) trail->largest = i;
    }
    for (int i = 0; i <= PLACES; i++)
        trail->slope[i] = slope_at(trail, track, i, bodies);
    return trail;
}

void trail_free(struct trail *trail) {
    free(trail);
}

// Cubic between places i and i + 1 at the part u of the way, and its slope.
static double between(const struct trail *trail, int i, double u, double *slope) {
    double h = trail->time[i + 1] - trail->time[i], v = 1.0 - u;
    double a = trail->x[i], b = trail->x[i + 1];
    double da = h * trail->slope[i], db = h * trail->slope[i + 1];
    *slope = 6.0 * u * v * (b - a) + v * (1.0 - 3.0 * u) * da + u * (1.0 - 3.0 * v) * db;
    return v * v * (1.0 + 2.0 * u) * a + u * u * (1.0 + 2.0 * v) * b + u * v * (v * da - u * db);
}

// Newton's method within brackets that close.
static double time_between(const struct trail *trail, int i, double value) {
    bool rises = trail->x[i + 1] > trail->x[i];
    double low = 0.0, high = 1.0;
    double u = (value - trail->x[i]) / (trail->x[i + 1] - trail->x[i]);
    for (int k = 0; k < 60; k++) {
        double slope, off = between(trail, i, u, &slope) - value;
        if ((off < 0.0) == rises)
            low = u;
        else
            high = u;
        double next = u - off / slope;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        bool is_there = fabs(next - u) < 1e-15;
        u = next;
        if (is_there) break;
    }
    return trail->time[i] + u * (trail->time[i + 1] - trail->time[i]);
}

double trail_time(const struct trail *trail, double value, bool is_back) {
    const double *x = trail->x;
    int low = is_back ? PLACES : 0, high = trail->largest, end = low;
    if (value >= x[high]) return trail->time[high];
    if (value < x[low]) {
        // less than the contact has: on the way in or out
        double rate = is_back ? trail->rate_after : trail->rate_before;
        bool flies = trail->column == TRAIL_INDENTATION && rate != 0.0;
        return flies ? trail->time[end] + (value - x[end]) / rate : trail->time[end];
    }
    // x[low] <= value < x[high] stays true
    while (high - low > 1 || low - high > 1) {
        int middle = (low + high) / 2;
        if (x[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return time_between(trail, low < high ? low : high, value);
}
