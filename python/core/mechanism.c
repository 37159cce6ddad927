// dashpot._core.Mechanism and MechanismRun: planar linkages, built, run, stepped and repeated.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "fields.h"

// --- build ---

// What a definition borrows until the mechanism is built.
struct draft {
    dp_mechanism_def def;
    dp_mechanism_body *bodies;
    dp_mechanism_joint *joints;
    dp_mechanism_contact *touches;
    dp_mechanism_driver *drivers;
    dp_mechanism_force *forces;
    PyObject *kept;  // list of objects whose memory is pointed at
    struct core_doubles *held;
    int held_count, held_room;
};

static void drop(struct draft *d) {
    free(d->bodies);
    free(d->joints);
    free(d->touches);
    free(d->drivers);
    free(d->forces);
    for (int i = 0; i < d->held_count; i++)
        core_release(&d->held[i]);
    free(d->held);
    Py_CLEAR(d->kept);
}

// A text that lives as long as the draft; None: NULL.
static int take_name(struct draft *d, PyObject *value, const char **out) {
    PyObject *keep;
    *out = NULL;
    if (value == NULL || value == Py_None) return 0;
    *out = core_text(value, &keep, "name");
    if (*out == NULL) return -1;
    int failed = PyList_Append(d->kept, keep);
    Py_DECREF(keep);
    return failed;
}

static const double *take_array(struct draft *d, PyObject *value, Py_ssize_t count,
                                const char *name, Py_ssize_t *length) {
    if (d->held_count == d->held_room) {
        core_refuse(name, "too many tables");
        return NULL;
    }
    struct core_doubles *held = &d->held[d->held_count];
    if (value == NULL || core_hold(held, value, CORE_READ, count, name) != 0) {
        if (value == NULL) core_refuse(name, "a table needs time and value");
        return NULL;
    }
    d->held_count++;
    *length = held->count;
    if (held->data == NULL) core_refuse(name, "%s of a table must be an array", name);
    return held->data;
}

static int take_table(struct draft *d, PyObject *dict, dp_mechanism_table *table) {
    static const char *const shapes[] = {"spline", "hermite", NULL};
    static const char *const beyonds[] = {"hold", "line", "periodic", "error", NULL};
    Py_ssize_t count = 0;
    if (dict == NULL || dict == Py_None) return 0;
    if (!PyDict_Check(dict)) {
        core_refuse("table", "a table must be a dict with time and value");
        return -1;
    }
    table->time = take_array(d, PyDict_GetItemString(dict, "time"), -1, "time", &count);
    if (table->time == NULL) return -1;
    table->value = take_array(d, PyDict_GetItemString(dict, "value"), count, "value", &count);
    if (table->value == NULL) return -1;
    table->count = (int)count;
    PyObject *word = PyDict_GetItemString(dict, "shape");
    int shape = word == NULL ? 0 : core_word(word, shapes, "shape");
    word = PyDict_GetItemString(dict, "beyond");
    int beyond = word == NULL ? 0 : core_word(word, beyonds, "beyond");
    if (shape < 0 || beyond < 0) return -1;
    table->shape = (dp_table_shape)shape;
    table->beyond = (dp_table_beyond)beyond;
    return 0;
}

// Law and friction of a joint or a touch.
static int take_contact(PyObject *dict, dp_contact_def *contact, dp_friction_def *friction) {
    static const char *const masses[] = {"effective", "pair", NULL};
    PyObject *law = PyDict_GetItemString(dict, "contact");
    PyObject *slip = PyDict_GetItemString(dict, "friction");
    PyObject *mass = PyDict_GetItemString(dict, "mass");
    int rule = mass == NULL ? 0 : core_word(mass, masses, "mass");
    if (rule < 0) return -1;
    if (law != NULL && law != Py_None) {
        const dp_contact *c = core_contact_of(law);
        if (c == NULL) return -1;
        *contact = c->recipe;
        // the mechanism finds it at every touch
        if (rule == 0 && dp_contact_uses_mass(contact)) contact->pair.mass = NAN;
    }
    if (slip != NULL && slip != Py_None) {
        const dp_friction_def *f = core_friction_def_of(slip);
        if (f == NULL) return -1;
        *friction = *f;
    }
    return 0;
}

