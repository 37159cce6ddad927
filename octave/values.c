// Values of Octave and MATLAB: taken apart, and made.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gateway.h"

// --- arguments ---

const mxArray *gate_next(struct gate_call *call) {
    if (call->count == 0) return NULL;
    call->count--;
    return *call->args++;
}

const mxArray *gate_next_value(struct gate_call *call) {
    return call->count == 0 || mxIsChar(call->args[0]) ? NULL : gate_next(call);
}

bool gate_is_given(const mxArray *value) {
    return value != NULL && !mxIsEmpty(value);
}

const char *gate_text(struct gate_call *call, const mxArray *value, const char *what) {
    if (value == NULL || !mxIsChar(value) || mxGetNumberOfDimensions(value) != 2 ||
        (mxGetM(value) != 1 && !mxIsEmpty(value))) {
        gate_refuse(call, "%s must be a text in single quotes", what);
        return NULL;
    }
    if (mxIsEmpty(value)) return "";
#ifdef MATLAB_MEX_FILE
    char *text = mxArrayToUTF8String(value);
#else
    char *text = mxArrayToString(value);
    if (text != NULL && strlen(text) != mxGetNumberOfElements(value)) {
        gate_refuse(call, "%s must not hold a null character", what);
        return NULL;
    }
#endif
    if (text == NULL) gate_raise(call, "system", "out of memory");
    return text;
}

static bool is_real(const mxArray *value) {
    return value != NULL && (mxIsNumeric(value) || mxIsLogical(value)) && !mxIsComplex(value) &&
           !mxIsSparse(value);
}

// A word for what a value is, for errors.
static const char *class_of(const mxArray *value) {
    if (value == NULL) return "nothing";
    if (mxIsSparse(value)) return "sparse";
    return mxIsComplex(value) ? "complex" : mxGetClassName(value);
}

int gate_number(struct gate_call *call, const mxArray *value, const char *what, double *number) {
    struct gate_doubles d;
    if (!is_real(value) || mxGetNumberOfElements(value) != 1)
        return gate_refuse(call, "%s must be a real number", what);
    if (gate_read_doubles(call, value, what, &d) != 0) return -1;
    *number = d.data[0];
    return 0;
}

int gate_integer(struct gate_call *call, const mxArray *value, const char *what, double low,
                 double high, double *number) {
    if (gate_number(call, value, what, number) != 0) return -1;
    if (*number >= low && *number <= high && *number == floor(*number)) return 0;
    return gate_refuse(call, "%s must be a whole number from %.0f to %.0f", what, low, high);
}

int gate_bool(struct gate_call *call, const mxArray *value, const char *what, bool *out) {
    double number;
    if (!is_real(value) || mxGetNumberOfElements(value) != 1)
        return gate_refuse(call, "%s must be true or false", what);
    if (gate_number(call, value, what, &number) != 0) return -1;
    *out = number != 0.0;
    return 0;
}

int gate_word(struct gate_call *call, const mxArray *value, const char *const *words,
              const char *what) {
    const char *text = gate_text(call, value, what);
    if (text == NULL) return -1;
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], text) == 0) return i;
    char list[512] = "";
    dp_append_words(list, sizeof list, words, "or");
    return gate_refuse(call, "%s '%.60s' is unknown; it is %s", what, text, list);
}

// --- numbers ---

#define CONVERT(type)                                                                              \
    do {                                                                                           \
        const type *from = (const type *)mxGetData(value);                                         \
        for (size_t i = 0; i < count; i++)                                                         \
            to[i] = (double)from[i];                                                               \
    } while (0)

static int convert(const mxArray *value, size_t count, double *to) {
    switch (mxGetClassID(value)) {
    case mxDOUBLE_CLASS:
        CONVERT(double);
        return 0;
    case mxSINGLE_CLASS:
        CONVERT(float);
        return 0;
    case mxLOGICAL_CLASS:
        CONVERT(mxLogical);
        return 0;
    case mxINT8_CLASS:
        CONVERT(int8_t);
        return 0;
    case mxUINT8_CLASS:
        CONVERT(uint8_t);
        return 0;
    case mxINT16_CLASS:
        CONVERT(int16_t);
        return 0;
    case mxUINT16_CLASS:
        CONVERT(uint16_t);
        return 0;
    case mxINT32_CLASS:
        CONVERT(int32_t);
        return 0;
    case mxUINT32_CLASS:
        CONVERT(uint32_t);
        return 0;
    case mxINT64_CLASS:
        CONVERT(int64_t);
        return 0;
    case mxUINT64_CLASS:
        CONVERT(uint64_t);
        return 0;
    default:
        return -1;
    }
}

