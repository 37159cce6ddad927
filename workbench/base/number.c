// Numbers as text.

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>

const char *number_exact(double value, char buffer[NUMBER_MAX]) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, NUMBER_MAX, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value) break;
    }
    return buffer;
}

const char *number_short(double value, char buffer[NUMBER_MAX]) {
    snprintf(buffer, NUMBER_MAX, "%.10g", value);
    return buffer;
}
