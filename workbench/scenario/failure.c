// What is said of a run that breaks off.

#include "scenario/failure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenario/limits.h"

static void append(dp_diagnostic *c, const char *joint, const char *text) {
    size_t used = strlen(c->text);
    snprintf(c->text + used, sizeof c->text - used, "%s%s", joint, text);
}

void failure_at(struct reader *reader, double time, const char *body, const char *contact) {
    dp_diagnostic *c = reader->diagnostic;
    char text[64];
    if (c->status != DP_RUN_NUMERIC || reader->count == 0) return;
    c->time = isfinite(time) ? time : NAN;
    snprintf(c->body, sizeof c->body, "%s", body != NULL ? body : "");
    snprintf(c->contact, sizeof c->contact, "%s", contact != NULL ? contact : "");
    snprintf(text, sizeof text, "%.9g s", time);
    const char *joint = "; it broke off at ";
    if (isfinite(time)) {
        append(c, joint, text);
        joint = ", ";
    }
    if (c->body[0] != '\0') {
        append(c, joint, c->body);
        joint = ", ";
    }
    if (c->contact[0] != '\0') append(c, joint, c->contact);
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