int gate_read_doubles(struct gate_call *call, const mxArray *value, const char *what,
                      struct gate_doubles *d) {
    if (!is_real(value))
        return gate_refuse(call, "%s must be real numbers, not %s", what, class_of(value));
    *d = (struct gate_doubles){NULL, mxGetNumberOfElements(value), value};
    if (mxGetClassID(value) == mxDOUBLE_CLASS) {
        d->data = mxGetPr(value);
        if (d->data != NULL || d->count == 0) return 0;
    }
    double *copy = (double *)mxMalloc((d->count + 1) * sizeof *copy);
    d->data = copy;
    if (d->count == 0 || (mxGetData(value) != NULL && convert(value, d->count, copy) == 0))
        return 0;
    return gate_refuse(call, "%s must be real numbers, not %s", what, class_of(value));
}

void gate_size_text(const mxArray *value, char *text, size_t size) {
    size_t at = 0, count = value == NULL ? 0 : (size_t)mxGetNumberOfDimensions(value);
    text[0] = '\0';
    for (size_t i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%zu", i > 0 ? "x" : "",
                               (size_t)mxGetDimensions(value)[i]);
}

mxArray *gate_new_like(const mxArray *like) {
    if (like == NULL) return mxCreateDoubleMatrix(1, 1, mxREAL);
    return mxCreateNumericArray(mxGetNumberOfDimensions(like), mxGetDimensions(like),
                                mxDOUBLE_CLASS, mxREAL);
}

// --- options ---

static int refuse_option(struct gate_call *call, const char *name,
                         const struct gate_option *options) {
    const char *known[16] = {NULL};
    char list[256] = "", near[256] = "";
    for (int i = 0; options[i].name != NULL && i < 15; i++)
        known[i] = options[i].name;
    if (known[0] == NULL) return gate_refuse(call, "%s takes no '%.60s'", call->command, name);
    dp_append_words(list, sizeof list, known, "and");
    dp_suggest(near, sizeof near, name, known);
    return gate_refuse(call, "%s has no option '%.60s'%s%s It has %s", call->command, name, near,
                       near[0] == '\0' ? "." : "", list);
}

int gate_read_options(struct gate_call *call, struct gate_option *options) {
    while (call->count > 0) {
        const char *name = gate_text(call, gate_next(call), "the name of an option");
        if (name == NULL) return -1;
        struct gate_option *option = options;
        while (option->name != NULL && strcmp(option->name, name) != 0)
            option++;
        if (option->name == NULL) return refuse_option(call, name, options);
        if (call->count == 0) return gate_refuse(call, "%s has no value", name);
        if (option->value != NULL) return gate_refuse(call, "%s is given twice", name);
        option->value = gate_next(call);
    }
    return 0;
}

// --- structs and cells ---

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_used(char (*names)[GATE_NAME_MAX], int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], names[count]) == 0) return true;
    return false;
}

void gate_field_names(const char *const *texts, int count, char (*names)[GATE_NAME_MAX]) {
    for (int i = 0; i < count; i++) {
        // a letter first, and room for a number behind
        snprintf(names[i], GATE_NAME_MAX - 8, "%s%s", is_letter(texts[i][0]) ? "" : "x", texts[i]);
        for (char *c = names[i]; *c != '\0'; c++)
            if (!is_letter(*c) && !(*c >= '0' && *c <= '9')) *c = '_';
        size_t length = strlen(names[i]);
        for (int n = 2; is_used(names, i); n++)
            snprintf(names[i] + length, GATE_NAME_MAX - length, "_%d", n);
    }
}

mxArray *gate_new_struct(char (*names)[GATE_NAME_MAX], int count) {
    const char **list = (const char **)mxCalloc((size_t)count + 1, sizeof *list);
    for (int i = 0; i < count; i++)
        list[i] = names[i];
    mxArray *made = mxCreateStructMatrix(1, 1, count, list);
    mxFree((void *)list);
    return made;
}

mxArray *gate_cell_of(const char *const *texts, size_t count) {
    mxArray *cell = mxCreateCellMatrix((mwSize)count, count == 0 ? 0 : 1);
    for (size_t i = 0; i < count; i++)
        mxSetCell(cell, (mwIndex)i, mxCreateString(texts[i]));
    return cell;
}
