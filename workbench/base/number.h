#ifndef WORKBENCH_BASE_NUMBER_H
#define WORKBENCH_BASE_NUMBER_H

// Numbers as text.

enum { NUMBER_MAX = 40 };

/// The shortest decimal number that reads back as the same double.
const char *number_exact(double value, char buffer[NUMBER_MAX]);

/// Ten digits, enough for people.
const char *number_short(double value, char buffer[NUMBER_MAX]);

#endif
