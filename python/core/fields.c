// Structs from keywords, and as dicts.

#include <stdio.h>
#include <string.h>

#include "core.h"

const char *core_text(PyObject *value, PyObject **keep, const char *what) {
    *keep = NULL;
    if (!PyUnicode_Check(value)) {
        core_refuse(what, "%s must be a text", what);
        return NULL;
    }
    *keep = PyUnicode_AsUTF8String(value);
    if (*keep == NULL) return NULL;
    const char *text = PyBytes_AsString(*keep);
    if ((Py_ssize_t)strlen(text) == PyBytes_Size(*keep)) return text;
    Py_CLEAR(*keep);
    core_refuse(what, "%s must not hold a null character", what);
    return NULL;
}

int core_word(PyObject *value, const char *const *words, const char *what) {
    PyObject *keep;
    const char *text = core_text(value, &keep, what);
    if (text == NULL) return -1;
    int found = -1;
    for (int i = 0; words[i] != NULL && found < 0; i++)
        if (strcmp(words[i], text) == 0) found = i;
    if (found < 0) {
        char list[512] = "";
        dp_append_words(list, sizeof list, words, "or");
        core_refuse(what, "%s '%.60s' is unknown; it is %s", what, text, list);
    }
    Py_DECREF(keep);
    return found;
}

// --- to Python ---

