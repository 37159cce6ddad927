#ifndef WORKBENCH_SCENARIO_VALUE_H
#define WORKBENCH_SCENARIO_VALUE_H

#include "scenario/field.h"

/// Read a scalar, or the list of columns, into `at`.
void value_read(struct reader *reader, const struct field *field, const struct node *node,
                void *at);

/// A quantity, checked against the range of the field; false after a diagnostic.
bool quantity_read(struct reader *reader, const struct field *field, const struct node *node,
                   double *value);

#endif
