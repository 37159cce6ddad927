#ifndef WORKBENCH_BASE_MEND_H
#define WORKBENCH_BASE_MEND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/unit.h"

// What a number that cannot be read may be meant to be.

/// "9.5 mm" for "9,5 mm"; both "1000 psi or 1.000 psi" for "1,000 psi", where the comma may part
/// thousands. Empty when no number comes out.
void mend_comma(const char *text, char *mended, size_t size);

/// "0.5 in" for a number 1 and "/2 in" after it, "1.5 in" for 1 and "1/2 in". False when that is no
/// fraction.
bool mend_fraction(double number, const char *after, char *mended, size_t size);

/// "N m" for "Nm" or "N-m", "ft lbf" for "ft-lb", "m/s^2" for "m/s2". False when nothing of this
/// kind comes out.
bool mend_unit(const char *text, const si_unit *kind, char *mended, size_t size);

#endif
