#ifndef WORKBENCH_STUDY_FINDINGS_H
#define WORKBENCH_STUDY_FINDINGS_H

#include "study/record.h"

// What the points of a sweep say beside their numbers: the units of the results, their notes, and
// how far single histories can be trusted.

enum { FINDINGS_NOTES_MAX = 32 };

/// A note of some points. Notes that differ in their numbers only are the same note.
struct point_note {
    long first, count;  // the first point that has it, and how many do
    int rank;           // among the notes of that point
    record_note text;   // of the first one
};

struct findings {
    char unit[SWEEP_RESULTS_ALL][RECORD_UNIT_MAX];  // "": not known yet
    bool is_mixed[SWEEP_RESULTS_ALL];               // points state different units
    struct point_note note[FINDINGS_NOTES_MAX];
    int note_count;
    bool has_horizon;          // some point was run with a shadow
    long beyond;               // points whose statistics reach beyond the horizon
    double shortest, longest;  // [s] horizons of these
};

/// Take in what a good point says. Points may come in any order.
void findings_take(struct findings *findings, const struct sweep *sweep,
                   const struct point_record *record);

void findings_merge(struct findings *findings, const struct findings *other);

/// Unit of a result as a table has it: "" for a pure number, "?" where no point states one, or not
/// all the same.
const char *findings_unit(const struct findings *findings, int result);

/// Say it in the notes of the sweep.
void findings_tell(const struct findings *findings, const struct sweep *sweep,
                   struct outcome *outcome);

#endif
