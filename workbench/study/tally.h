#ifndef WORKBENCH_STUDY_TALLY_H
#define WORKBENCH_STUDY_TALLY_H

#include "study/plan.h"

// What the points of a sweep say beside their numbers: the units of the results, their notes, and
// how far single histories can be trusted.

enum { TALLY_NOTES_MAX = 32, TALLY_UNIT_MAX = 24 };

/// A note of some points. Notes that differ in their numbers only are the same note.
struct point_note {
    long first, count;  // the first point that has it, and how many do
    char text[sizeof((struct outcome *)0)->note[0]];  // of the first one
};

struct tally {
    char unit[SWEEP_RESULTS_ALL][TALLY_UNIT_MAX];  // "": not known yet
    bool is_mixed[SWEEP_RESULTS_ALL];              // points state different units
    struct point_note note[TALLY_NOTES_MAX];
    int note_count;
    bool has_horizon;          // some point was run with a shadow
    long beyond;               // points whose statistics reach beyond the horizon
    double shortest, longest;  // [s] horizons of these
};

/// Take in what a good point says. Points may come in any order.
void tally_take(struct tally *tally, const struct sweep *sweep, long point,
                const struct outcome *outcome);

void tally_merge(struct tally *tally, const struct tally *other);

/// Unit of a result as a table has it: "" for a pure number, "?" where no point states one, or not
/// all the same.
const char *tally_unit(const struct tally *tally, int result);

/// Say it in the notes of the sweep.
void tally_tell(const struct tally *tally, const struct sweep *sweep, struct outcome *outcome);

#endif
