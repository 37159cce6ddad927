#ifndef WORKBENCH_SCENARIO_VALIDITY_H
#define WORKBENCH_SCENARIO_VALIDITY_H

#include "result/outcome.h"
#include "scenario/contact.h"
#include "scenario/diagnostic.h"

// Where the laws of a run hold. All kinds report through here: a broken bound is a note, a state
// that cannot exist a diagnostic, unless it is allowed.

/// What a contact reached.
struct reach {
    const struct prepared_contact *touch;
    double indentation, speed;  // [m], [m/s] largest; NaN: not known
    double mass;                // [kg] that met at that speed; 0, NaN: that of the contact
    const char *where;          // said before its sentences; NULL: there is only this contact
    bool is_known;              // the restitution delivered at that speed is, in what follows
    double delivered;
    bool has_flowed;  // with plastic work
};

/// Before the run, bad input: surfaces that meet faster than the wave speed. `at`: where the speed
/// of the meeting stands. False after a diagnostic.
bool validity_check_speed(struct reader *reader, const struct node *at,
                          const struct prepared_contact *touch);

/// After the run: a note for each bound that was broken. False after a diagnostic about the
/// contact, a numerical failure, where a state was impossible.
bool validity_tell(struct reader *reader, const struct reach *reach, struct outcome *outcome);

/// Is the ledger finite and does it add up? Complains about the contact when it does not: then the
/// numbers are too far apart for double precision, and no result can be trusted.
bool energy_check(struct reader *reader, const struct node *contact, const dp_energy *energy);

#endif
