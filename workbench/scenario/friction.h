#ifndef WORKBENCH_SCENARIO_FRICTION_H
#define WORKBENCH_SCENARIO_FRICTION_H

#include "dashpot/dashpot.h"
#include "scenario/diagnostic.h"

// Friction of a contact: a number, which is mu of coulomb, or a map with a law and its parameters.

struct friction_block {
    const struct node *node;  // NULL: no friction
    dp_friction_def def;      // its law is NULL without friction, or after a diagnostic
};

void friction_read(struct reader *reader, const struct node *node, struct friction_block *block);

#endif
