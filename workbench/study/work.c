// Threads over the points of a sweep.

#include "study/work.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "scenario/failure.h"
#include "scenario/limits.h"
#include "study/pick.h"

// Points run one by one in search of a good one, before the threads start.
enum { ALONE_MAX = 64 };

struct crew {
    struct sweep_work *work;
    pthread_mutex_t lock;
    long next, done;   // points taken and finished
    bool is_late;      // the time is up: no more are taken
    bool has_stopped;  // the caller asked for it
};

static double *row_of(const struct sweep_work *work, long point) {
    return work->series->value + (size_t)point * (size_t)work->series->columns;
}

static double *status_of(const struct sweep_work *work, long point) {
    return row_of(work, point) + work->series->columns - 1;
}

// Points come in any order; the first ones stay.
static void put_failure(struct sweep_log *log, const struct failure *failure) {
    int at = log->failure_count;
    while (at > 0 && log->failure[at - 1].point > failure->point)
        at--;
    if (at == FAILURES_MAX) return;
    if (log->failure_count < FAILURES_MAX) log->failure_count++;
    for (int i = log->failure_count - 1; i > at; i--)
        log->failure[i] = log->failure[i - 1];
    log->failure[at] = *failure;
}

static void keep_failure(struct sweep_log *log, long point, const dp_diagnostic *diagnostic) {
    struct failure failure = {.point = point, .status = diagnostic->status};
    int length = (int)strcspn(diagnostic->text, "\n");
    snprintf(failure.text, sizeof failure.text, "%.*s", length, diagnostic->text);
    put_failure(log, &failure);
    log->failed++;
}

// Does not depend on who meets which first.
static void merge_bound(struct sweep_bound *into, const struct sweep_bound *from) {
    bool is_worse =
        from->excess > into->excess || (from->excess == into->excess && from->worst < into->worst);
    if (from->count == 0) return;
    long count = into->count + from->count;
    if (into->count == 0 || is_worse) *into = *from;
    into->count = count;
}

static void keep_bounds(struct sweep_log *log, long point, const struct outcome *outcome) {
    for (int i = 0; i < DP_BOUND_COUNT; i++) {
        const struct broken *broken = &outcome->broken[i];
        struct sweep_bound one = {.count = 1, .worst = point, .excess = broken->excess};
        if (broken->note == 0) continue;
        snprintf(one.text, sizeof one.text, "%s", outcome->note[broken->note - 1]);
        merge_bound(&log->bound[i], &one);
    }
}

// Run one point. The outcome is the caller's when the status is 0.
static int solve(const struct sweep_work *work, long point, struct outcome *outcome,
                 dp_diagnostic *diagnostic) {
    struct scenario *variant = sweep_variant(work->scenario, point, diagnostic);
    if (variant == NULL) return diagnostic->status;
    int status = scenario_solve(variant, 0, outcome, diagnostic);
    scenario_free(variant);
    return status;
}

static void fill_row(const struct sweep_work *work, long point, const struct outcome *outcome) {
    const struct sweep *sweep = work->scenario->sweep;
    double *row = row_of(work, point);
    for (int i = 0; i < sweep->axis_count; i++)
        *row++ = sweep->axis[i].value[sweep_index(sweep, i, point)];
    for (int i = 0; i < sweep->result_count; i++, row++) {
        *row = NAN;
        if (outcome != NULL) pick_number(outcome->summary, sweep->result[i].path, row);
    }
}

// Run a point and keep what it leaves; the outcome is the caller's when the status is 0. `log`
// NULL: it is run again, and was counted the first time.
static int run_point(const struct sweep_work *work, long point, struct sweep_log *log,
                     struct outcome *outcome, dp_diagnostic *diagnostic) {
    int status = solve(work, point, outcome, diagnostic);
    bool is_good = status == DP_RUN_DONE;
    fill_row(work, point, is_good ? outcome : NULL);
    *status_of(work, point) = status;
    if (log != NULL && is_good) {
        keep_bounds(log, point, outcome);
        findings_take(&log->findings, work->scenario->sweep, point, outcome);
    } else if (log != NULL) {
        keep_failure(log, point, diagnostic);
    }
    return status;
}

