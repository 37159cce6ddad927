// dashpot._core.Friction: a friction law with its parameters.

#include <math.h>
#include <string.h>

#include "core.h"

struct core_friction {
    PyObject_HEAD dp_friction friction;
    dp_friction_def def;
    PyObject *recipe;
};

static PyTypeObject *friction_type;  // set once, when the module is made

const dp_friction_def *core_friction_def_of(PyObject *object) {
    if (PyObject_TypeCheck(object, friction_type)) return &((struct core_friction *)object)->def;
    core_refuse("friction", "a dashpot.Friction is needed");
    return NULL;
}

const dp_friction *core_friction_of(PyObject *object) {
    if (PyObject_TypeCheck(object, friction_type))
        return &((struct core_friction *)object)->friction;
    core_refuse("friction", "friction must be a dashpot.Friction");
    return NULL;
}

static int set_entry(dp_friction_def *def, const char *name, PyObject *value) {
    dp_error err = {0};
    dp_status status;
    int index = dp_friction_param_index(def->law, name);
    if (value == Py_None) return 0;
    if (PyUnicode_Check(value)) {
        PyObject *keep;
        double number;
        const char *text = core_text(value, &keep, name);
        if (text == NULL) return -1;
        if (index >= 0 && def->law->params[index].choices == NULL) {
            status = dp_quantity_read(name, text, def->law->params[index].unit, &number, &err);
            if (status == DP_OK) status = dp_friction_set(def, name, number, &err);
        } else {
            status = dp_friction_choose(def, name, text, &err);
        }
        Py_DECREF(keep);
    } else {
        double number = PyFloat_AsDouble(value);
        if (PyErr_Occurred()) {
            PyErr_Clear();
            core_refuse(name, "%s must be a number", name);
            return -1;
        }
        status = dp_friction_set(def, name, number, &err);
    }
    if (status != DP_OK) core_fail(&err);
    return status == DP_OK ? 0 : -1;
}

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"law", "keywords", NULL};
    PyObject *law_name, *dict, *keep, *key, *value;
    const dp_friction_law *law;
    dp_friction friction;
    dp_error err = {0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO!", names, &law_name, &PyDict_Type, &dict))
        return NULL;
    const char *name = core_text(law_name, &keep, "law");
    if (name == NULL) return NULL;
    dp_status status = dp_friction_law_lookup(name, &law, &err);
    Py_DECREF(keep);
    if (status != DP_OK) return core_fail(&err);
    dp_friction_def def = dp_friction_defaults(law);
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *entry = core_text(key, &keep, "a keyword");
        if (entry == NULL) return NULL;
        int failed = set_entry(&def, entry, value);
        Py_DECREF(keep);
        if (failed) return NULL;
    }
    if (dp_friction_init(&friction, &def, &err) != DP_OK) return core_fail(&err);
    struct core_friction *made = (struct core_friction *)core_new(type);
    if (made == NULL) return NULL;
    made->friction = friction;
    made->def = def;
    Py_INCREF(dict);
    made->recipe = dict;
    return (PyObject *)made;
}

static void destroy(PyObject *self) {
    Py_CLEAR(((struct core_friction *)self)->recipe);
    core_dealloc(self);
}

static PyObject *reduce(PyObject *self, PyObject *none) {
    struct core_friction *f = (struct core_friction *)self;
    (void)none;
    return Py_BuildValue("(O(sO))", Py_TYPE(self), f->def.law->name, f->recipe);
}

enum { OUTPUTS = 7 };

static void write_lane(double *const *out, Py_ssize_t i, const dp_friction_response *r) {
    const double value[OUTPUTS] = {r->force,  r->dforce_dv,  r->dforce_dnormal, r->dforce_dz,
                                   r->z_rate, r->dz_rate_dv, r->dz_rate_dz};
    for (int k = 0; k < OUTPUTS; k++)
        if (out[k] != NULL) out[k][i] = value[k];
}

// _respond(count, normal, v, z, out...): seven arrays, None where one is not wanted.
static PyObject *respond(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    static const char *const names[3] = {"normal", "v", "z"};
    const dp_friction *f = &((struct core_friction *)self)->friction;
    struct core_doubles in[3] = {0}, out[OUTPUTS] = {0};
    double *to[OUTPUTS];
    PyObject *result = NULL;
    if (count != 4 + OUTPUTS) return core_refuse(NULL, "_respond takes eleven arguments");
    Py_ssize_t lanes = PyLong_AsSsize_t(args[0]);
    if (PyErr_Occurred()) return NULL;
    for (int i = 0; i < 3; i++)
        if (core_hold(&in[i], args[1 + i], CORE_READ, lanes, names[i]) != 0) goto end;
    for (int i = 0; i < OUTPUTS; i++) {
        if (core_hold(&out[i], args[4 + i], CORE_WRITE, lanes, "an output") != 0) goto end;
        to[i] = out[i].data;
    }
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < lanes; i++) {
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = in[k].data != NULL ? in[k].data[i] : in[k].one;
        dp_friction_response r = dp_friction_respond(f, x[0], x[1], x[2]);
        write_lane(to, i, &r);
    }
    Py_END_ALLOW_THREADS result = Py_None;
    Py_INCREF(result);
end:
    for (int i = 0; i < 3; i++)
        core_release(&in[i]);
    for (int i = 0; i < OUTPUTS; i++)
        core_release(&out[i]);
    return result;
}

enum { GRIP_INPUTS = 4, GRIP_OUTPUTS = 8 };

