// What the library knows of itself, bodies in a pair, and restitutions in closed form.

#include <math.h>

#include "core.h"
#include "fields.h"

// A text of the workbench as str; it is given back.
static PyObject *take(char *text) {
    if (text == NULL) return PyErr_NoMemory();
    PyObject *words = PyUnicode_FromString(text);
    dp_text_free(text);
    return words;
}

static PyObject *laws(PyObject *self, PyObject *none) {
    (void)self, (void)none;
    return take(dp_describe_laws());
}

static PyObject *friction_laws(PyObject *self, PyObject *none) {
    (void)self, (void)none;
    return take(dp_describe_frictions());
}

static PyObject *pair_entries(PyObject *self, PyObject *none) {
    (void)self, (void)none;
    PyObject *dict = PyDict_New();
    const dp_pair_field *field;
    for (int i = 0; dict != NULL && (field = dp_pair_field_at(i)) != NULL; i++) {
        PyObject *about = Py_BuildValue("(ss)", field->unit, field->doc);
        if (about == NULL || PyDict_SetItemString(dict, field->name, about) != 0) Py_CLEAR(dict);
        Py_XDECREF(about);
    }
    return dict;
}

// quantity(name, text, unit): a number with a unit, in SI.
static PyObject *quantity(PyObject *self, PyObject *args) {
    const char *name, *text, *unit;
    double value;
    dp_error err = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "sss", &name, &text, &unit)) return NULL;
    if (dp_quantity_read(name, text, unit, &value, &err) != DP_OK) return core_fail(&err);
    return PyFloat_FromDouble(value);
}

// prefixed(value, unit): the number and the unit that people would write, 43.9 and "µm".
static PyObject *prefixed(PyObject *self, PyObject *args) {
    double value;
    const char *unit;
    char text[32];
    (void)self;
    if (!PyArg_ParseTuple(args, "ds", &value, &unit)) return NULL;
    double by = dp_unit_prefixed(value, unit, text);
    return Py_BuildValue("(ds)", value / by, text);
}

// pair(first, second, geometry): entries of a pair of bodies that are known.
static PyObject *pair(PyObject *self, PyObject *args) {
    static const char *const shapes[] = {"convex", "conformal", "flat", NULL};
    PyObject *dict[2], *word;
    dp_body body[2] = {dp_body_defaults(), dp_body_defaults()};
    dp_pair made;
    dp_error err = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!O", &PyDict_Type, &dict[0], &PyDict_Type, &dict[1], &word))
        return NULL;
    int shape = core_word(word, shapes, "geometry");
    if (shape < 0) return NULL;
    for (int i = 0; i < 2; i++)
        if (core_set_fields(&body[i], dp_body_fields, dict[i], "a body", NULL) != 0) return NULL;
    if (dp_pair_from_bodies(&body[0], &body[1], (dp_geometry)shape, &made, &err) != DP_OK)
        return core_fail(&err);
    PyObject *all = PyDict_New();
    for (const struct field *f = dp_pair_fields; all != NULL && f->name != NULL; f++) {
        double value = *(const double *)(const void *)((const char *)&made + f->offset);
        if (isnan(value)) continue;
        PyObject *number = PyFloat_FromDouble(value);
        if (number == NULL || PyDict_SetItemString(all, f->name, number) != 0) Py_CLEAR(all);
        Py_XDECREF(number);
    }
    return all;
}

// stiffness_ratio(first, second): tangential over normal stiffness; NaN: not known.
static PyObject *stiffness_ratio(PyObject *self, PyObject *args) {
    PyObject *dict[2];
    dp_body body[2] = {dp_body_defaults(), dp_body_defaults()};
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!", &PyDict_Type, &dict[0], &PyDict_Type, &dict[1]))
        return NULL;
    for (int i = 0; i < 2; i++)
        if (core_set_fields(&body[i], dp_body_fields, dict[i], "a body", NULL) != 0) return NULL;
    return PyFloat_FromDouble(dp_stiffness_ratio(&body[0], &body[1]));
}

