// Units, notes and horizons of the points of a sweep.

#include "study/findings.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"

// --- units ---------------------------------------------------------------------------------------

static void take_unit(struct findings *findings, int result, const char *unit) {
    char *known = findings->unit[result];
    if (unit == NULL || unit[0] == '\0') return;
    if (known[0] == '\0')
        snprintf(known, RECORD_UNIT_MAX, "%s", unit);
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

static void take_note(struct findings *findings, const char *text, long first, int rank,
                      long count) {
    struct point_note *known = findings->note, *end = known + findings->note_count;
    while (known < end && !is_same_note(known->text, text))
        known++;
    if (known == end && findings->note_count == FINDINGS_NOTES_MAX) return;
    bool is_new = known == end, is_first = is_new || first < known->first;
    if (is_new) findings->note_count++;
    known->count = is_new ? count : known->count + count;
    if (!is_first) return;
    known->first = first;
    known->rank = rank;
    snprintf(known->text, sizeof known->text, "%s", text);
}

// --- horizons ------------------------------------------------------------------------------------

static void take_horizon(struct findings *findings, const struct point_record *record) {
    findings->has_horizon = findings->has_horizon || record->has_horizon;
    if (isnan(record->horizon)) return;
    bool is_first = findings->beyond++ == 0;
    if (is_first || record->horizon < findings->shortest) findings->shortest = record->horizon;
    if (is_first || record->horizon > findings->longest) findings->longest = record->horizon;
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

void findings_take(struct findings *findings, const struct sweep *sweep,
                   const struct point_record *record) {
    for (int i = 0; i < sweep->result_count; i++)
        take_unit(findings, i, record->unit[i]);
    for (int i = 0; i < record->note_count; i++)
        take_note(findings, record->note[i], record->point, i, 1);
    take_horizon(findings, record);
}

void findings_merge(struct findings *findings, const struct findings *other) {
    for (int i = 0; i < SWEEP_RESULTS_ALL; i++) {
        take_unit(findings, i, other->unit[i]);
        findings->is_mixed[i] = findings->is_mixed[i] || other->is_mixed[i];
    }
    for (int i = 0; i < other->note_count; i++) {
        const struct point_note *note = &other->note[i];
        take_note(findings, note->text, note->first, note->rank, note->count);
    }
    merge_horizons(findings, other);
}

static int by_point(const void *a, const void *b) {
    const struct point_note *first = a, *second = b;
    if (first->first != second->first) return first->first < second->first ? -1 : 1;
    return first->rank - second->rank;
}

// Points come in any order.
static void tell_notes(const struct findings *findings, const struct sweep *sweep,
                       struct outcome *outcome) {
    struct point_note sorted[FINDINGS_NOTES_MAX];
    memcpy(sorted, findings->note, sizeof sorted);
    qsort(sorted, (size_t)findings->note_count, sizeof *sorted, by_point);
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
