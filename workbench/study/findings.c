// Units, notes and horizons of the points of a sweep.

#include "study/findings.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "result/result.h"
#include "study/pick.h"

// --- units ---------------------------------------------------------------------------------------

static void take_unit(struct findings *findings, int result, const char *unit) {
    char *known = findings->unit[result];
    if (unit == NULL || unit[0] == '\0') return;
    if (known[0] == '\0')
        snprintf(known, FINDINGS_UNIT_MAX, "%s", unit);
    else if (strcmp(known, unit) != 0)
        findings->is_mixed[result] = true;
}

const char *findings_unit(const struct findings *findings, int result) {
    const char *unit = findings->unit[result];
    if (unit[0] == '\0' || findings->is_mixed[result]) return "?";
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

static void take_note(struct findings *findings, const struct point_note *note) {
    struct point_note *known = findings->note;
    struct point_note *end = known + findings->note_count;
    while (known < end && !is_same_note(known->text, note->text))
        known++;
    if (known == end) {
        if (findings->note_count == FINDINGS_NOTES_MAX) return;
        findings->note_count++;
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
static void take_horizon(struct findings *findings, const json_t *summary) {
    const json_t *horizon = json_object_get(summary, "horizon");
    findings->has_horizon =
        findings->has_horizon || json_is_boolean(json_object_get(summary, "horizon_reached"));
    if (!json_is_number(horizon) || json_object_get(summary, "ensemble") != NULL) return;
    double value = json_number_value(horizon);
    bool is_first = findings->beyond++ == 0;
    findings->shortest = is_first || value < findings->shortest ? value : findings->shortest;
    findings->longest = is_first || value > findings->longest ? value : findings->longest;
}

static void merge_horizons(struct findings *findings, const struct findings *other) {
    findings->has_horizon = findings->has_horizon || other->has_horizon;
    if (other->beyond == 0) return;
    bool is_first = findings->beyond == 0;
    findings->beyond += other->beyond;
    if (is_first || other->shortest < findings->shortest) findings->shortest = other->shortest;
    if (is_first || other->longest > findings->longest) findings->longest = other->longest;
}

// --- all of it -----------------------------------------------------------------------------------

void findings_take(struct findings *findings, const struct sweep *sweep, long point,
                   const struct outcome *outcome) {
    for (int i = 0; i < sweep->result_count; i++)
        take_unit(findings, i, pick_unit(outcome->summary, outcome->units, sweep->result[i].path));
    for (int i = 0; i < outcome->note_count; i++) {
        struct point_note note = {.first = point, .count = 1};
        if (outcome->is_bound[i]) continue;  // bounds are counted by kind, with the worst point
        memcpy(note.text, outcome->note[i], sizeof note.text);
        take_note(findings, &note);
    }
    take_horizon(findings, outcome->summary);
}

void findings_merge(struct findings *findings, const struct findings *other) {
    for (int i = 0; i < SWEEP_RESULTS_ALL; i++) {
        take_unit(findings, i, other->unit[i]);
        findings->is_mixed[i] = findings->is_mixed[i] || other->is_mixed[i];
    }
    for (int i = 0; i < other->note_count; i++)
        take_note(findings, &other->note[i]);
    merge_horizons(findings, other);
}

// Threads find notes in any order; those of one point keep theirs, since one thread ran it.
static void tell_notes(const struct findings *findings, const struct sweep *sweep,
                       struct outcome *outcome) {
    struct point_note sorted[FINDINGS_NOTES_MAX];
    memcpy(sorted, findings->note, sizeof sorted);
    // by insertion, which keeps the order of equals
    for (int i = 1; i < findings->note_count; i++) {
        for (int j = i; j > 0 && sorted[j - 1].first > sorted[j].first; j--) {
            struct point_note other = sorted[j];
            sorted[j] = sorted[j - 1];
            sorted[j - 1] = other;
        }
    }
    for (int i = 0; i < findings->note_count; i++)
        add_note(outcome, "At %ld of %ld points, first at point %ld: %s", sorted[i].count,
                 sweep->points, sorted[i].first, sorted[i].text);
}

void findings_tell(const struct findings *findings, const struct sweep *sweep,
                   struct outcome *outcome) {
    for (int i = 0; i < sweep->result_count; i++) {
        if (findings->is_mixed[i])
            add_note(outcome, "%s has not the same unit at all points, so its column has none.",
                     sweep->result[i].name);
    }
    if (findings->beyond > 0)
        add_note(outcome,
                 "At %ld of %ld points the statistics reach beyond the horizon of a single history "
                 "(%.3g to %.3g s, column horizon). There they have a spread that one run does not "
                 "show; run: {ensemble: 20} gives mean and spread.",
                 findings->beyond, sweep->points, findings->shortest, findings->longest);
    tell_notes(findings, sweep, outcome);
}
