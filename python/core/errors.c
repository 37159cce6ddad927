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

PyObject *core_fail_diagnostic(const dp_diagnostic *said) {
    PyObject *class = said->status == DP_RUN_NUMERIC ? numeric_class : error_class;
    const char *file = said->file[0] == '\0' ? NULL : said->file;
    return raise(class, said->text, file, said->line > 0 ? said->line : -1, said->key);
}

bool core_is_interrupted(void) {
    PyGILState_STATE state = PyGILState_Ensure();
    bool is_set = PyErr_Occurred() != NULL || PyErr_CheckSignals() != 0;
    PyGILState_Release(state);
    return is_set;
}

int core_add_errors(PyObject *module) {
    PyObject *fields =
        Py_BuildValue("{s:O,s:O,s:O}", "file", Py_None, "line", Py_None, "key", Py_None);
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
