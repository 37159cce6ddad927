// See record.h.

#include "study/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/pick.h"

// --- from a run ----------------------------------------------------------------------------------

// A finite horizon lies before the end of the window. Copies show the spread that follows from it,
// so that statistics over them may reach beyond.
static void take_horizon(struct point_record *record, const json_t *summary) {
    const json_t *horizon = json_object_get(summary, "horizon");
    record->has_horizon = json_is_boolean(json_object_get(summary, "horizon_reached"));
    if (json_is_number(horizon) && json_object_get(summary, "ensemble") == NULL)
        record->horizon = json_number_value(horizon);
}

static void take_notes(struct point_record *record, const struct outcome *outcome) {
    for (int i = 0; i < outcome->note_count; i++) {
        // bounds are counted by kind, with the worst point; facts belong to the single run
        if (!outcome->is_bound[i] && !outcome->is_fact[i])
            snprintf(record->note[record->note_count++], sizeof(record_note), "%s",
                     outcome->note[i]);
    }
    for (int i = 0; i < DP_BOUND_COUNT; i++) {
        const struct broken *broken = &outcome->broken[i];
        record->is_broken[i] = broken->note != 0;
        if (broken->note == 0) continue;
        record->excess[i] = broken->excess;
        snprintf(record->bound[i], sizeof(record_note), "%s", outcome->note[broken->note - 1]);
    }
}

// Notes are as many as their count says; to clear them would take longer than a short run.
static void record_begin(struct point_record *record, long point, int status) {
    record->point = point;
    record->status = status;
    record->has_horizon = false;
    record->horizon = NAN;
    record->note_count = 0;
    record->failure[0] = '\0';
    memset(record->is_broken, 0, sizeof record->is_broken);
    for (int i = 0; i < SWEEP_RESULTS_ALL; i++) {
        record->result[i] = NAN;
        record->unit[i][0] = '\0';
    }
}

void record_take(struct point_record *record, const struct sweep *sweep, long point,
                 const struct outcome *outcome, const dp_diagnostic *diagnostic) {
    record_begin(record, point, diagnostic->status);
    if (diagnostic->status != DP_RUN_DONE) {
        int length = (int)strcspn(diagnostic->text, "\n");
        snprintf(record->failure, sizeof record->failure, "%.*s", length, diagnostic->text);
        return;
    }
    for (int i = 0; i < sweep->result_count; i++) {
        const char *path = sweep->result[i].path;
        pick_number(outcome->summary, path, &record->result[i]);
        const char *unit = pick_unit(outcome->summary, outcome->units, path);
        if (unit != NULL) snprintf(record->unit[i], RECORD_UNIT_MAX, "%s", unit);
    }
    take_notes(record, outcome);
    take_horizon(record, outcome->summary);
}

void record_rename(struct point_record *record, const char *from, const char *to) {
    const size_t most = sizeof record->failure - 1;
    size_t length = strlen(from), name = strlen(to);
    if (strncmp(record->failure, from, length) != 0 || name > most) return;
    size_t rest = strlen(record->failure + length);
    if (rest > most - name) rest = most - name;
    memmove(record->failure + name, record->failure + length, rest);
    memcpy(record->failure, to, name);
    record->failure[name + rest] = '\0';
}

// --- to a journal --------------------------------------------------------------------------------

// Items one after another: a letter, a number that says of what, the length of a text (two bytes),
// a number, and the text.
enum { ITEM_HEAD = 4, TEXT_ROOM = RECORD_FAILURE_MAX };

static void put_item(struct bytes_out *bytes, char letter, int index, double number,
                     const char *text) {
    size_t length = strlen(text);
    const uint8_t head[ITEM_HEAD] = {(uint8_t)letter, (uint8_t)index, (uint8_t)length,
                                     (uint8_t)(length >> 8)};
    bytes_put(bytes, head, sizeof head);
    bytes_put_number(bytes, number);
    bytes_put(bytes, text, length);
}

// Is it among the lowest that failed so far?
static bool is_early_failure(struct record_filter *filter, long point) {
    int at = filter->failed_count;
    while (at > 0 && filter->failed[at - 1] > point)
        at--;
    if (at == FAILURES_MAX) return false;
    if (filter->failed_count < FAILURES_MAX) filter->failed_count++;
    for (int i = filter->failed_count - 1; i > at; i--)
        filter->failed[i] = filter->failed[i - 1];
    filter->failed[at] = point;
    return true;
}

