// Bounds that a state of `dashpot force` breaks. A formula is evaluated wherever it is asked for,
// so these are notes, whatever they say.

#include "force_notes.h"
#include "terminal.h"

#include <math.h>
#include <stdio.h>

#include "dashpot/workbench.h"

static void find(const dp_usage *usage, struct force_notes *notes) {
    dp_breach breach[DP_BOUND_COUNT];
    int count = dp_validity(usage, breach);
    notes->count = 0;
    for (int i = 0; i < count; i++) {
        // one state is no impact and delivers no restitution
        if (breach[i].bound == DP_BOUND_RESTITUTION && isnan(usage->speed)) continue;
        char *text = notes->text[notes->count++];
        dp_breach_text(usage, &breach[i], text, sizeof notes->text[0]);
    }
}

void force_notes_of_state(const dp_contact_def *def, double delta, struct force_notes *notes) {
    dp_usage usage = dp_usage_defaults(def);
    usage.indentation = delta;
    find(&usage, notes);
}

void force_notes_of_impact(const dp_contact_def *def, double speed, const dp_impact *impact,
                           struct force_notes *notes) {
    dp_usage usage = dp_usage_defaults(def);
    usage.indentation = impact->max_indentation;
    usage.speed = speed;
    usage.delivered = impact->restitution;
    usage.has_flowed = impact->energy.plastic > 0.0;
    find(&usage, notes);
}

void force_notes_print(const struct force_notes *notes) {
    for (int i = 0; i < notes->count; i++)
        cli_say(stderr, "note: %s\n", notes->text[i]);
}

json_t *force_notes_json(const struct force_notes *notes) {
    json_t *list = json_array();
    for (int i = 0; i < notes->count; i++)
        json_array_append_new(list, json_string(notes->text[i]));
    return list;
}
