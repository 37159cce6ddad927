// dashpot._core.Chain: a row of bodies that is built, advanced and looked at.

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core.h"
#include "fields.h"

struct chain {
    PyObject_HEAD dp_chain *chain;
    size_t probe_count, bodies;
    double step;  // [s]
    int is_busy;  // a thread advances it
};

// What a definition borrows from Python objects until the chain is built.
struct draft {
    dp_chain_def def;
    struct core_doubles mass, velocity, gap, signal[2][2];
    Py_buffer law;
    dp_contact *laws;
    dp_chain_probe_def *probes;
};

static void drop(struct draft *d) {
    core_release(&d->mass);
    core_release(&d->velocity);
    core_release(&d->gap);
    for (int i = 0; i < 4; i++)
        core_release(&d->signal[i / 2][i % 2]);
    if (d->law.obj != NULL) PyBuffer_Release(&d->law);
    free(d->laws);
    free(d->probes);
}

static PyObject *given(PyObject *dict, const char *name) {
    PyObject *value = PyDict_GetItemString(dict, name);
    return value == NULL ? Py_None : value;
}

static int take_laws(struct draft *d, PyObject *dict) {
    PyObject *list = given(dict, "contacts"), *index = given(dict, "law");
    if (!PyList_Check(list) || PyList_Size(list) == 0) {
        core_refuse("contact", "a chain needs a contact");
        return -1;
    }
    d->def.law_count = (size_t)PyList_Size(list);
    d->laws = (dp_contact *)calloc(d->def.law_count, sizeof *d->laws);
    if (d->laws == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < d->def.law_count; i++) {
        const dp_contact *c = core_contact_of(PyList_GetItem(list, (Py_ssize_t)i));
        if (c == NULL) return -1;
        d->laws[i] = *c;
    }
    d->def.laws = d->laws;
    if (index == Py_None) return 0;
    if (PyObject_GetBuffer(index, &d->law, PyBUF_C_CONTIGUOUS) != 0) {
        d->law.obj = NULL;
        return -1;
    }
    if (d->law.itemsize != sizeof(unsigned) ||
        (size_t)d->law.len != (d->def.count + 1) * sizeof(unsigned)) {
        core_refuse("law", "law needs an entry for each of the %zu contacts", d->def.count + 1);
        return -1;
    }
    const unsigned *law = (const unsigned *)d->law.buf;
    for (size_t i = 0; i <= d->def.count; i++)
        if (law[i] >= d->def.law_count) {
            core_refuse("law", "law[%zu] is %u, but there are %zu contacts", i, law[i],
                        d->def.law_count);
            return -1;
        }
    d->def.law = law;
    return 0;
}

static int take_end(dp_chain_end *end, struct core_doubles signal[2], PyObject *dict,
                    const char *name) {
    static const char *const except[] = {"time", "velocity", NULL};
    if (dict == Py_None) return 0;
    if (!PyDict_Check(dict)) {
        core_refuse(name, "%s must be a dict", name);
        return -1;
    }
    if (core_set_fields(end, dp_chain_end_fields, dict, name, except) != 0) return -1;
    PyObject *time = given(dict, "time"), *velocity = given(dict, "velocity");
    if (time == Py_None && velocity == Py_None) return 0;
    if (core_hold(&signal[0], time, CORE_READ, -1, "time") != 0 ||
        core_hold(&signal[1], velocity, CORE_READ, signal[0].count, "velocity") != 0)
        return -1;
    if (signal[0].data == NULL || signal[1].data == NULL) {
        core_refuse(name, "the signal of %s needs arrays time and velocity", name);
        return -1;
    }
    end->signal = (dp_chain_signal){(size_t)signal[0].count, signal[0].data, signal[1].data};
    return 0;
}

static int take_probes(struct draft *d, PyObject *list) {
    if (list == Py_None) return 0;
    if (!PyList_Check(list)) {
        core_refuse("probes", "probes must be a list");
        return -1;
    }
    d->def.probe_count = (size_t)PyList_Size(list);
    d->probes = (dp_chain_probe_def *)calloc(d->def.probe_count + 1, sizeof *d->probes);
    if (d->probes == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < d->def.probe_count; i++) {
        int is_contact;
        Py_ssize_t index;
        if (!PyArg_ParseTuple(PyList_GetItem(list, (Py_ssize_t)i), "pn", &is_contact, &index))
            return -1;
        if (index < 0) {
            core_refuse("probes", "a probe cannot watch place %zd", index);
            return -1;
        }
        d->probes[i] = (dp_chain_probe_def){is_contact != 0, (size_t)index};
    }
    d->def.probes = d->probes;
    return 0;
}

