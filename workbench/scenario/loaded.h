#ifndef WORKBENCH_SCENARIO_LOADED_H
#define WORKBENCH_SCENARIO_LOADED_H

#include "scenario/kind.h"

// A scenario as the stages of its loading see it.

struct compare;
struct fit;
struct sweep;

struct scenario {
    struct reader reader;
    const char *text;  // of the file
    struct common_block common;
    void *config;             // of the kind; NULL in a sweep, fit or comparison
    struct sweep *sweep;      // NULL: no sweep
    struct fit *fit;          // NULL: no fit
    struct compare *compare;  // NULL: no comparison
    struct inputs *inputs;    // owned; NULL: it has those of another scenario
};

/// A reader of the scenario for what is said later: it reports to this diagnostic, emptied first.
struct reader reader_of(const struct scenario *s, dp_diagnostic *diagnostic);

/// From nodes to values and their meaning; complains.
void scenario_interpret(struct scenario *s);

/// What stands above its results.
void scenario_title(const struct scenario *s, char *text, size_t size);

/// Run it once. As scenario_run, but the outcome does not hold the text of the scenario.
int scenario_solve(const struct scenario *s, int rows, struct outcome *outcome,
                   dp_diagnostic *diagnostic);

#endif
