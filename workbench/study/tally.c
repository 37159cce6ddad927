// Units, notes and horizons of the points of a sweep.

#include "study/tally.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "result/result.h"
#include "study/pick.h"

// --- units ---------------------------------------------------------------------------------------

static void take_unit(struct tally *tally, int result, const char *unit) {
    char *known = tally->unit[result];
    if (unit == NULL || unit[0] == '\0') return;
    if (known[0] == '\0')
        snprintf(known, TALLY_UNIT_MAX, "%s", unit);
    else if (strcmp(known, unit) != 0)
        tally->is_mixed[result] = true;
}

const char *tally_unit(const struct tally *tally, int result) {
    const char *unit = tally->unit[result];
    if (unit[0] == '\0' || tally->is_mixed[result]) return "?";
    return strcmp(unit, "1") == 0 ? "" : unit;
}

// --- notes ---------------------------------------------------------------------------------------

// Past a number, if one is there.
static const char *skip_number(const char *text) {
    if (!isdigit((unsigned char)*text)) return text;
    return text + strspn(text, "0123456789.e+-");
}

static bool is_same_note(const char *a, const char *b) {
    for (;; a++, b++) {
        const char *after_a = skip_number(a), *after_b = skip_number(b);
        if ((after_a == a) != (after_b == b)) return false;
        a = after_a;
        b = after_b;
        if (*a != *b) return false;
        if (*a == '\0') return true;
    }
}

static void take_note(struct tally *tally, const struct point_note *note) {
    struct point_note *known = tally->note;
    struct point_note *end = known + tally->note_count;
    while (known < end && !is_same_note(known->text, note->text))
        known++;
    if (known == end) {
        if (tally->note_count == TALLY_NOTES_MAX) return;
        tally->note_count++;
        *known = *note;
        return;
    }
    long count = known->count + note->count;
    if (note->first < known->first) *known = *note;
    known->count = count;
}

// --- horizons ------------------------------------------------------------------------------------

// A finite horizon lies before the end of the window. Copies show the spread that follows from it,
// so that statistics over them may reach beyond.
static void take_horizon(struct tally *tally, const json_t *summary) {
    const json_t *horizon = json_object_get(summary, "horizon");
    tally->has_horizon =
        tally->has_horizon || json_is_boolean(json_object_get(summary, "horizon_reached"));
    if (!json_is_number(horizon) || json_object_get(summary, "ensemble") != NULL) return;
    double value = json_number_value(horizon);
    bool is_first = tally->beyond++ == 0;
    tally->shortest = is_first || value < tally->shortest ? value : tally->shortest;
    tally->longest = is_first || value > tally->longest ? value : tally->longest;
}

static void merge_horizons(struct tally *tally, const struct tally *other) {
    tally->has_horizon = tally->has_horizon || other->has_horizon;
    if (other->beyond == 0) return;
    bool is_first = tally->beyond == 0;
    tally->beyond += other->beyond;
    if (is_first || other->shortest < tally->shortest) tally->shortest = other->shortest;
    if (is_first || other->longest > tally->longest) tally->longest = other->longest;
}

// --- all of it -----------------------------------------------------------------------------------

void tally_take(struct tally *tally, const struct sweep *sweep, long point,
                const struct outcome *outcome) {
    for (int i = 0; i < sweep->result_count; i++)
        take_unit(tally, i, pick_unit(outcome->summary, outcome->units, sweep->result[i].path));
    for (int i = 0; i < outcome->note_count; i++) {
        struct point_note note = {.first = point, .count = 1};
        if (outcome->is_bound[i]) continue;  // bounds are counted by kind, with the worst point
        memcpy(note.text, outcome->note[i], sizeof note.text);
        take_note(tally, &note);
    }
    take_horizon(tally, outcome->summary);
}

void tally_merge(struct tally *tally, const struct tally *other) {
    for (int i = 0; i < SWEEP_RESULTS_ALL; i++) {
        take_unit(tally, i, other->unit[i]);
        tally->is_mixed[i] = tally->is_mixed[i] || other->is_mixed[i];
    }
    for (int i = 0; i < other->note_count; i++)
        take_note(tally, &other->note[i]);
    merge_horizons(tally, other);
}

// Threads find notes in any order; those of one point keep theirs, since one thread ran it.
static void tell_notes(const struct tally *tally, const struct sweep *sweep,
                       struct outcome *outcome) {
    struct point_note sorted[TALLY_NOTES_MAX];
    memcpy(sorted, tally->note, sizeof sorted);
    // by insertion, which keeps the order of equals
    for (int i = 1; i < tally->note_count; i++) {
        for (int j = i; j > 0 && sorted[j - 1].first > sorted[j].first; j--) {
            struct point_note other = sorted[j];
            sorted[j] = sorted[j - 1];
            sorted[j - 1] = other;
        }
    }
    for (int i = 0; i < tally->note_count; i++)
        add_note(outcome, "At %ld of %ld points, first at point %ld: %s", sorted[i].count,
                 sweep->points, sorted[i].first, sorted[i].text);
}

void tally_tell(const struct tally *tally, const struct sweep *sweep, struct outcome *outcome) {
    for (int i = 0; i < sweep->result_count; i++) {
        if (tally->is_mixed[i])
            add_note(outcome, "%s has not the same unit at all points, so its column has none.",
                     sweep->result[i].name);
    }
    if (tally->beyond > 0)
        add_note(outcome,
                 "At %ld of %ld points the statistics reach beyond the horizon of a single history "
                 "(%.3g to %.3g s, column horizon). There they have a spread that one run does not "
                 "show; run: {ensemble: 20} gives mean and spread.",
                 tally->beyond, sweep->points, tally->shortest, tally->longest);
    tell_notes(tally, sweep, outcome);
}
