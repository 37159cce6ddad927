#ifndef WORKBENCH_STUDY_COMPARE_H
#define WORKBENCH_STUDY_COMPARE_H

#include "dashpot/dashpot.h"
#include "result/outcome.h"
#include "scenario/loaded.h"

// A comparison: one scenario, run once with each of several laws in one of its contacts. Results,
// tables and pictures of all runs become those of one outcome.

/// A law that is not run, or whose run failed.
struct compare_skipped {
    const char *law, *reason;
};

/// All memory belongs to the tree of the scenario.
struct compare {
    const char *at;      ///< path of the contact
    const char *choice;  ///< "named", "all", or "fitting": those that take what the contact has
    const dp_law *law[DP_LAWS_MAX];
    const struct node *root[DP_LAWS_MAX];  ///< of the scenario with that law
    int count;
    struct compare_skipped skipped[DP_LAWS_MAX];
    int skipped_count;
};

/// Choose the laws of a scenario and see that it can run with them; complains to its reader.
void compare_load(struct scenario *s, const dp_compare_def *def);

/// The scenario with one of the laws, as `dashpot run` would read it; NULL and a diagnostic when it
/// is not good.
struct scenario *compare_variant(const struct scenario *s, int law, dp_diagnostic *diagnostic);

/// Run it with every law. Returns an exit status, as scenario_run does.
int compare_run(const struct scenario *s, int rows, struct outcome *outcome,
                dp_diagnostic *diagnostic);

struct need;

/// What all runs together will take.
void compare_need(const struct scenario *s, int rows, struct need *need);

/// Is it a comparison?
bool compare_is(const struct scenario *s);

// --- what is made of the runs --------------------------------------------------------------------

/// The runs that have results, in the order of the laws.
struct compared {
    const dp_law *law[DP_LAWS_MAX];
    struct outcome *outcome[DP_LAWS_MAX];
    int count;
};

/// Their tables one below another, with a first column `law`. False when out of memory.
bool compare_stack_tables(const struct compared *runs, struct outcome *out);

/// Pictures with a curve for each law. The tables must have been stacked.
void compare_draw(const struct compared *runs, struct outcome *out);

/// Their notes behind the names of the laws; equal ones are one.
void compare_merge_notes(const struct compared *runs, struct outcome *out);

/// The column of a table that tells curves of pictures in groups apart, and the one of its laws.
extern const char compare_curve_column[], compare_law_column[];

#endif
