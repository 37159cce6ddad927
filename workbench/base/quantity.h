#ifndef WORKBENCH_BASE_QUANTITY_H
#define WORKBENCH_BASE_QUANTITY_H

#include "base/unit.h"
#include "dashpot/status.h"
#include "dashpot/workbench.h"

// A quantity as people write it, "9.5 mm", "207 GPa", "1.2e9 N/m^1.5", turned into SI with its
// dimension checked. A plain number is SI.

/// Read a unit like "N s/m^1.5"; 1 when the whole text is one.
int unit_read(const char *text, si_unit *unit);

/// Is it a number without a unit?
bool quantity_is_bare(const char *text);

/// Unit of a quantity as it is written, after its number; "" when there is none. NULL: no number.
const char *quantity_unit(const char *text, double *number);

/// The number in front of `unit` that is this value in SI, with as few digits as give it back.
double quantity_in(double value, const char *unit);

/// The same digits for any value.
double round_off(double value);

/// A character that looks like one of a number but is not, such as a no-break space: what it is and
/// what to write, as "it has ..." would go on. NULL when there is none.
const char *odd_character(const char *text);

#endif
