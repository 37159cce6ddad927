// Numbers as text.

#include "dashpot/workbench.h"

#include <stdio.h>
#include <stdlib.h>

const char *dp_number_text(double value, char buffer[DP_NUMBER_MAX]) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, DP_NUMBER_MAX, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value) break;
    }
    return buffer;
}