static const char *const not_plain[] = {"name", "contact", "friction", "table", "factor", NULL};
// a body has a mass of its own, surfaces a rule for theirs
static const char *const not_of_surfaces[] = {"name", "contact", "friction", "mass", NULL};

static int take_body(struct draft *d, PyObject *dict, int i) {
    dp_mechanism_body *body = &d->bodies[i];
    *body = dp_mechanism_body_defaults(NULL, NAN, NAN);
    if (take_name(d, PyDict_GetItemString(dict, "name"), &body->name) != 0) return -1;
    return core_set_fields(body, dp_mechanism_body_fields, dict, "a body", not_plain);
}

static int take_joint(struct draft *d, PyObject *dict, int i) {
    dp_mechanism_joint *joint = &d->joints[i], shape = {0};
    PyObject *law = PyDict_GetItemString(dict, "contact");
    if (core_set_fields(&shape, dp_mechanism_joint_fields, dict, "a joint", not_of_surfaces) != 0)
        return -1;
    const dp_contact *c = law == NULL || law == Py_None ? NULL : core_contact_of(law);
    if (law != NULL && law != Py_None && c == NULL) return -1;
    *joint = dp_mechanism_joint_defaults(shape.type, shape.first, shape.second,
                                         c == NULL ? NULL : c->law);
    if (take_contact(dict, &joint->contact, &joint->friction) != 0) return -1;
    if (take_name(d, PyDict_GetItemString(dict, "name"), &joint->name) != 0) return -1;
    return core_set_fields(joint, dp_mechanism_joint_fields, dict, "a joint", not_of_surfaces);
}

static int take_touch(struct draft *d, PyObject *dict, int i) {
    dp_mechanism_contact *touch = &d->touches[i], shape = {0};
    PyObject *law = PyDict_GetItemString(dict, "contact");
    if (core_set_fields(&shape, dp_mechanism_contact_fields, dict, "a touch", not_of_surfaces) != 0)
        return -1;
    const dp_contact *c = law == NULL || law == Py_None ? NULL : core_contact_of(law);
    if (law != NULL && law != Py_None && c == NULL) return -1;
    *touch = dp_mechanism_contact_defaults(shape.type, shape.first, shape.second,
                                           c == NULL ? NULL : c->law);
    if (take_contact(dict, &touch->contact, &touch->friction) != 0) return -1;
    if (take_name(d, PyDict_GetItemString(dict, "name"), &touch->name) != 0) return -1;
    return core_set_fields(touch, dp_mechanism_contact_fields, dict, "a touch", not_of_surfaces);
}

static int take_driver(struct draft *d, PyObject *dict, int i) {
    dp_mechanism_driver *driver = &d->drivers[i];
    *driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    if (take_name(d, PyDict_GetItemString(dict, "name"), &driver->name) != 0 ||
        take_table(d, PyDict_GetItemString(dict, "table"), &driver->table) != 0)
        return -1;
    return core_set_fields(driver, dp_mechanism_driver_fields, dict, "a driver", not_plain);
}

static int take_force(struct draft *d, PyObject *dict, int i) {
    dp_mechanism_force *force = &d->forces[i], shape = {0};
    if (core_set_fields(&shape, dp_mechanism_force_fields, dict, "a force", not_plain) != 0)
        return -1;
    *force = dp_mechanism_force_defaults(shape.type, shape.first, shape.second);
    if (take_name(d, PyDict_GetItemString(dict, "name"), &force->name) != 0 ||
        take_table(d, PyDict_GetItemString(dict, "factor"), &force->factor) != 0)
        return -1;
    return core_set_fields(force, dp_mechanism_force_fields, dict, "a force", not_plain);
}

