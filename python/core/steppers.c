// Impacts, bounces and journals, run whole or piece by piece. The three have one shape: a contact
// and a definition begin a run, which is advanced, looked at, saved, restored and freed.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "fields.h"

struct tables {
    struct core_rows samples, touches;  // rows of the motion; impacts, or collisions
    size_t looked;                      // rows when signals were last looked for
};

static void keep_impact_sample(void *user, const dp_impact_sample *row) {
    core_keep_row(&((struct tables *)user)->samples, row);
}

static void keep_bounce_sample(void *user, const dp_bounce_sample *row) {
    core_keep_row(&((struct tables *)user)->samples, row);
}

static void keep_bounce_impact(void *user, const dp_bounce_impact *row) {
    core_keep_row(&((struct tables *)user)->touches, row);
}

static void keep_journal_point(void *user, double time, double x, double y, double vx, double vy) {
    const double row[5] = {time, x, y, vx, vy};
    core_keep_row(&((struct tables *)user)->samples, row);
}

static void keep_collision(void *user, const dp_collision *row) {
    core_keep_row(&((struct tables *)user)->touches, row);
}

// After an impact, and after a row, most of which do not look for signals.
static bool stop(void *user) {
    enum { OFTEN = 1024 };
    struct tables *t = (struct tables *)user;
    size_t rows = t->samples.count, since = rows - t->looked;
    if (t->samples.is_full || t->touches.is_full) return true;
    if (since > 0 && since < OFTEN) return false;
    t->looked = rows;
    return core_is_interrupted();
}

union definition {
    dp_impact_def impact;
    dp_bounce_def bounce;
    dp_journal_def journal;
};

/// What an impact, a bounce and a journal do, each in its own way.
struct kind {
    const char *name;
    const struct field *definition, *sample, *touch;
    void (*set_up)(union definition *def, struct tables *tables);
    dp_status (*begin)(void **run, const dp_contact *contact, const union definition *def,
                       dp_error *err);
    dp_status (*advance)(void *run, double until, dp_error *err);
    PyObject *(*state)(const void *run);
    PyObject *(*result)(const void *run);
    size_t (*save)(const void *run, void *bytes, size_t size);
    dp_status (*restore)(void *run, const void *bytes, size_t size, dp_error *err);
    void (*free)(void *run);
};

// Functions that differ by a name.
#define STEPPER_FUNCTIONS(name)                                                                    \
    static dp_status name##_begin(void **run, const dp_contact *contact,                           \
                                  const union definition *def, dp_error *err) {                    \
        dp_##name##_stepper *made;                                                                 \
        dp_status status = dp_##name##_begin(&made, contact, &def->name, err);                     \
        *run = made;                                                                               \
        return status;                                                                             \
    }                                                                                              \
    static dp_status name##_advance(void *run, double until, dp_error *err) {                      \
        return dp_##name##_advance((dp_##name##_stepper *)run, until, err);                        \
    }                                                                                              \
    static size_t name##_save(const void *run, void *bytes, size_t size) {                         \
        return dp_##name##_save((const dp_##name##_stepper *)run, bytes, size);                    \
    }                                                                                              \
    static dp_status name##_restore(void *run, const void *bytes, size_t size, dp_error *err) {    \
        return dp_##name##_restore((dp_##name##_stepper *)run, bytes, size, err);                  \
    }                                                                                              \
    static void name##_free(void *run) {                                                           \
        dp_##name##_free((dp_##name##_stepper *)run);                                              \
    }                                                                                              \
    static PyObject *name##_result(const void *run) {                                              \
        const dp_##name *result = dp_##name##_state((const dp_##name##_stepper *)run).result;      \
        if (result == NULL) Py_RETURN_NONE;                                                        \
        return core_dict_of(result, dp_##name##_fields);                                           \
    }

STEPPER_FUNCTIONS(impact)
STEPPER_FUNCTIONS(bounce)
STEPPER_FUNCTIONS(journal)

