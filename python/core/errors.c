// Exceptions: dashpot.Error, a ValueError with what it is about.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core.h"

// The class is made once and never changes: the module is not made for several interpreters.
static PyObject *error_class, *numeric_class;

static PyObject *raise(PyObject *class, const char *text, const char *file, long line,
                       const char *key) {
    PyObject *words = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    if (words == NULL) return NULL;
    PyObject *instance = PyObject_CallFunctionObjArgs(class, words, NULL);
    Py_DECREF(words);
    if (instance == NULL) return NULL;
    PyObject *value[3] = {file == NULL ? NULL : PyUnicode_DecodeFSDefault(file),
                          line < 0 ? NULL : PyLong_FromLong(line),
                          key == NULL || key[0] == '\0' ? NULL : PyUnicode_FromString(key)};
    const char *const name[3] = {"file", "line", "key"};
    int failed = 0;
    for (int i = 0; i < 3; i++) {
        failed |= PyObject_SetAttrString(instance, name[i], value[i] ? value[i] : Py_None) != 0;
        Py_XDECREF(value[i]);
    }
    if (!failed) PyErr_SetObject(class, instance);
    Py_DECREF(instance);
    return NULL;
}

PyObject *core_fail(const dp_error *err) {
    if (err->status == DP_ERR_MEMORY) return PyErr_NoMemory();
    PyObject *class = err->status == DP_ERR_NUMERIC ? numeric_class : error_class;
    const char *text = err->text[0] != '\0' ? err->text : dp_status_text(err->status);
    return raise(class, text, NULL, -1, err->subject == DP_SUBJECT_LAW ? "law" : err->name);
}

PyObject *core_refuse(const char *key, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return raise(error_class, text, NULL, -1, key);
}

// "file:line: sentence" of the first problem: file and line apart. Returns the line, -1: none.
static long place_of(const char *text, char *file, size_t size) {
    const char *end = strchr(text, '\n');
    size_t length = end == NULL ? strlen(text) : (size_t)(end - text);
    for (const char *colon = memchr(text, ':', length); colon != NULL;
         colon = memchr(colon + 1, ':', length - (size_t)(colon + 1 - text))) {
        long line = 0;
        const char *next = colon + 1;
        while (next < text + length && *next >= '0' && *next <= '9' && line < 100000000)
            line = 10 * line + (*next++ - '0');
        if (next > colon + 1 && next + 1 < text + length && next[0] == ':' && next[1] == ' ') {
            size_t name = (size_t)(colon - text);
            if (name >= size) return -1;
            memcpy(file, text, name);
            file[name] = '\0';
            return line;
        }
    }
    return -1;
}

PyObject *core_fail_diagnostic(const dp_diagnostic *diagnostic) {
    char file[1024] = "", key[128] = "";
    long line = place_of(diagnostic->text, file, sizeof file);
    // sentences name the key they speak of in quotes
    const char *open = strchr(diagnostic->text, '\''), *shut = open ? strchr(open + 1, '\'') : NULL;
    if (shut != NULL && (size_t)(shut - open - 1) < sizeof key) {
        memcpy(key, open + 1, (size_t)(shut - open - 1));
        key[shut - open - 1] = '\0';
    }
    if (strchr(key, ' ') != NULL) key[0] = '\0';
    PyObject *class = diagnostic->status == DP_RUN_NUMERIC ? numeric_class : error_class;
    return raise(class, diagnostic->text, line < 0 ? NULL : file, line, key);
}

int core_add_errors(PyObject *module) {
    PyObject *fields = Py_BuildValue("{s:O,s:O,s:O}", "file", Py_None, "line", Py_None, "key",
                                     Py_None);
    if (fields == NULL) return -1;
    error_class = PyErr_NewExceptionWithDoc(
        "dashpot.Error", "What was given cannot be used. file, line and key say where, if known.",
        PyExc_ValueError, fields);
    Py_DECREF(fields);
    if (error_class == NULL) return -1;
    numeric_class = PyErr_NewExceptionWithDoc(
        "dashpot.NumericalError", "A computation broke off: no convergence, or beyond its law.",
        error_class, NULL);
    if (numeric_class == NULL) return -1;
    if (PyModule_AddObjectRef(module, "Error", error_class) != 0) return -1;
    return PyModule_AddObjectRef(module, "NumericalError", numeric_class);
}