static int take_list(struct draft *d, PyObject *dict, const char *name, size_t size, void **array,
                     int *count, int (*take)(struct draft *, PyObject *, int)) {
    PyObject *list = PyDict_GetItemString(dict, name);
    if (list == NULL || list == Py_None) return 0;
    if (!PyList_Check(list) || PyList_Size(list) > 1000000) {
        core_refuse(name, "%s must be a list of dicts", name);
        return -1;
    }
    *count = (int)PyList_Size(list);
    *array = calloc((size_t)*count + 1, size);
    if (*array == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (int i = 0; i < *count; i++) {
        PyObject *item = PyList_GetItem(list, i);
        if (!PyDict_Check(item)) {
            core_refuse(name, "%s[%d] must be a dict", name, i);
            return -1;
        }
        if (take(d, item, i) != 0) return -1;
    }
    return 0;
}

static int read_draft(struct draft *d, PyObject *dict) {
    static const char *const lists[] = {"bodies", "joints", "touches", "drivers", "forces", NULL};
    *d = (struct draft){.def = dp_mechanism_defaults(), .held_room = 4096};
    d->kept = PyList_New(0);
    d->held = (struct core_doubles *)calloc((size_t)d->held_room, sizeof *d->held);
    if (d->kept == NULL || d->held == NULL) {
        if (d->held == NULL) PyErr_NoMemory();
        return -1;
    }
    dp_mechanism_def *def = &d->def;
    if (core_set_fields(def, dp_mechanism_def_fields, dict, "a mechanism", lists) != 0 ||
        take_list(d, dict, "bodies", sizeof *d->bodies, (void **)&d->bodies, &def->body_count,
                  take_body) != 0 ||
        take_list(d, dict, "joints", sizeof *d->joints, (void **)&d->joints, &def->joint_count,
                  take_joint) != 0 ||
        take_list(d, dict, "touches", sizeof *d->touches, (void **)&d->touches, &def->touch_count,
                  take_touch) != 0 ||
        take_list(d, dict, "drivers", sizeof *d->drivers, (void **)&d->drivers, &def->driver_count,
                  take_driver) != 0 ||
        take_list(d, dict, "forces", sizeof *d->forces, (void **)&d->forces, &def->force_count,
                  take_force) != 0)
        return -1;
    def->bodies = d->bodies;
    def->joints = d->joints;
    def->touches = d->touches;
    def->drivers = d->drivers;
    def->forces = d->forces;
    return 0;
}

struct mechanism {
    PyObject_HEAD const dp_mechanism *mechanism;
    dp_mechanism *own;  // freed with the object; NULL: somebody else's
    PyObject *keeper;   // who keeps it then
};

static PyTypeObject *mechanism_type;  // set once, when the module is made

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *dict;
    struct draft d;
    dp_error err = {0};
    dp_mechanism *made = NULL;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &dict)) return NULL;
    int failed = read_draft(&d, dict);
    if (!failed && dp_mechanism_build(&made, &d.def, &err) != DP_OK) {
        core_fail(&err);
        failed = 1;
    }
    drop(&d);
    struct mechanism *self = failed ? NULL : (struct mechanism *)core_new(type);
    if (self == NULL) {
        dp_mechanism_free(made);
        return NULL;
    }
    self->mechanism = self->own = made;
    return (PyObject *)self;
}

static void destroy(PyObject *self) {
    struct mechanism *m = (struct mechanism *)self;
    dp_mechanism_free(m->own);
    Py_CLEAR(m->keeper);
    core_dealloc(self);
}

PyObject *core_mechanism_lend(PyObject *keeper, const dp_mechanism *mechanism) {
    struct mechanism *m = (struct mechanism *)core_new(mechanism_type);
    if (m == NULL) return NULL;
    m->mechanism = mechanism;
    Py_INCREF(keeper);
    m->keeper = keeper;
    return (PyObject *)m;
}

static const dp_mechanism *own(PyObject *self) {
    return ((struct mechanism *)self)->mechanism;
}

static PyObject *texts(int count, const char *(*name)(const dp_mechanism *, int),
                       const dp_mechanism *m) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *text = PyUnicode_FromString(name(m, i));
        if (text == NULL || PyList_Append(list, text) != 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *channels_of(const dp_mechanism *m) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < dp_mechanism_channel_count(m); i++) {
        const dp_channel *c = dp_mechanism_channel(m, i);
        PyObject *entry = Py_BuildValue("(sss)", c->name, c->unit, c->doc);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

// Values of the start as (name, value, given).
static PyObject *start_of(const dp_mechanism *m) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < DP_START_VALUES * dp_mechanism_body_count(m); i++) {
        int body = i / DP_START_VALUES, value = i % DP_START_VALUES;
        dp_body_start start = dp_mechanism_body_start(m, body);
        PyObject *name =
            PyUnicode_FromFormat("%s.%s", dp_mechanism_body_name(m, body), dp_start_name(value));
        PyObject *entry = Py_BuildValue("(NdO)", name, start.value[value],
                                        start.is_given[value] ? Py_True : Py_False);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *masses_of(const dp_mechanism *m) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < dp_mechanism_pair_count(m); i++) {
        PyObject *mass = PyFloat_FromDouble(dp_mechanism_pair_mass(m, i));
        if (mass == NULL || PyList_Append(list, mass) != 0) Py_CLEAR(list);
        Py_XDECREF(mass);
    }
    return list;
}