static int add(PyObject *dict, const char *name, PyObject *value) {
    int failed = value == NULL || PyDict_SetItemString(dict, name, value) != 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

static PyObject *impact_state(const void *run) {
    dp_impact_snapshot s = dp_impact_state((const dp_impact_stepper *)run);
    PyObject *dict = core_dict_of(&s.sample, dp_impact_sample_fields);
    if (dict != NULL && add(dict, "is_over", PyBool_FromLong(s.is_over)) != 0) Py_CLEAR(dict);
    return dict;
}

static PyObject *bounce_state(const void *run) {
    dp_bounce_snapshot s = dp_bounce_state((const dp_bounce_stepper *)run);
    PyObject *dict = core_dict_of(&s.sample, dp_bounce_sample_fields);
    if (dict != NULL && (add(dict, "is_over", PyBool_FromLong(s.is_over)) != 0 ||
                         add(dict, "impacts", PyLong_FromLong(s.impacts)) != 0))
        Py_CLEAR(dict);
    return dict;
}

static PyObject *journal_state(const void *run) {
    dp_journal_snapshot s = dp_journal_state((const dp_journal_stepper *)run);
    PyObject *dict = core_dict_of(&s, dp_journal_snapshot_fields);
    PyObject *point = dict == NULL ? NULL : PyDict_GetItemString(dict, "point");
    if (point == NULL) return dict;
    if (PyDict_Update(dict, point) != 0 || PyDict_DelItemString(dict, "point") != 0) Py_CLEAR(dict);
    return dict;
}

static void impact_set_up(union definition *def, struct tables *tables) {
    def->impact = dp_impact_defaults();
    def->impact.observe = keep_impact_sample;
    def->impact.stop = stop;
    def->impact.user = tables;
    tables->samples.width = sizeof(dp_impact_sample) / sizeof(double);
    tables->touches.width = 1;
}

static void bounce_set_up(union definition *def, struct tables *tables) {
    def->bounce = dp_bounce_defaults();
    def->bounce.observe = keep_bounce_sample;
    def->bounce.impact = keep_bounce_impact;
    def->bounce.stop = stop;
    def->bounce.user = tables;
    tables->samples.width = sizeof(dp_bounce_sample) / sizeof(double);
    tables->touches.width = sizeof(dp_bounce_impact) / sizeof(double);
}

static void journal_set_up(union definition *def, struct tables *tables) {
    def->journal = dp_journal_defaults(DP_JOURNAL_EVENT_DRIVEN);
    def->journal.rtol = NAN;  // that of the solver, which is not known yet
    def->journal.path = keep_journal_point;
    def->journal.collision = keep_collision;
    def->journal.stop = stop;
    def->journal.user = tables;
    tables->samples.width = sizeof(dp_journal_point) / sizeof(double);
    tables->touches.width = sizeof(dp_collision) / sizeof(double);
}

#define STEPPER_KIND(name, sample_fields, touch_fields)                                            \
    {                                                                                              \
#name, dp_##name##_def_fields, sample_fields, touch_fields, name##_set_up, name##_begin,   \
            name##_advance, name##_state, name##_result, name##_save, name##_restore, name##_free  \
    }

static const struct kind kinds[] = {
    STEPPER_KIND(impact, dp_impact_sample_fields, NULL),
    STEPPER_KIND(bounce, dp_bounce_sample_fields, dp_bounce_impact_fields),
    STEPPER_KIND(journal, dp_journal_point_fields, dp_collision_fields),
};
static const char *const kind_names[] = {"impact", "bounce", "journal", NULL};

// --- the object ---

struct stepper {
    PyObject_HEAD const struct kind *kind;
    void *run;
    int is_busy;  // a thread advances it
    struct tables tables;
    double history[DP_HISTORY_MAX];
    dp_friction friction;
};

// A history for an impact, four numbers; kept in the stepper.
static int take_history(struct stepper *s, union definition *def, PyObject *dict) {
    PyObject *value = PyDict_GetItemString(dict, "history");
    static const struct field field = {"history", 0,    FIELD_DOUBLE, DP_HISTORY_MAX,
                                       NULL,      NULL, NULL};
    if (value == NULL || value == Py_None) return 0;
    if (strcmp(s->kind->name, "impact") != 0) {
        core_refuse("history", "only an impact starts from a history");
        return -1;
    }
    if (core_set_field(s->history, &field, value, "an impact") != 0) return -1;
    def->impact.history = s->history;
    return 0;
}

// Friction of an impact or a bounce; kept in the stepper. That of a journal is a number.
static int take_friction(struct stepper *s, union definition *def, PyObject *dict) {
    PyObject *value = PyDict_GetItemString(dict, "friction");
    if (value == NULL || value == Py_None) return 0;
    const dp_friction *friction = core_friction_of(value);
    if (friction == NULL) return -1;
    s->friction = *friction;
    if (strcmp(s->kind->name, "impact") == 0)
        def->impact.friction = &s->friction;
    else
        def->bounce.friction = &s->friction;
    return 0;
}

static int begin(struct stepper *s, const dp_contact *contact, PyObject *dict) {
    static const char *const sliding[] = {"history", "friction", NULL};
    static const char *const of_journal[] = {"history", NULL};
    bool is_journal = strcmp(s->kind->name, "journal") == 0;
    const char *const *except = is_journal ? of_journal : sliding;
    union definition def;
    dp_error err = {0};
    s->kind->set_up(&def, &s->tables);
    if (core_set_fields(&def, s->kind->definition, dict, s->kind->name, except) != 0 ||
        take_history(s, &def, dict) != 0 || (!is_journal && take_friction(s, &def, dict) != 0))
        return -1;
    if (is_journal && isnan(def.journal.rtol))
        def.journal.rtol = dp_journal_defaults(def.journal.solver).rtol;
    if (s->kind->begin(&s->run, contact, &def, &err) == DP_OK) return 0;
    core_fail(&err);
    return -1;
}

// Stepper(kind, contact, definition)
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    PyObject *word, *contact, *dict;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "OOO!", &word, &contact, &PyDict_Type, &dict)) return NULL;
    int kind = core_word(word, kind_names, "kind");
    const dp_contact *c = kind < 0 ? NULL : core_contact_of(contact);
    if (c == NULL) return NULL;
    struct stepper *s = (struct stepper *)core_new(type);
    if (s == NULL) return NULL;
    s->kind = &kinds[kind];
    if (begin(s, c, dict) == 0) return (PyObject *)s;
    Py_DECREF(s);
    return NULL;
}