static PyObject *doubles(const double *from, int count) {
    PyObject *list = PyTuple_New(count);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *item = PyFloat_FromDouble(from[i]);
        if (item == NULL || PyTuple_SetItem(list, i, item) != 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *value_of(const void *at, const struct field *field) {
    switch (field->kind) {
    case FIELD_DOUBLE:
        return field->count == 1 ? PyFloat_FromDouble(*(const double *)at)
                                 : doubles((const double *)at, field->count);
    case FIELD_INT:
        return PyLong_FromLong(*(const int *)at);
    case FIELD_LONG:
        return PyLong_FromLong(*(const long *)at);
    case FIELD_SIZE:
        return PyLong_FromSize_t(*(const size_t *)at);
    case FIELD_UNSIGNED_LONG:
        return PyLong_FromUnsignedLong(*(const unsigned long *)at);
    case FIELD_BOOL:
        return PyBool_FromLong(*(const bool *)at);
    case FIELD_STRUCT:
        return core_dict_of(at, field->fields);
    case FIELD_WORD: {
        int index = *(const int *)at, count = 0;
        while (field->words[count] != NULL)
            count++;
        return PyUnicode_FromString(index >= 0 && index < count ? field->words[index] : "");
    }
    }
    return NULL;
}

PyObject *core_dict_of(const void *from, const struct field *fields) {
    PyObject *dict = PyDict_New();
    for (const struct field *f = fields; dict != NULL && f->name != NULL; f++) {
        PyObject *value = value_of((const char *)from + f->offset, f);
        if (value == NULL || PyDict_SetItemString(dict, f->name, value) != 0) Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

// --- from Python ---

const struct field *core_find_field(const struct field *fields, const char *name) {
    for (const struct field *f = fields; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}

static int read_text(PyObject *value, const char *name, const char *unit, double *out) {
    PyObject *keep;
    dp_error err = {0};
    const char *text = core_text(value, &keep, name);
    if (text == NULL) return -1;
    dp_status status = dp_quantity_read(name, text, unit == NULL ? "1" : unit, out, &err);
    Py_DECREF(keep);
    if (status == DP_OK) return 0;
    core_refuse(name, "%s", err.text);
    return -1;
}

int core_number(PyObject *value, const char *name, const char *unit, double *out) {
    if (PyUnicode_Check(value)) return read_text(value, name, unit, out);
    *out = PyFloat_AsDouble(value);
    if (*out != -1.0 || !PyErr_Occurred()) return 0;
    PyErr_Clear();
    if (unit == NULL)
        core_refuse(name, "%s must be a number", name);
    else
        core_refuse(name, "%s must be a number in %s, or a text with its unit", name, unit);
    return -1;
}

// How many entries a sequence has; -1: it is a single value, as an array without axes is.
static Py_ssize_t length_of(PyObject *value) {
    if (PyFloat_Check(value) || PyLong_Check(value) || PyUnicode_Check(value) ||
        !PySequence_Check(value))
        return -1;
    Py_ssize_t length = PySequence_Size(value);
    if (length < 0) PyErr_Clear();
    return length;
}

// Numbers of a sequence, rows of rows too.
static int fill(double *to, const struct field *field, PyObject *value, int *at) {
    Py_ssize_t length = length_of(value);
    if (length < 0) {
        double unused, *place = *at < field->count ? to + *at : &unused;
        (*at)++;
        return core_number(value, field->name, field->unit, place);
    }
    for (Py_ssize_t i = 0; i < length && *at <= field->count; i++) {
        PyObject *item = PySequence_GetItem(value, i);
        int failed = item == NULL || fill(to, field, item, at) != 0;
        Py_XDECREF(item);
        if (failed) return -1;
    }
    return 0;
}

static int set_doubles(double *to, const struct field *field, PyObject *value) {
    int at = 0;
    if (fill(to, field, value, &at) != 0) return -1;
    if (at == field->count) return 0;
    if (field->count == 1)
        core_refuse(field->name, "%s must be one number", field->name);
    else
        core_refuse(field->name, "%s needs %d numbers", field->name, field->count);
    return -1;
}

static int set_integer(PyObject *value, const char *name, long low, long high, long *out) {
    PyObject *whole = PyNumber_Index(value);
    if (whole == NULL) {
        PyErr_Clear();
        core_refuse(name, "%s must be a whole number", name);
        return -1;
    }
    *out = PyLong_AsLong(whole);
    Py_DECREF(whole);
    if ((*out == -1 && PyErr_Occurred()) || *out < low || *out > high) {
        PyErr_Clear();
        core_refuse(name, "%s must be a whole number from %ld to %ld", name, low, high);
        return -1;
    }
    return 0;
}

int core_set_field(void *to, const struct field *field, PyObject *value, const char *owner) {
    void *at = (char *)to + field->offset;
    long whole = 0;
    int index;
    switch (field->kind) {
    case FIELD_DOUBLE:
        return set_doubles((double *)at, field, value);
    case FIELD_INT:
        if (set_integer(value, field->name, INT_MIN, INT_MAX, &whole) != 0) return -1;
        *(int *)at = (int)whole;
        return 0;
    case FIELD_LONG:
        return set_integer(value, field->name, LONG_MIN, LONG_MAX, (long *)at);
    case FIELD_SIZE:
        if (set_integer(value, field->name, 0, LONG_MAX, &whole) != 0) return -1;
        *(size_t *)at = (size_t)whole;
        return 0;
    case FIELD_UNSIGNED_LONG:
        if (set_integer(value, field->name, 0, LONG_MAX, &whole) != 0) return -1;
        *(unsigned long *)at = (unsigned long)whole;
        return 0;
    case FIELD_BOOL:
        index = PyObject_IsTrue(value);
        *(bool *)at = index > 0;
        return index < 0 ? -1 : 0;
    case FIELD_WORD:
        index = core_word(value, field->words, field->name);
        if (index >= 0) *(int *)at = index;
        return index < 0 ? -1 : 0;
    case FIELD_STRUCT:
        if (PyDict_Check(value)) return core_set_fields(at, field->fields, value, owner, NULL);
        core_refuse(field->name, "%s of %s must be a dict", field->name, owner);
        return -1;
    }
    return -1;
}

static int is_listed(const char *name, const char *const *list) {
    for (; list != NULL && *list != NULL; list++)
        if (strcmp(*list, name) == 0) return 1;
    return 0;
}

static int refuse_key(const char *name, const struct field *fields, const char *owner) {
    const char *known[64];
    int count = 0;
    for (const struct field *f = fields; f->name != NULL && count < 63; f++)
        known[count++] = f->name;
    known[count] = NULL;
    char near[256] = "";
    dp_suggest(near, sizeof near, name, known);
    core_refuse(name, "%s has no entry '%.60s'%s", owner, name, near);
    return -1;
}

int core_set_fields(void *to, const struct field *fields, PyObject *dict, const char *owner,
                    const char *const *except) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        PyObject *keep;
        const char *name = core_text(key, &keep, "a keyword");
        if (name == NULL) return -1;
        const struct field *field = core_find_field(fields, name);
        int failed = 0;
        if (is_listed(name, except))
            ;
        else if (field == NULL)
            failed = refuse_key(name, fields, owner);
        else if (value != Py_None)
            failed = core_set_field(to, field, value, owner);
        Py_DECREF(keep);
        if (failed) return -1;
    }
    return 0;
}
