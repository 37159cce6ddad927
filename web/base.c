// Errors, words, catalogues, numbers with units.

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

bool lab_words(const char *block, int count, const char *words[LAB_WORDS_MAX]) {
    if (count < 0 || count > LAB_WORDS_MAX) return false;
    for (int i = 0; i < count; i++) {
        words[i] = block;
        block += strlen(block) + 1;
    }
    return true;
}

// --- errors --------------------------------------------------------------------------------------

LAB dp_error *lab_error_new(void);
LAB int lab_error_status(const dp_error *err);
LAB const char *lab_error_text(const dp_error *err);
LAB const char *lab_error_name(const dp_error *err);

dp_error *lab_error_new(void) {
    return calloc(1, sizeof(dp_error));
}

int lab_error_status(const dp_error *err) {
    return (int)err->status;
}

const char *lab_error_text(const dp_error *err) {
    return err->text;
}

const char *lab_error_name(const dp_error *err) {
    return err->name;
}

LAB double lab_memory_used(void);

// [B] that were taken and not given back; for tests.
double lab_memory_used(void) {
    return (double)mallinfo().uordblks;
}

// --- catalogues ----------------------------------------------------------------------------------

enum { LAWS, FRICTIONS, UNITS, SCHEMA };

LAB const char *lab_version(void);
LAB char *lab_describe(int what);
LAB double lab_requested(int index);
LAB double lab_prefix(double value, const char *unit, char *text);
LAB double lab_quantity(const char *name, const char *text, const char *unit, dp_error *err);

const char *lab_version(void) {
    return DP_VERSION_STRING;
}

// A text that JavaScript frees; NULL when out of memory.
char *lab_describe(int what) {
    switch (what) {
    case LAWS:
        return dp_describe_laws();
    case FRICTIONS:
        return dp_describe_frictions();
    case UNITS:
        return dp_describe_units();
    case SCHEMA:
        return dp_describe_schema();
    default:
        return NULL;
    }
}

// Requested restitutions of docs/choosing.md; 0 past the end.
double lab_requested(int index) {
    return index >= 0 && index < DP_REQUESTED_COUNT ? dp_requested_at(index) : 0.0;
}

// `text` has room for 32 bytes.
double lab_prefix(double value, const char *unit, char *text) {
    return dp_unit_prefixed(value, unit, text);
}

double lab_quantity(const char *name, const char *text, const char *unit, dp_error *err) {
    double value = 0.0;
    dp_quantity_read(name, text, unit, &value, err);
    return value;
}
