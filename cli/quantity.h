#ifndef CLI_QUANTITY_H
#define CLI_QUANTITY_H

#include "dashpot/status.h"

// A quantity as people write it, "9.5 mm", "207 GPa", "1.2e9 N/m^1.5", turned into SI with its
// dimension checked. A plain number is SI.

/// A unit: a power of ten, a factor that is none (degrees, minutes), powers of kg, m and s.
typedef struct cli_unit {
    double ten;
    double factor;
    double kilogram, metre, second;
} cli_unit;

/// Read a unit like "N s/m^1.5"; 1 when the whole text is one.
int cli_unit_read(const char *text, cli_unit *unit);

/// Value in SI of `text`, which must be of the kind of `unit` ("1": a pure number). `name` is what
/// the complaint calls it.
dp_status cli_quantity(const char *name, const char *text, const char *unit, double *value,
                       dp_error *err);

#endif