// --- restitutions in closed form ---

struct closed_form {
    const char *name;
    double (*plain)(double);
    double (*at)(double, int);
};

static const struct closed_form closed_forms[] = {
    {"hunt_crossley_restitution", dp_hunt_crossley_restitution, NULL},
    {"hunt_crossley_damping", dp_hunt_crossley_damping, NULL},
    {"kelvin_voigt_restitution", NULL, dp_kelvin_voigt_restitution},
    {"kelvin_voigt_damping_ratio", NULL, dp_kelvin_voigt_damping_ratio},
    {"loading_damper_restitution", dp_loading_damper_restitution, NULL},
    {"loading_damper_ratio", dp_loading_damper_ratio, NULL},
    {"thornton_restitution", dp_thornton_restitution, NULL},
};

// closed(index, values, out, at_zero_force): a closed form for every entry.
static PyObject *closed(PyObject *self, PyObject *args) {
    int which, at_zero_force;
    PyObject *in, *out;
    struct core_doubles x, y;
    (void)self;
    if (!PyArg_ParseTuple(args, "iOOp", &which, &in, &out, &at_zero_force)) return NULL;
    if (which < 0 || which >= (int)(sizeof closed_forms / sizeof *closed_forms))
        return core_refuse("which", "there is no closed form %d", which);
    if (core_hold(&x, in, CORE_READ, -1, "x") != 0) return NULL;
    if (core_hold(&y, out, CORE_WRITE, x.count, "out") != 0) {
        core_release(&x);
        return NULL;
    }
    const struct closed_form *form = &closed_forms[which];
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < x.count; i++) {
        double value = x.data != NULL ? x.data[i] : x.one;
        y.data[i] = form->plain != NULL ? form->plain(value) : form->at(value, at_zero_force);
    }
    Py_END_ALLOW_THREADS core_release(&x);
    core_release(&y);
    Py_RETURN_NONE;
}

static PyObject *wave_restitution(PyObject *self, PyObject *args) {
    double young, poisson, density, speed;
    (void)self;
    if (!PyArg_ParseTuple(args, "dddd", &young, &poisson, &density, &speed)) return NULL;
    return PyFloat_FromDouble(dp_wave_restitution(young, poisson, density, speed));
}

static PyMethodDef functions[] = {
    {"laws", laws, METH_NOARGS, "Catalogue of the contact laws, JSON."},
    {"friction_laws", friction_laws, METH_NOARGS, "Catalogue of the friction laws, JSON."},
    {"pair_entries", pair_entries, METH_NOARGS, "Entries of a pair: name, unit, doc."},
    {"quantity", quantity, METH_VARARGS, "A number with a unit, in SI."},
    {"prefixed", prefixed, METH_VARARGS, "A value with the prefix that suits it."},
    {"pair", pair, METH_VARARGS, "Equivalent values of two bodies."},
    {"stiffness_ratio", stiffness_ratio, METH_VARARGS, "Tangential over normal stiffness."},
    {"closed", closed, METH_VARARGS, "A restitution in closed form."},
    {"wave_restitution", wave_restitution, METH_VARARGS, "Loss by elastic waves."},
    {NULL, NULL, 0, NULL},
};

int core_add_catalogue(PyObject *module) {
    PyObject *names = PyTuple_New(sizeof closed_forms / sizeof *closed_forms);
    for (size_t i = 0; names != NULL && i < sizeof closed_forms / sizeof *closed_forms; i++)
        if (PyTuple_SetItem(names, (Py_ssize_t)i, PyUnicode_FromString(closed_forms[i].name)) != 0)
            Py_CLEAR(names);
    if (names == NULL) return -1;
    int failed = PyModule_AddObjectRef(module, "closed_forms", names);
    Py_DECREF(names);
    return failed ? -1 : PyModule_AddFunctions(module, functions);
}