static int read_draft(struct draft *d, PyObject *dict) {
    static const char *const except[] = {"mass", "velocity", "gap",    "contacts", "law",
                                         "left", "right",    "probes", NULL};
    *d = (struct draft){.def = dp_chain_defaults()};
    if (core_hold(&d->mass, given(dict, "mass"), CORE_READ, -1, "mass") != 0) return -1;
    if (d->mass.data == NULL) {
        core_refuse("mass", "mass must be an array, an entry for each body");
        return -1;
    }
    Py_ssize_t count = d->mass.count;
    d->def.count = (size_t)count;
    d->def.mass = d->mass.data;
    if (core_hold(&d->velocity, given(dict, "velocity"), CORE_READ, count, "velocity") != 0 ||
        core_hold(&d->gap, given(dict, "gap"), CORE_READ, count + 1, "gap") != 0)
        return -1;
    d->def.velocity = d->velocity.data;
    d->def.gap = d->gap.data;
    if (take_laws(d, dict) != 0 ||
        take_end(&d->def.left, d->signal[0], given(dict, "left"), "left") != 0 ||
        take_end(&d->def.right, d->signal[1], given(dict, "right"), "right") != 0 ||
        take_probes(d, given(dict, "probes")) != 0)
        return -1;
    return core_set_fields(&d->def, dp_chain_def_fields, dict, "a chain", except);
}

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *dict;
    struct draft d;
    dp_error err = {0};
    dp_chain *made = NULL;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &dict)) return NULL;
    int failed = read_draft(&d, dict) != 0;
    if (!failed && dp_chain_build(&made, &d.def, &err) != DP_OK) {
        core_fail(&err);
        failed = 1;
    }
    size_t probes = d.def.probe_count, bodies = d.def.count;
    double step = d.def.step;
    drop(&d);
    struct chain *self = failed ? NULL : (struct chain *)core_new(type);
    if (self == NULL) {
        dp_chain_free(made);
        return NULL;
    }
    self->chain = made;
    self->probe_count = probes;
    self->bodies = bodies > 0 ? bodies : 1;
    self->step = step;
    return (PyObject *)self;
}

static void destroy(PyObject *self) {
    dp_chain_free(((struct chain *)self)->chain);
    core_dealloc(self);
}

static struct chain *idle(PyObject *self) {
    struct chain *c = (struct chain *)self;
    if (!c->is_busy) return c;
    core_refuse(NULL, "this chain is being advanced by another thread");
    return NULL;
}

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// In slices of some tenths of a second, which do not change a bit; between them Ctrl-C is heard.
static dp_status march(struct chain *c, long steps, dp_error *err) {
    long slice = 64 + (long)(10000000 / c->bodies);
    dp_status status;
    do {
        double begin = seconds();
        long now = steps < slice ? steps : slice;
        status = dp_chain_advance(c->chain, now, err);
        steps -= now;
        double took = seconds() - begin;
        if (took < 0.1 && slice <= LONG_MAX / 2) slice *= 2;
        if (took > 0.4 && slice > 1) slice /= 2;
    } while (status == DP_OK && steps > 0 && !core_is_interrupted());
    return status;
}

static bool stop(void *user) {
    enum { OFTEN = 16 };
    return ++*(unsigned *)user % OFTEN == 0 && core_is_interrupted();
}

static PyObject *advance(PyObject *self, PyObject *value) {
    struct chain *c = idle(self);
    long steps = PyLong_AsLong(value);
    dp_error err = {0};
    dp_status status;
    if (c == NULL || PyErr_Occurred()) return NULL;
    c->is_busy = 1;
    Py_BEGIN_ALLOW_THREADS status = march(c, steps, &err);
    Py_END_ALLOW_THREADS c->is_busy = 0;
    if (PyErr_Occurred()) return NULL;
    if (status != DP_OK) return core_fail(&err);
    Py_RETURN_NONE;
}

// solve(until, rtol, max_steps)
static PyObject *solve(PyObject *self, PyObject *args) {
    struct chain *c = idle(self);
    dp_chain_solve_def def = dp_chain_solve_defaults();
    dp_solve_stats stats;
    dp_error err = {0};
    dp_status status;
    unsigned asked = 0;
    if (c == NULL || !PyArg_ParseTuple(args, "ddl", &def.until, &def.rtol, &def.max_steps))
        return NULL;
    def.stop = stop;
    def.user = &asked;
    c->is_busy = 1;
    Py_BEGIN_ALLOW_THREADS status = dp_chain_solve(c->chain, &def, &stats, &err);
    Py_END_ALLOW_THREADS c->is_busy = 0;
    if (PyErr_Occurred()) return NULL;
    return status != DP_OK ? core_fail(&err) : core_dict_of(&stats, dp_solve_stats_fields);
}

// state(): numbers of the present state, and views of its arrays.
static PyObject *state(PyObject *self, PyObject *none) {
    struct chain *c = idle(self);
    const dp_chain_snapshot *s;
    (void)none;
    if (c == NULL) return NULL;
    Py_BEGIN_ALLOW_THREADS s = dp_chain_state(c->chain);
    Py_END_ALLOW_THREADS PyObject *dict = core_dict_of(s, dp_chain_snapshot_fields);
    const char *const name[4] = {"displacement", "velocity", "force", "indentation"};
    const double *const data[4] = {s->displacement, s->velocity, s->force, s->indentation};
    for (int i = 0; dict != NULL && i < 4; i++) {
        PyObject *view = core_view(self, data[i], (Py_ssize_t)s->count + (i < 2 ? 0 : 1));
        if (view == NULL || PyDict_SetItemString(dict, name[i], view) != 0) Py_CLEAR(dict);
        Py_XDECREF(view);
    }
    return dict;
}