static void destroy(PyObject *self) {
    struct stepper *s = (struct stepper *)self;
    if (s->run != NULL) s->kind->free(s->run);
    free(s->tables.samples.data);
    free(s->tables.touches.data);
    core_dealloc(self);
}

static struct stepper *idle(PyObject *self) {
    struct stepper *s = (struct stepper *)self;
    if (!s->is_busy) return s;
    core_refuse(NULL, "this run is being advanced by another thread");
    return NULL;
}

static PyObject *advance(PyObject *self, PyObject *value) {
    struct stepper *s = idle(self);
    double until = PyFloat_AsDouble(value);
    dp_error err = {0};
    dp_status status;
    if (s == NULL || PyErr_Occurred()) return NULL;
    s->is_busy = 1;
    Py_BEGIN_ALLOW_THREADS status = s->kind->advance(s->run, until, &err);
    Py_END_ALLOW_THREADS s->is_busy = 0;
    if (PyErr_Occurred()) return NULL;
    if (status != DP_OK) return core_fail(&err);
    if (s->tables.samples.is_full) return core_refuse_rows(&s->tables.samples, "every");
    if (s->tables.touches.is_full) return core_refuse_rows(&s->tables.touches, NULL);
    Py_RETURN_NONE;
}

static PyObject *state(PyObject *self, PyObject *none) {
    struct stepper *s = idle(self);
    (void)none;
    return s == NULL ? NULL : s->kind->state(s->run);
}