// about(): what it is, as a dict.
static PyObject *about(PyObject *self, PyObject *none) {
    const dp_mechanism *m = own(self);
    const char *moved = dp_mechanism_perturbed_name(m);
    (void)none;
    return Py_BuildValue(
        "{s:N,s:N,s:N,s:N,s:i,s:i,s:i,s:d,s:d,s:z,s:N,s:N}", "bodies",
        texts(dp_mechanism_body_count(m), dp_mechanism_body_name, m), "pairs",
        texts(dp_mechanism_pair_count(m), dp_mechanism_pair_name, m), "pair_masses", masses_of(m),
        "channels", channels_of(m), "coordinates", dp_mechanism_coordinates(m), "constraints",
        dp_mechanism_constraints(m), "mobility", dp_mechanism_mobility(m), "size",
        dp_mechanism_size(m), "period", dp_mechanism_period(m), "perturbed", moved, "redundant",
        texts(dp_mechanism_redundant_count(m), dp_mechanism_redundant, m), "start", start_of(m));
}

// --- runs ---

struct run {
    PyObject_HEAD PyObject *owner;  // the mechanism
    dp_mechanism_stepper *stepper;
    dp_mechanism_run_def def;
    int *watch;
    dp_channel_stats *stats;
    dp_mechanism_contact_stats *pairs;
    struct core_rows rows, impacts, dents, sections;
    double *line;  // time and values of a row
    unsigned long steps;
    int is_busy;
};

static int keep_values(struct run *run, struct core_rows *rows, double time, const double *values) {
    run->line[0] = time;
    memcpy(run->line + 1, values, (size_t)run->def.row_channel_count * sizeof(double));
    return core_keep_row(rows, run->line);
}

enum { OFTEN = 256 };  // steps or rows between two looks for signals

static int on_row(void *user, double time, const double *values) {
    struct run *run = (struct run *)user;
    return keep_values(run, &run->rows, time, values) ||
           (run->rows.count % OFTEN == 0 && core_is_interrupted());
}

static void on_section(void *user, double time, const double *values) {
    struct run *run = (struct run *)user;
    keep_values(run, &run->sections, time, values);
}

enum { IMPACT_WIDTH = 10 };  // as _IMPACT of _solvers.py

static void on_impact(void *user, const dp_mechanism_impact *i) {
    const double row[IMPACT_WIDTH] = {i->pair,
                                      i->time,
                                      i->approach_speed,
                                      i->duration,
                                      i->max_force,
                                      i->max_indentation,
                                      i->restitution_asked,
                                      i->period,
                                      i->mass,
                                      i->separation_speed};
    core_keep_row(&((struct run *)user)->impacts, row);
}

static void on_dent(void *user, const dp_mechanism_dent *dent) {
    const double row[3] = {dent->pair, dent->angle, dent->depth};
    core_keep_row(&((struct run *)user)->dents, row);
}

static int on_step(void *user, double time) {
    struct run *run = (struct run *)user;
    (void)time;
    if (run->sections.is_full || run->impacts.is_full) return 1;
    return ++run->steps % OFTEN == 0 && core_is_interrupted();
}

