#ifndef CLI_FORCE_NOTES_H
#define CLI_FORCE_NOTES_H

#include <jansson.h>

#include "dashpot/dashpot.h"

// Bounds of the law that a state of `dashpot force` breaks, in the sentences of a run.

struct force_notes {
    int count;
    char text[DP_BOUND_COUNT][600];
};

/// Of a state with this indentation [m], the deepest of several.
void force_notes_of_state(const dp_contact_def *def, double delta, struct force_notes *notes);

/// Of an impact at this speed [m/s].
void force_notes_of_impact(const dp_contact_def *def, double speed, const dp_impact *impact,
                           struct force_notes *notes);

/// On standard error, one line each.
void force_notes_print(const struct force_notes *notes);

json_t *force_notes_json(const struct force_notes *notes);

#endif