static PyObject *clock_of(PyObject *self, PyObject *none) {
    struct chain *c = idle(self);
    (void)none;
    if (c == NULL) return NULL;
    return Py_BuildValue("(ld)", dp_chain_step_count(c->chain), dp_chain_time(c->chain));
}

static PyObject *step_of(PyObject *self, PyObject *none) {
    (void)none;
    return PyFloat_FromDouble(((struct chain *)self)->step);
}

static PyObject *maxima(PyObject *self, PyObject *none) {
    struct chain *c = idle(self);
    (void)none;
    if (c == NULL) return NULL;
    dp_chain_largest largest = dp_chain_maxima(c->chain);
    return core_dict_of(&largest, dp_chain_largest_fields);
}

// probe(index): peaks, and the rows so far as a view.
static PyObject *probe(PyObject *self, PyObject *value) {
    struct chain *c = idle(self);
    Py_ssize_t index = PyLong_AsSsize_t(value);
    if (c == NULL || PyErr_Occurred()) return NULL;
    if (index < 0 || (size_t)index >= c->probe_count) {
        PyErr_SetString(PyExc_IndexError, "no such probe");
        return NULL;
    }
    dp_chain_probe p = dp_chain_probe_at(c->chain, (size_t)index);
    PyObject *dict = core_dict_of(&p, dp_chain_probe_fields);
    PyObject *view = dict == NULL ? NULL : core_view(self, p.rows, 3 * (Py_ssize_t)p.row_count);
    if (view == NULL || PyDict_SetItemString(dict, "rows", view) != 0) Py_CLEAR(dict);
    Py_XDECREF(view);
    return dict;
}

static PyObject *balance(PyObject *self, PyObject *none) {
    struct chain *c = idle(self);
    dp_energy energy;
    double momentum_error;
    (void)none;
    if (c == NULL) return NULL;
    dp_chain_balance(c->chain, &energy, &momentum_error);
    PyObject *dict = core_dict_of(&energy, dp_energy_fields);
    return dict == NULL ? NULL : Py_BuildValue("(Nd)", dict, momentum_error);
}

static PyObject *save(PyObject *self, PyObject *none) {
    struct chain *c = idle(self);
    (void)none;
    if (c == NULL) return NULL;
    size_t size = dp_chain_save(c->chain, NULL, 0);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes != NULL) dp_chain_save(c->chain, PyBytes_AsString(bytes), size);
    return bytes;
}

static PyObject *restore(PyObject *self, PyObject *args) {
    struct chain *c = idle(self);
    const char *bytes;
    Py_ssize_t size;
    dp_error err = {0};
    if (c == NULL || !PyArg_ParseTuple(args, "y#", &bytes, &size)) return NULL;
    if (dp_chain_restore(c->chain, bytes, (size_t)size, &err) != DP_OK) return core_fail(&err);
    Py_RETURN_NONE;
}

// step_limit(definition, more): the longest stable step, its contact and the speed it holds for:
// the likely one and `more` [m/s].
static PyObject *step_limit(PyObject *self, PyObject *args) {
    PyObject *dict;
    struct draft d;
    dp_error err = {0};
    double more, limit = NAN, speed = NAN;
    size_t contact = 0;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!d", &PyDict_Type, &dict, &more)) return NULL;
    int failed = read_draft(&d, dict);
    if (!failed) {
        speed = dp_chain_likely_speed(&d.def) + more;
        failed = dp_chain_step_limit(&d.def, speed, &limit, &contact, &err) != DP_OK;
        if (failed) core_fail(&err);
    }
    drop(&d);
    return failed ? NULL : Py_BuildValue("(dnd)", limit, (Py_ssize_t)contact, speed);
}

static PyMethodDef functions[] = {
    {"chain_step_limit", step_limit, METH_VARARGS, "Longest stable step of a chain."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef methods[] = {
    {"advance", advance, METH_O, NULL},
    {"solve", solve, METH_VARARGS, NULL},
    {"state", state, METH_NOARGS, NULL},
    {"clock", clock_of, METH_NOARGS, NULL},
    {"step", step_of, METH_NOARGS, NULL},
    {"maxima", maxima, METH_NOARGS, NULL},
    {"probe", probe, METH_O, NULL},
    {"balance", balance, METH_NOARGS, NULL},
    {"save", save, METH_NOARGS, NULL},
    {"restore", restore, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int core_add_chain(PyObject *module) {
    static PyType_Slot slots[] = {{Py_tp_new, (void *)(uintptr_t)create},
                                  {Py_tp_dealloc, (void *)(uintptr_t)destroy},
                                  {Py_tp_methods, methods},
                                  {0, NULL}};
    static PyType_Spec spec = {"dashpot._core.Chain", sizeof(struct chain), 0, Py_TPFLAGS_DEFAULT,
                               slots};
    if (core_add_type(module, &spec) == NULL) return -1;
    return PyModule_AddFunctions(module, functions);
}