static int take_channels(struct run *run, const dp_mechanism *m, PyObject *list) {
    dp_error err = {0};
    if (!PyList_Check(list)) {
        core_refuse("watch", "watch must be a list of channels");
        return -1;
    }
    Py_ssize_t count = PyList_Size(list);
    run->watch = (int *)calloc((size_t)count + 1, sizeof *run->watch);
    run->stats = (dp_channel_stats *)calloc((size_t)count + 1, sizeof *run->stats);
    run->line = (double *)calloc((size_t)count + 1, sizeof *run->line);
    run->pairs = (dp_mechanism_contact_stats *)calloc((size_t)dp_mechanism_pair_count(m) + 1,
                                                      sizeof *run->pairs);
    if (run->watch == NULL || run->stats == NULL || run->line == NULL || run->pairs == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *keep;
        const char *name = core_text(PyList_GetItem(list, i), &keep, "watch");
        if (name == NULL) return -1;
        dp_status status = dp_mechanism_channel_lookup(m, name, &run->watch[i], &err);
        Py_DECREF(keep);
        if (status != DP_OK) {
            core_fail(&err);
            return -1;
        }
    }
    run->def.watch = run->def.row_channels = run->watch;
    run->def.watch_count = run->def.row_channel_count = (int)count;
    run->def.stats = run->stats;
    run->def.pairs = run->pairs;
    run->rows.width = run->sections.width = (size_t)count + 1;
    return 0;
}

// MechanismRun(mechanism, watch, definition)
static PyObject *run_create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *owner, *watch, *dict;
    dp_error err = {0};
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O!OO!", mechanism_type, &owner, &watch, &PyDict_Type, &dict))
        return NULL;
    struct run *run = (struct run *)core_new(type);
    if (run == NULL) return NULL;
    Py_INCREF(owner);
    run->owner = owner;
    run->def = dp_mechanism_run_defaults();
    run->impacts.width = IMPACT_WIDTH;
    run->dents.width = 3;
    if (take_channels(run, own(owner), watch) != 0 ||
        core_set_fields(&run->def, dp_mechanism_run_def_fields, dict, "a run", NULL) != 0)
        goto failed;
    // counts and tables are ours
    run->def.watch_count = run->def.row_channel_count = (int)PyList_Size(watch);
    run->def.row_room = run->def.impact_room = 0;
    run->def.row = run->def.every > 0.0 ? on_row : NULL;
    run->def.section = run->def.section_every > 0.0 ? on_section : NULL;
    run->def.impact = on_impact;
    run->def.dent = on_dent;
    run->def.step = on_step;
    run->def.user = run;
    if (dp_mechanism_begin(&run->stepper, own(owner), &run->def, &err) == DP_OK)
        return (PyObject *)run;
    core_fail(&err);
failed:
    Py_DECREF(run);
    return NULL;
}

static void run_destroy(PyObject *self) {
    struct run *run = (struct run *)self;
    dp_mechanism_stepper_free(run->stepper);
    free(run->watch);
    free(run->stats);
    free(run->pairs);
    free(run->line);
    free(run->rows.data);
    free(run->impacts.data);
    free(run->dents.data);
    free(run->sections.data);
    Py_CLEAR(run->owner);
    core_dealloc(self);
}

static struct run *idle(PyObject *self) {
    struct run *run = (struct run *)self;
    if (!run->is_busy) return run;
    core_refuse(NULL, "this run is being advanced by another thread");
    return NULL;
}

static PyObject *run_advance(PyObject *self, PyObject *value) {
    struct run *run = idle(self);
    double until = PyFloat_AsDouble(value);
    dp_error err = {0};
    dp_status status;
    if (run == NULL || PyErr_Occurred()) return NULL;
    run->is_busy = 1;
    Py_BEGIN_ALLOW_THREADS status = dp_mechanism_advance(run->stepper, until, &err);
    Py_END_ALLOW_THREADS run->is_busy = 0;
    if (PyErr_Occurred()) return NULL;
    if (status != DP_OK) return core_fail(&err);
    if (run->rows.is_full) return core_refuse_rows(&run->rows, "every");
    if (run->sections.is_full) return core_refuse_rows(&run->sections, "section_every");
    if (run->impacts.is_full) return core_refuse_rows(&run->impacts, NULL);
    Py_RETURN_NONE;
}

// state(): (time, is_over, view of nine numbers for each body)
static PyObject *run_state(PyObject *self, PyObject *none) {
    struct run *run = idle(self);
    (void)none;
    if (run == NULL) return NULL;
    dp_mechanism_snapshot s = dp_mechanism_state(run->stepper);
    Py_ssize_t bytes = (Py_ssize_t)sizeof(dp_body_state) * dp_mechanism_body_count(own(run->owner));
    return Py_BuildValue("(dNy#)", s.time, PyBool_FromLong(s.is_over), (const char *)s.bodies,
                         bytes);
}

