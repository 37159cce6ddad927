// Printed digits and what agrees with them.

#include "reproduce/verdict.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *verdict_word(enum verdict verdict) {
    static const char *const words[VERDICT_COUNT] = {
        "reproduced",     "reproduced with erratum", "inferred input",
        "not reproduced", "not comparable",
    };
    return words[verdict];
}

enum verdict verdict_of(const char *word) {
    int verdict = 0;
    while (verdict < VERDICT_COUNT - 1 && strcmp(verdict_word((enum verdict)verdict), word) != 0)
        verdict++;
    return (enum verdict)verdict;
}

// Ten to the place of the last digit that is written.
static double last_place(const char *text) {
    int decimals = 0, exponent = 0;
    bool after_point = false;
    for (; *text != '\0' && tolower((unsigned char)*text) != 'e'; text++) {
        if (*text == '.') after_point = true;
        if (after_point && isdigit((unsigned char)*text)) decimals++;
    }
    if (*text != '\0') exponent = atoi(text + 1);
    return pow(10.0, exponent - decimals);
}

bool printed_read(const char *text, struct printed *printed) {
    char *end;
    bool is_claim = text[0] == '<' || text[0] == '>';
    printed->claim = is_claim ? text[0] : '\0';
    printed->value = strtod(text + is_claim, &end);
    printed->half_unit = is_claim ? 0.0 : 0.5 * last_place(text);
    return end != text + is_claim && *end == '\0';
}

bool tolerance_read(const char *text, double printed, double *tolerance) {
    char *end;
    *tolerance = strtod(text, &end);
    if (end == text || !(*tolerance >= 0.0)) return false;
    end += strspn(end, " ");
    if (strcmp(end, "%") == 0) *tolerance *= 0.01 * fabs(printed);
    return *end == '\0' || strcmp(end, "%") == 0;
}

bool printed_agrees(const struct printed *printed, double value, double tolerance) {
    if (printed->claim == '<') return value < printed->value;
    if (printed->claim == '>') return value > printed->value;
    // a value on the edge of half a unit may be printed either way
    double allowed = (printed->half_unit + tolerance) * (1.0 + 1e-9);
    return fabs(value - printed->value) <= allowed;
}