// --- threads -------------------------------------------------------------------------------------

static bool take(struct crew *crew, long *point) {
    const struct sweep_work *work = crew->work;
    pthread_mutex_lock(&crew->lock);
    const struct call *call = work->scenario->reader.call;
    crew->is_late = crew->is_late || call_is_late(call);
    crew->has_stopped = crew->has_stopped || call_stops(call);
    // those that were run before the threads started have a status
    while (crew->next < work->scenario->sweep->points && !isnan(*status_of(work, crew->next))) {
        crew->next++;
        crew->done++;
    }
    *point = crew->next;
    bool is_left =
        !crew->is_late && !crew->has_stopped && crew->next < work->scenario->sweep->points;
    if (is_left) crew->next++;
    pthread_mutex_unlock(&crew->lock);
    return is_left;
}

static void finish(struct crew *crew) {
    const struct scenario *s = crew->work->scenario;
    pthread_mutex_lock(&crew->lock);
    crew->done++;
    call_progress(s->reader.call, (double)crew->done / (double)s->sweep->points);
    pthread_mutex_unlock(&crew->lock);
}

static void merge(struct sweep_log *into, const struct sweep_log *from) {
    into->failed += from->failed;
    for (int i = 0; i < from->failure_count; i++)
        put_failure(into, &from->failure[i]);
    for (int i = 0; i < DP_BOUND_COUNT; i++)
        merge_bound(&into->bound[i], &from->bound[i]);
    findings_merge(&into->findings, &from->findings);
}