static PyObject *table_of(const struct core_rows *rows) {
    return PyBytes_FromStringAndSize(rows->count > 0 ? (const char *)rows->data : "",
                                     (Py_ssize_t)(rows->count * rows->width * sizeof(double)));
}

static PyObject *stats_of(const void *from, size_t size, int count, const struct field *fields) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *entry = core_dict_of((const char *)from + (size_t)i * size, fields);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *run_finish(PyObject *self, PyObject *none) {
    struct run *run = idle(self);
    dp_mechanism_result result;
    dp_error err = {0};
    (void)none;
    if (run == NULL) return NULL;
    if (dp_mechanism_finish(run->stepper, &result, &err) != DP_OK) return core_fail(&err);
    return Py_BuildValue(
        "(NNN)", core_dict_of(&result, dp_mechanism_result_fields),
        stats_of(run->stats, sizeof *run->stats, run->def.watch_count, dp_channel_stats_fields),
        stats_of(run->pairs, sizeof *run->pairs, dp_mechanism_pair_count(own(run->owner)),
                 dp_mechanism_contact_stats_fields));
}

// tables(): bytes of rows, impacts, dents and sections so far.
static PyObject *run_tables(PyObject *self, PyObject *none) {
    struct run *run = idle(self);
    (void)none;
    if (run == NULL) return NULL;
    return Py_BuildValue("(NNNN)", table_of(&run->rows), table_of(&run->impacts),
                         table_of(&run->dents), table_of(&run->sections));
}

static PyObject *run_save(PyObject *self, PyObject *none) {
    struct run *run = idle(self);
    (void)none;
    if (run == NULL) return NULL;
    size_t size = dp_mechanism_save(run->stepper, NULL, 0);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes != NULL) dp_mechanism_save(run->stepper, PyBytes_AsString(bytes), size);
    return bytes;
}

static PyObject *run_restore(PyObject *self, PyObject *args) {
    struct run *run = idle(self);
    const char *bytes;
    Py_ssize_t size;
    dp_error err = {0};
    if (run == NULL || !PyArg_ParseTuple(args, "y#", &bytes, &size)) return NULL;
    // a refused state closes the stepper it goes into, so that is another one
    size_t rows = run->rows.count;
    dp_mechanism_stepper *fresh;
    dp_status status = dp_mechanism_begin(&fresh, own(run->owner), &run->def, &err);
    if (status == DP_OK) status = dp_mechanism_restore(fresh, bytes, (size_t)size, &err);
    run->rows.count = rows;
    if (status == DP_OK) {
        dp_mechanism_stepper_free(run->stepper);
        run->stepper = fresh;
        Py_RETURN_NONE;
    }
    dp_mechanism_stepper_free(fresh);
    return core_fail(&err);
}

static PyMethodDef methods[] = {
    {"about", about, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef run_methods[] = {
    {"advance", run_advance, METH_O, NULL},
    {"state", run_state, METH_NOARGS, NULL},
    {"finish", run_finish, METH_NOARGS, NULL},
    {"tables", run_tables, METH_NOARGS, NULL},
    {"save", run_save, METH_NOARGS, NULL},
    {"restore", run_restore, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int core_add_mechanism(PyObject *module) {
    static PyType_Slot slots[] = {{Py_tp_new, (void *)(uintptr_t)create},
                                  {Py_tp_dealloc, (void *)(uintptr_t)destroy},
                                  {Py_tp_methods, methods},
                                  {0, NULL}};
    static PyType_Slot run_slots[] = {{Py_tp_new, (void *)(uintptr_t)run_create},
                                      {Py_tp_dealloc, (void *)(uintptr_t)run_destroy},
                                      {Py_tp_methods, run_methods},
                                      {0, NULL}};
    static PyType_Spec spec = {"dashpot._core.Mechanism", sizeof(struct mechanism), 0,
                               Py_TPFLAGS_DEFAULT, slots};
    static PyType_Spec run_spec = {"dashpot._core.MechanismRun", sizeof(struct run), 0,
                                   Py_TPFLAGS_DEFAULT, run_slots};
    mechanism_type = core_add_type(module, &spec);
    if (mechanism_type == NULL) return -1;
    return core_add_type(module, &run_spec) == NULL ? -1 : 0;
}
