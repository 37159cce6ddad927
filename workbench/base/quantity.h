#ifndef WORKBENCH_BASE_QUANTITY_H
#define WORKBENCH_BASE_QUANTITY_H

#include "base/unit.h"
#include "dashpot/status.h"

// A quantity as people write it, "9.5 mm", "207 GPa", "1.2e9 N/m^1.5", turned into SI with its
// dimension checked. A plain number is SI.

/// Read a unit like "N s/m^1.5"; 1 when the whole text is one.
int unit_read(const char *text, si_unit *unit);

/// Value in SI of `text`, which must be of the kind of `unit` ("1": a pure number). `name` is what
/// the diagnostic calls it.
dp_status parse_quantity(const char *name, const char *text, const char *unit, double *value,
                         dp_error *err);

/// Value i of count from one end to the other, in equal steps. Values between the ends have fifteen
/// digits: 0.3 and not 0.30000000000000004, which a --set would have to spell out.
double value_between(double from, double to, long i, long count);

/// The same digits for any value.
double round_off(double value);

/// A character that looks like one of a number but is not, such as a no-break space: what it is and
/// what to write, as "it has ..." would go on. NULL when there is none.
const char *odd_character(const char *text);

#endif
