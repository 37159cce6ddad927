#ifndef WORKBENCH_REPRODUCE_EXPRESSION_H
#define WORKBENCH_REPRODUCE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

// Arithmetic on the results of a run, as the tables in papers/ write it:
//     100*(max_force/663.0 - 1)      energy.initial - energy.final      impacts.0.speed_in
// + - * / ^, < > = (1 or 0), brackets, sqrt abs exp ln atan min max, numbers and dotted names.

/// Value of a name; false when there is none.
typedef bool (*expression_lookup)(void *user, const char *name, double *value);

/// False and a diagnostic when the text is not an expression or a name is unknown. A value that is
/// not finite is no error.
bool expression_value(const char *text, expression_lookup lookup, void *user, double *value,
                      char *diagnostic, size_t size);

#endif
