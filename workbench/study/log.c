// See log.h.

#include "study/log.h"

#include <stdio.h>

// The first ones stay.
static void put_failure(struct sweep_log *log, long point, int status, const char *text) {
    int at = log->failure_count;
    while (at > 0 && log->failure[at - 1].point > point)
        at--;
    if (at == FAILURES_MAX) return;
    if (log->failure_count < FAILURES_MAX) log->failure_count++;
    for (int i = log->failure_count - 1; i > at; i--)
        log->failure[i] = log->failure[i - 1];
    log->failure[at] = (struct failure){.point = point, .status = status};
    snprintf(log->failure[at].text, FAILURE_TEXT_MAX, "%.*s", FAILURE_TEXT_MAX - 1, text);
}

static void put_bound(struct sweep_bound *into, long count, long worst, double excess,
                      const char *text) {
    bool is_worse = into->count == 0 || excess > into->excess ||
                    (excess == into->excess && worst < into->worst);
    into->count += count;
    if (!is_worse) return;
    into->worst = worst;
    into->excess = excess;
    snprintf(into->text, sizeof into->text, "%s", text);
}

static void put_good(struct sweep_log *log, long count, long first) {
    if (log->good == 0 || first < log->first_good) log->first_good = first;
    log->good += count;
}

void log_take(struct sweep_log *log, const struct sweep *sweep, const struct point_record *record) {
    if (record->status != DP_RUN_DONE) {
        put_failure(log, record->point, record->status, record->failure);
        log->failed++;
        return;
    }
    put_good(log, 1, record->point);
    for (int i = 0; i < DP_BOUND_COUNT; i++) {
        if (record->is_broken[i])
            put_bound(&log->bound[i], 1, record->point, record->excess[i], record->bound[i]);
    }
    findings_take(&log->findings, sweep, record);
}

void log_merge(struct sweep_log *into, const struct sweep_log *from) {
    if (from->good > 0) put_good(into, from->good, from->first_good);
    into->failed += from->failed;
    for (int i = 0; i < from->failure_count; i++)
        put_failure(into, from->failure[i].point, from->failure[i].status, from->failure[i].text);
    for (int i = 0; i < DP_BOUND_COUNT; i++) {
        const struct sweep_bound *bound = &from->bound[i];
        if (bound->count > 0)
            put_bound(&into->bound[i], bound->count, bound->worst, bound->excess, bound->text);
    }
    findings_merge(&into->findings, &from->findings);
}