static void *work_off(void *user) {
    struct crew *crew = (struct crew *)user;
    struct sweep_log log = {.failed = 0};
    for (long point; take(crew, &point);) {
        struct outcome outcome;
        dp_diagnostic diagnostic;
        if (run_point(crew->work, point, &log, &outcome, &diagnostic) == DP_RUN_DONE)
            outcome_free(&outcome);
        finish(crew);
    }
    pthread_mutex_lock(&crew->lock);
    merge(&crew->work->log, &log);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

long work_threads(const struct sweep *sweep) {
    return threads_for(sweep->threads, sweep->points);
}

// False when the time was up, or the caller asked to stop, before all of them were done.
static bool run_rest(struct sweep_work *work, bool *has_stopped) {
    const struct sweep *sweep = work->scenario->sweep;
    struct crew crew = {.work = work};
    pthread_mutex_init(&crew.lock, NULL);
    threads_run(work_threads(sweep), work_off, &crew);
    pthread_mutex_destroy(&crew.lock);
    bool is_done = crew.next >= sweep->points && !crew.has_stopped;
    *has_stopped = crew.has_stopped;
    // points are taken in order, and what was taken is done
    if (!is_done) work->series->rows = (size_t)crew.next;
    return is_done;
}

// --- the whole -----------------------------------------------------------------------------------

// Does the summary have what is asked for?
static int check_results(struct reader *reader, const struct sweep *sweep, json_t *summary) {
    for (int i = 0; i < sweep->block.results.count; i++) {
        double value;
        char why[500], word[SHOWN_MAX];
        if (pick_number(summary, sweep->result[i].path, &value) <= PICK_BEYOND) continue;
        pick_explain(summary, sweep->result[i].path, why, sizeof why);
        report_error(reader, node_at(sweep->block.results.node, i), "results has '%s', which %s",
                     shown(sweep->result[i].path, word), why);
    }
    return reader->diagnostic->status;
}

// Run a point whose summary is wanted. `is_good`: it was.
static int run_first(struct sweep_work *work, long point, struct sweep_log *log, bool *is_good,
                     dp_diagnostic *diagnostic) {
    struct outcome outcome;
    *is_good = run_point(work, point, log, &outcome, diagnostic) == DP_RUN_DONE;
    if (!*is_good) return DP_RUN_DONE;
    snprintf(work->title, sizeof work->title, "%s", outcome.title);
    struct reader reader = reader_of(work->scenario, diagnostic);
    int status = check_results(&reader, work->scenario->sweep, outcome.summary);
    outcome_free(&outcome);
    return status;
}

static int run_alone(struct sweep_work *work, bool *is_good, dp_diagnostic *diagnostic) {
    const struct sweep *sweep = work->scenario->sweep;
    int status = DP_RUN_DONE;
    long end = sweep->first + ALONE_MAX < sweep->points ? sweep->first + ALONE_MAX : sweep->points;
    for (long point = sweep->first; point < end && !*is_good; point++)
        status = run_first(work, point, &work->log, is_good, diagnostic);
    return status;
}

static void report_all(struct reader *reader, const struct sweep_work *work) {
    const struct failure *first = &work->log.failure[0];
    const struct sweep *sweep = work->scenario->sweep;
    report_status(reader, first->status == DP_RUN_SYSTEM ? DP_RUN_SYSTEM : DP_RUN_NUMERIC,
                  sweep->block.node,
                  "none of the %ld points of the sweep could be run; the first says: %s",
                  sweep->points, first->text);
}

static void report_late(struct reader *reader, const struct sweep_work *work) {
    char text[80];
    failure_late(reader, work->scenario->sweep->block.node);
    snprintf(text, sizeof text, "point %zu of %ld", work->series->rows,
             work->scenario->sweep->points);
    failure_at(reader, NAN, text, NULL);
}

// A point that has no result for want of memory would be taken for one that can have none.
static void report_point(struct reader *reader, const struct sweep_work *work, long point) {
    const struct sweep *sweep = work->scenario->sweep;
    const struct sweep_log *log = &work->log;
    const char *text = "out of memory or of files";
    for (int i = 0; i < log->failure_count; i++) {
        if (log->failure[i].point == point) text = log->failure[i].text;
    }
    report_status(reader, DP_RUN_SYSTEM, sweep->block.node, "point %ld of %ld could not be run: %s",
                  point + 1, sweep->points, text);
}

// The points that were run in search of a good one tell how long all of them will take.
static bool check_time(struct reader *reader, const struct sweep_work *work, double seconds) {
    const struct sweep *sweep = work->scenario->sweep;
    long count = 0;
    for (long point = sweep->first; point < sweep->points; point++) {
        if (isnan(*status_of(work, point))) break;
        count++;
    }
    double left = (double)(sweep->points - count) / (double)work_threads(sweep);
    struct need need = need_unknown(reader);
    need.seconds = seconds * left / fmax(1.0, (double)count);
    return limits_allow(reader, sweep->block.node, &need);
}

// The first point with this status, or the number of points.
static long find_status(const struct sweep_work *work, int status) {
    long point = 0;
    while (point < work->scenario->sweep->points && *status_of(work, point) != status)
        point++;
    return point;
}

int work_run(struct sweep_work *work, dp_diagnostic *diagnostic) {
    long points = work->scenario->sweep->points;
    bool is_good = false, has_stopped;
    for (long point = 0; point < points; point++)
        *status_of(work, point) = NAN;
    double start = clock_work();
    int status = run_alone(work, &is_good, diagnostic);
    double alone = clock_work() - start;
    if (status != DP_RUN_DONE) return status;
    struct reader reader = reader_of(work->scenario, diagnostic);
    if (!check_time(&reader, work, alone)) return diagnostic->status;
    bool is_done = run_rest(work, &has_stopped);
    long bad = find_status(work, DP_RUN_SYSTEM), good = find_status(work, DP_RUN_DONE);
    if (has_stopped)
        failure_stopped(&reader);
    else if (!is_done)
        report_late(&reader, work);
    else if (bad < points)
        report_point(&reader, work, bad);
    else if (good == points)
        report_all(&reader, work);
    else if (!is_good)
        return run_first(work, good, NULL, &is_good, diagnostic);
    return diagnostic->status;
}
