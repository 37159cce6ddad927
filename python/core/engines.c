// Parameters for other programs.

#include <math.h>

#include "core.h"

// A key of the engine or of the pair: a word, a number, or a number with a unit.
static int set_key(dp_export_def *def, const char *name, PyObject *value) {
    dp_error err = {0};
    char number[DP_NUMBER_MAX];
    PyObject *keep = NULL;
    const char *text = number;
    if (PyUnicode_Check(value)) {
        text = core_text(value, &keep, name);
        if (text == NULL) return -1;
    } else {
        double plain = PyFloat_AsDouble(value);
        if (plain == -1.0 && PyErr_Occurred()) {
            PyErr_Clear();
            core_refuse(name, "%s must be a number or a text", name);
            return -1;
        }
        dp_number_text(plain, number);
    }
    dp_status status = dp_export_read(def, name, text, &err);
    Py_XDECREF(keep);
    if (status == DP_OK) return 0;
    core_fail(&err);
    return -1;
}

static int set_keys(dp_export_def *def, PyObject *keys) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(keys, &at, &key, &value)) {
        PyObject *keep;
        const char *name = core_text(key, &keep, "a key");
        int failed = name == NULL || set_key(def, name, value) != 0;
        Py_XDECREF(keep);
        if (failed) return -1;
    }
    return 0;
}

// export(engine, contact, mass, speed, keys): an export, JSON.
static PyObject *export_contact(PyObject *self, PyObject *args) {
    const char *name;
    PyObject *object, *keys;
    double mass, speed;
    const dp_engine *engine;
    dp_export out;
    dp_error err = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "sOddO!", &name, &object, &mass, &speed, &PyDict_Type, &keys))
        return NULL;
    const dp_contact *contact = core_contact_of(object);
    if (contact == NULL) return NULL;
    if (dp_engine_lookup(name, &engine, &err) != DP_OK)
        return core_refuse("engine", "%s", err.text);
    dp_export_def def = dp_export_defaults(engine);
    if (set_keys(&def, keys) != 0) return NULL;
    dp_contact_def asked = contact->recipe;
    if (!isnan(def.modulus)) asked.pair.modulus = def.modulus;
    if (!isnan(def.radius)) asked.pair.radius = def.radius;
    if (dp_export_ask(&def, &asked, mass, speed, &err) != DP_OK) return core_fail(&err);
    if (dp_export_run(&def, &out, &err) != DP_OK) return core_fail(&err);
    char *text = dp_describe_export(&def, &out);
    if (text == NULL) return PyErr_NoMemory();
    PyObject *words = PyUnicode_FromString(text);
    dp_text_free(text);
    return words;
}

static PyMethodDef functions[] = {
    {"export", export_contact, METH_VARARGS, "Parameters for another program, JSON."},
    {NULL, NULL, 0, NULL},
};

int core_add_engines(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
