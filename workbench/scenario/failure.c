// What is said of a run that breaks off.

#include "scenario/failure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/words.h"
#include "scenario/limits.h"

void failure_at(struct reader *reader, double time, const char *body, const char *contact) {
    dp_diagnostic *c = reader->diagnostic;
    if (c->status != DP_RUN_NUMERIC || reader->count == 0) return;
    c->time = isfinite(time) ? time : NAN;
    snprintf(c->body, sizeof c->body, "%s", body != NULL ? body : "");
    snprintf(c->contact, sizeof c->contact, "%s", contact != NULL ? contact : "");
    char moment[64] = "";
    if (isfinite(time)) snprintf(moment, sizeof moment, "%.9g s", time);
    const char *const places[] = {moment, c->body, c->contact}, *joint = "; it broke off at ";
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (places[i][0] == '\0') continue;
        text_print(c->text, sizeof c->text, "%s%s", joint, places[i]);
        joint = ", ";
    }
}

void failure_late(struct reader *reader, const struct node *at) {
    char text[LIMIT_TEXT_MAX];
    report_status(reader, DP_RUN_NUMERIC, at,
                  "the run has taken %s, the limit, and was stopped; --max-time sets it",
                  limits_seconds(limits_of(reader).seconds, text));
    reader->diagnostic->is_late = true;
}

void failure_stopped(struct reader *reader) {
    report_status(reader, DP_RUN_SYSTEM, NULL, "interrupted");
    reader->has_stopped = true;
}

void failure_ended(struct reader *reader, const struct node *at) {
    if (call_stops(reader->call))
        failure_stopped(reader);
    else
        failure_late(reader, at);
}

void failure_trim(struct table *table) {
    size_t columns = (size_t)table->columns;
    for (size_t i = 0; i < table->rows * columns; i++) {
        if (isfinite(table->value[i])) continue;
        table->rows = i / columns;
        return;
    }
}

bool failure_is_kept(const struct reader *reader) {
    return reader->keeps_partial && reader->diagnostic->status == DP_RUN_NUMERIC;
}
