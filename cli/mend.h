#ifndef CLI_MEND_H
#define CLI_MEND_H

#include <stddef.h>

// What a number that cannot be read may be meant to be.

/// "9.5 mm" for "9,5 mm"; both "1000 psi or 1.000 psi" for "1,000 psi", where the comma may part
/// thousands. Empty when no number comes out.
void cli_mend_comma(const char *text, char *mended, size_t size);

#endif