static bool is_worst(struct record_filter *filter, int bound, const struct point_record *record) {
    double excess = record->excess[bound], worst = filter->worst[bound];
    bool is_it = !filter->is_broken[bound] || excess > worst ||
                 (excess == worst && record->point < filter->worst_point[bound]);
    if (!is_it) return false;
    filter->is_broken[bound] = true;
    filter->worst[bound] = excess;
    filter->worst_point[bound] = record->point;
    return true;
}

void record_pack_remarks(const struct point_record *record, int results, const char *file,
                         struct record_filter *filter, struct bytes_out *bytes) {
    bytes->size = 0;
    if (record->status != DP_RUN_DONE) {
        size_t length = strlen(file);
        bool has_file = strncmp(record->failure, file, length) == 0;
        if (is_early_failure(filter, record->point))
            put_item(bytes, 'F', has_file, 0.0, record->failure + (has_file ? length : 0));
        return;
    }
    for (int i = 0; i < results; i++) {
        if (record->unit[i][0] != '\0') put_item(bytes, 'U', i, 0.0, record->unit[i]);
    }
    if (record->has_horizon || !isnan(record->horizon))
        put_item(bytes, 'H', record->has_horizon, record->horizon, "");
    for (int i = 0; i < DP_BOUND_COUNT; i++) {
        if (!record->is_broken[i]) continue;
        bool is_told = is_worst(filter, i, record);
        // of the others it only counts that they broke it: the same bytes again need no room
        put_item(bytes, 'B', i, is_told ? record->excess[i] : -INFINITY,
                 is_told ? record->bound[i] : "");
    }
    for (int i = 0; i < record->note_count; i++)
        put_item(bytes, 'N', 0, 0.0, record->note[i]);
}

// --- from a journal ------------------------------------------------------------------------------

// One item. False when it cannot be one of ours: its bytes may come from anybody.
static bool read_item(struct point_record *record, int results, const char *file, char letter,
                      int index, double number, const char *text) {
    size_t length;
    bool is_good = record->status == DP_RUN_DONE;
    if (is_good == (letter == 'F')) return false;
    switch (letter) {
    case 'U':
        if (index >= results || strlen(text) >= RECORD_UNIT_MAX) return false;
        memcpy(record->unit[index], text, strlen(text) + 1);
        return true;
    case 'H':
        record->has_horizon = index != 0;
        record->horizon = number;
        return true;
    case 'B':
        if (index >= DP_BOUND_COUNT) return false;
        record->is_broken[index] = true;
        record->excess[index] = number;
        if (strlen(text) >= sizeof(record_note)) return false;
        strcpy(record->bound[index], text);
        return true;
    case 'N':
        if (record->note_count == OUTCOME_NOTES_MAX || strlen(text) >= sizeof(record_note))
            return false;
        strcpy(record->note[record->note_count++], text);
        return true;
    case 'F':
        length = index != 0 ? strlen(file) : 0;
        if (length + strlen(text) >= sizeof record->failure) return false;
        memcpy(record->failure, file, length);
        strcpy(record->failure + length, text);
        return true;
    default:
        return false;
    }
}

bool record_read(struct point_record *record, int results, const char *file,
                 const struct journal_record *from) {
    struct bytes_in in = {.at = from->remarks, .left = from->size};
    // points that had no memory or were stopped are never written
    if (from->status < DP_RUN_DONE || from->status >= DP_RUN_SYSTEM) return false;
    record_begin(record, from->point, from->status);
    memcpy(record->result, from->values, (size_t)results * sizeof *record->result);
    while (in.left > 0) {
        char text[TEXT_ROOM];
        const uint8_t *head = bytes_get(&in, ITEM_HEAD);
        double number = bytes_get_number(&in);
        size_t length = head != NULL ? (size_t)(head[2] | head[3] << 8) : 0;
        const void *words = bytes_get(&in, length);
        if (in.is_short || length >= sizeof text) return false;
        memcpy(text, words, length);
        text[length] = '\0';
        if (!read_item(record, results, file, (char)head[0], head[1], number, text)) return false;
    }
    return true;
}