static PyObject *result(PyObject *self, PyObject *none) {
    struct stepper *s = idle(self);
    (void)none;
    return s == NULL ? NULL : s->kind->result(s->run);
}

static PyObject *save(PyObject *self, PyObject *none) {
    struct stepper *s = idle(self);
    (void)none;
    if (s == NULL) return NULL;
    size_t size = s->kind->save(s->run, NULL, 0);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes != NULL) s->kind->save(s->run, PyBytes_AsString(bytes), size);
    return bytes;
}

static PyObject *restore(PyObject *self, PyObject *args) {
    struct stepper *s = idle(self);
    const char *bytes;
    Py_ssize_t size;
    dp_error err = {0};
    if (s == NULL || !PyArg_ParseTuple(args, "y#", &bytes, &size)) return NULL;
    if (s->kind->restore(s->run, bytes, (size_t)size, &err) != DP_OK) return core_fail(&err);
    Py_RETURN_NONE;
}

static PyObject *names_of(const struct field *fields) {
    PyObject *list = PyList_New(0);
    for (const struct field *f = fields; list != NULL && f != NULL && f->name != NULL; f++) {
        PyObject *name = PyUnicode_FromString(f->name);
        if (name == NULL || PyList_Append(list, name) != 0) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *table_of(const struct field *fields, const struct core_rows *rows) {
    size_t bytes = rows->count * rows->width * sizeof(double);
    return Py_BuildValue("(Ny#)", names_of(fields), rows->count > 0 ? (const char *)rows->data : "",
                         (Py_ssize_t)bytes);
}

// tables(): (columns, bytes) of the rows of the motion and of the touches.
static PyObject *tables(PyObject *self, PyObject *none) {
    struct stepper *s = idle(self);
    (void)none;
    if (s == NULL) return NULL;
    return Py_BuildValue("(NN)", table_of(s->kind->sample, &s->tables.samples),
                         table_of(s->kind->touch, &s->tables.touches));
}

static PyMethodDef methods[] = {
    {"advance", advance, METH_O, NULL},
    {"state", state, METH_NOARGS, NULL},
    {"result", result, METH_NOARGS, NULL},
    {"save", save, METH_NOARGS, NULL},
    {"restore", restore, METH_VARARGS, NULL},
    {"tables", tables, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

// Units of the numbers in definitions: {"impact": {"mass": "kg", ...}, ...}.
static int add_units(PyObject *module) {
    static const struct {
        const char *name;
        const struct field *fields;
    } of[] = {{"impact", dp_impact_def_fields},
              {"bounce", dp_bounce_def_fields},
              {"journal", dp_journal_def_fields},
              {"chain", dp_chain_def_fields}};
    PyObject *all = PyDict_New();
    int failed = all == NULL;
    for (size_t i = 0; !failed && i < sizeof of / sizeof *of; i++) {
        PyObject *units = PyDict_New();
        failed = units == NULL || PyDict_SetItemString(all, of[i].name, units) != 0;
        for (const struct field *f = of[i].fields; !failed && f->name != NULL; f++)
            if (f->kind == FIELD_DOUBLE && f->count == 1)
                failed = add(units, f->name, PyUnicode_FromString(f->unit ? f->unit : "1"));
        Py_XDECREF(units);
    }
    failed = failed || PyModule_AddObjectRef(module, "units", all) != 0;
    Py_XDECREF(all);
    return failed ? -1 : 0;
}

int core_add_steppers(PyObject *module) {
    if (add_units(module) != 0) return -1;
    static PyType_Slot slots[] = {{Py_tp_new, (void *)(uintptr_t)create},
                                  {Py_tp_dealloc, (void *)(uintptr_t)destroy},
                                  {Py_tp_methods, methods},
                                  {0, NULL}};
    static PyType_Spec spec = {"dashpot._core.Stepper", sizeof(struct stepper), 0,
                               Py_TPFLAGS_DEFAULT, slots};
    return core_add_type(module, &spec) == NULL ? -1 : 0;
}