static void write_grip(double *const *out, Py_ssize_t i, const dp_grip_response *r) {
    const double value[GRIP_OUTPUTS] = {
        r->force,  r->dforce_dslide, r->dforce_dspeed, r->dforce_dnormal, r->dforce_dstiffness,
        r->stored, r->friction,      r->damper};
    for (int k = 0; k < GRIP_OUTPUTS; k++)
        if (out[k] != NULL) out[k][i] = value[k];
}

// _grip(count, normal, stiffness, slide, speed, history, commits, out...): eight arrays.
static PyObject *grip(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    static const char *const names[GRIP_INPUTS] = {"normal", "stiffness", "slide", "speed"};
    const dp_friction *f = &((struct core_friction *)self)->friction;
    struct core_doubles in[GRIP_INPUTS] = {0}, history = {0}, out[GRIP_OUTPUTS] = {0};
    double *to[GRIP_OUTPUTS];
    PyObject *result = NULL;
    if (count != 7 + GRIP_OUTPUTS) return core_refuse(NULL, "_grip takes fifteen arguments");
    Py_ssize_t lanes = PyLong_AsSsize_t(args[0]);
    int commits = PyObject_IsTrue(args[6]);
    if (PyErr_Occurred()) return NULL;
    for (int i = 0; i < GRIP_INPUTS; i++)
        if (core_hold(&in[i], args[1 + i], CORE_READ, lanes, names[i]) != 0) goto end;
    if (core_hold(&history, args[5], CORE_WRITE, DP_GRIP_HISTORY_MAX * lanes, "history") != 0)
        goto end;
    if (history.data == NULL) {
        core_refuse("history", "a grip needs a history");
        goto end;
    }
    for (int i = 0; i < GRIP_OUTPUTS; i++) {
        if (core_hold(&out[i], args[7 + i], CORE_WRITE, lanes, "an output") != 0) goto end;
        to[i] = out[i].data;
    }
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < lanes; i++) {
        double x[GRIP_INPUTS], *m = history.data + i * DP_GRIP_HISTORY_MAX;
        for (int k = 0; k < GRIP_INPUTS; k++)
            x[k] = in[k].data != NULL ? in[k].data[i] : in[k].one;
        const dp_grip_state state = {
            .normal = x[0], .stiffness = x[1], .slide = x[2], .speed = x[3]};
        dp_grip_response r = dp_grip_respond(f, m, &state);
        write_grip(to, i, &r);
        if (commits) dp_grip_commit(f, m, &state);
    }
    Py_END_ALLOW_THREADS result = Py_None;
    Py_INCREF(result);
end:
    for (int i = 0; i < GRIP_INPUTS; i++)
        core_release(&in[i]);
    core_release(&history);
    for (int i = 0; i < GRIP_OUTPUTS; i++)
        core_release(&out[i]);
    return result;
}

static PyObject *steady_z(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    struct core_doubles v = {0}, z = {0};
    PyObject *result = NULL;
    if (count != 2) return core_refuse(NULL, "_steady_z takes two arguments");
    if (core_hold(&v, args[0], CORE_READ, -1, "v") == 0 &&
        core_hold(&z, args[1], CORE_WRITE, v.count, "z") == 0) {
        for (Py_ssize_t i = 0; i < v.count; i++)
            z.data[i] = dp_friction_steady_z(&((struct core_friction *)self)->friction,
                                             v.data != NULL ? v.data[i] : v.one);
        result = Py_None;
        Py_INCREF(result);
    }
    core_release(&v);
    core_release(&z);
    return result;
}

static PyObject *get_law(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(((struct core_friction *)self)->def.law->name);
}

static PyObject *get_recipe(PyObject *self, void *unused) {
    (void)unused;
    return PyDict_Copy(((struct core_friction *)self)->recipe);
}

static PyObject *get_compliant(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(((struct core_friction *)self)->def.law->grip != NULL);
}

static PyGetSetDef members[] = {
    {"_law", get_law, NULL, "name of the law", NULL},
    {"_recipe", get_recipe, NULL, "keywords it was made from", NULL},
    {"is_compliant", get_compliant, NULL, "the law gives way along the surface before it slides",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define FAST(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef methods[] = {
    {"_respond", FAST(respond), METH_FASTCALL, NULL},
    {"_grip", FAST(grip), METH_FASTCALL, NULL},
    {"_steady_z", FAST(steady_z), METH_FASTCALL, NULL},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *coulomb_collision(PyObject *self, PyObject *args) {
    double mu, change, slip, q;
    (void)self;
    if (!PyArg_ParseTuple(args, "dddd", &mu, &change, &slip, &q)) return NULL;
    return PyFloat_FromDouble(dp_coulomb_collision(mu, change, slip, q));
}

static PyMethodDef functions[] = {
    {"coulomb_collision", coulomb_collision, METH_VARARGS, "Coulomb friction in a collision."},
    {NULL, NULL, 0, NULL},
};

int core_add_friction(PyObject *module) {
    if (PyModule_AddIntConstant(module, "grip_history", DP_GRIP_HISTORY_MAX) != 0) return -1;
    static PyType_Slot slots[] = {{Py_tp_new, (void *)(uintptr_t)create},
                                  {Py_tp_dealloc, (void *)(uintptr_t)destroy},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, members},
                                  {0, NULL}};
    static PyType_Spec spec = {"dashpot._core.Friction", sizeof(struct core_friction), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    friction_type = core_add_type(module, &spec);
    return friction_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
