// Scenarios: load, check, run with progress and Ctrl-C; results as text and tables.

#include <stdlib.h>
#include <string.h>

#include "core.h"

// --- results ---

struct result {
    PyObject_HEAD dp_result *result;
};

static PyTypeObject *result_type;  // set once, when the module is made

static void free_result(PyObject *self) {
    dp_result_free(((struct result *)self)->result);
    core_dealloc(self);
}

static const dp_result *own(PyObject *self) {
    return ((struct result *)self)->result;
}

static PyObject *summary(PyObject *self, PyObject *none) {
    (void)none;
    return PyUnicode_FromString(dp_result_summary(own(self)));
}

static PyObject *about(PyObject *self, PyObject *none) {
    const char *folder = dp_result_folder(own(self));
    (void)none;
    return Py_BuildValue("(ssz)", dp_result_title(own(self)), dp_result_kind(own(self)), folder);
}

// notes(): (text, is it for information only) of each.
static PyObject *notes(PyObject *self, PyObject *none) {
    PyObject *list = PyList_New(0);
    const char *note;
    (void)none;
    for (int i = 0; list != NULL && (note = dp_result_note(own(self), i)) != NULL; i++) {
        PyObject *text = Py_BuildValue("(si)", note, dp_result_note_is_fact(own(self), i));
        if (text == NULL || PyList_Append(list, text) != 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *headlines(PyObject *self, PyObject *none) {
    PyObject *list = PyList_New(0);
    dp_headline h;
    (void)none;
    for (int i = 0; list != NULL && dp_result_headline(own(self), i, &h); i++) {
        PyObject *entry = Py_BuildValue("(ssds)", h.name, h.unit, h.value, h.part);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *overlays_of(const dp_result *result, int picture) {
    PyObject *list = PyList_New(0);
    dp_picture_overlay o;
    for (int i = 0; list != NULL && dp_result_picture_overlay(result, picture, i, &o); i++) {
        PyObject *entry = Py_BuildValue("(ssszsi)", o.table, o.x, o.y, o.sigma, o.label, o.curve);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

// looks(): how each of the pictures is drawn.
static PyObject *looks(PyObject *self, PyObject *none) {
    PyObject *list = PyList_New(0);
    dp_picture_look k;
    (void)none;
    for (int i = 0; list != NULL && dp_result_picture_look(own(self), i, &k); i++) {
        PyObject *entry = Py_BuildValue(
            "{s:s,s:z,s:i,s:i,s:i,s:d,s:d,s:s,s:s,s:z,s:z,s:N}", "style", k.style, "z", k.z,
            "has_diagonal", k.has_diagonal, "x_log", k.x_log, "y_log", k.y_log, "x_scale",
            k.x_scale, "y_scale", k.y_scale, "x_label", k.x_label, "y_label", k.y_label, "band_low",
            k.band_low, "band_high", k.band_high, "overlays", overlays_of(own(self), i));
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *pictures(PyObject *self, PyObject *none) {
    PyObject *list = PyList_New(0);
    dp_picture p;
    (void)none;
    for (int i = 0; list != NULL && dp_result_picture(own(self), i, &p); i++) {
        PyObject *columns = PyList_New(0);
        for (int k = 0; columns != NULL && k < 12 && p.y[k] != NULL; k++) {
            PyObject *name = PyUnicode_FromString(p.y[k]);
            if (name == NULL || PyList_Append(columns, name) != 0) Py_CLEAR(columns);
            Py_XDECREF(name);
        }
        PyObject *entry =
            Py_BuildValue("(sssssN)", p.name, p.title, p.caption, p.table, p.x, columns);
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

// Words of a column, by the whole numbers that stand for them; empty: its values are numbers.
static PyObject *words_of(const dp_result *result, int table, int column) {
    PyObject *list = PyList_New(0);
    const char *word;
    for (int i = 0; list != NULL && (word = dp_result_word(result, table, column, i)) != NULL;
         i++) {
        PyObject *text = PyUnicode_FromString(word);
        if (text == NULL || PyList_Append(list, text) != 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *columns_of(const dp_result *result, int table, int count) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < count; i++) {
        const char *unit = "", *name = dp_result_column(result, table, i, &unit);
        PyObject *column = Py_BuildValue("(ssN)", name, unit, words_of(result, table, i));
        if (column == NULL || PyList_Append(list, column) != 0) Py_CLEAR(list);
        Py_XDECREF(column);
    }
    return list;
}

// tables(): (name, columns, rows, view of the values) of each.
static PyObject *tables(PyObject *self, PyObject *none) {
    PyObject *list = PyList_New(0);
    dp_table t;
    (void)none;
    for (int i = 0; list != NULL && dp_result_table(own(self), i, &t); i++) {
        Py_ssize_t values = (Py_ssize_t)t.rows * t.columns;
        PyObject *entry = Py_BuildValue("(sNnN)", t.name, columns_of(own(self), i, t.columns),
                                        (Py_ssize_t)t.rows, core_view(self, t.values, values));
        if (entry == NULL || PyList_Append(list, entry) != 0) Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *write_folder(PyObject *self, PyObject *args) {
    const char *folder;
    int replace;
    dp_run_status status;
    if (!PyArg_ParseTuple(args, "sp", &folder, &replace)) return NULL;
    dp_diagnostic *said = (dp_diagnostic *)calloc(1, sizeof *said);
    if (said == NULL) return PyErr_NoMemory();
    dp_result *result = ((struct result *)self)->result;
    Py_BEGIN_ALLOW_THREADS status = dp_result_write(result, folder, replace != 0, said);
    Py_END_ALLOW_THREADS PyObject *out =
        status == DP_RUN_DONE ? PyUnicode_FromString(said->remarks) : core_fail_diagnostic(said);
    free(said);
    return out;
}

static PyMethodDef result_methods[] = {
    {"summary", summary, METH_NOARGS, NULL},
    {"about", about, METH_NOARGS, NULL},
    {"notes", notes, METH_NOARGS, NULL},
    {"headlines", headlines, METH_NOARGS, NULL},
    {"looks", looks, METH_NOARGS, NULL},
    {"pictures", pictures, METH_NOARGS, NULL},
    {"tables", tables, METH_NOARGS, NULL},
    {"write", write_folder, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

// --- a run ---

// What a run calls back. Threads of the run call too; each takes the GIL for it.
struct calls {
    PyObject *progress, *message;  // or NULL
    int is_stopped;                // an exception is waiting: Ctrl-C, or one of a callback
    PyObject *type, *value, *trace;
};

static void keep_exception(struct calls *calls) {
    if (calls->is_stopped) {
        PyErr_Clear();
        return;
    }
    PyErr_Fetch(&calls->type, &calls->value, &calls->trace);
    calls->is_stopped = 1;
}

static bool stop(void *user) {
    struct calls *calls = (struct calls *)user;
    PyGILState_STATE state = PyGILState_Ensure();
    if (!calls->is_stopped && PyErr_CheckSignals() != 0) keep_exception(calls);
    bool is_stopped = calls->is_stopped;
    PyGILState_Release(state);
    return is_stopped;
}

static void call(struct calls *calls, PyObject *function, PyObject *argument) {
    PyObject *out =
        argument == NULL ? NULL : PyObject_CallFunctionObjArgs(function, argument, NULL);
    if (out == NULL) keep_exception(calls);
    Py_XDECREF(out);
    Py_XDECREF(argument);
}

static void progress(void *user, double share) {
    struct calls *calls = (struct calls *)user;
    if (calls->progress == NULL) return;
    PyGILState_STATE state = PyGILState_Ensure();
    if (!calls->is_stopped) call(calls, calls->progress, PyFloat_FromDouble(share));
    PyGILState_Release(state);
}

static void message(void *user, const char *text) {
    struct calls *calls = (struct calls *)user;
    if (calls->message == NULL) return;
    PyGILState_STATE state = PyGILState_Ensure();
    if (!calls->is_stopped) call(calls, calls->message, PyUnicode_FromString(text));
    PyGILState_Release(state);
}

static PyObject *give(dp_result *result, const dp_diagnostic *said) {
    struct result *made = (struct result *)core_new(result_type);
    if (made == NULL) {
        dp_result_free(result);
        return NULL;
    }
    made->result = result;
    return Py_BuildValue("(Ns)", made, said->remarks);
}

static PyObject *finish(struct calls *calls, dp_run_status status, dp_result *result,
                        dp_diagnostic *said) {
    PyObject *out = NULL;
    if (calls->is_stopped) {
        dp_result_free(result);
        PyErr_Restore(calls->type, calls->value, calls->trace);
    } else if (status != DP_RUN_DONE) {
        dp_result_free(result);
        said->status = status;
        core_fail_diagnostic(said);
    } else {
        out = give(result, said);
    }
    return out;
}

struct request {
    dp_scenario_def def;
    dp_run_def run;
    dp_setting *settings;
    const char *resume;
    dp_compare_def compare;
    const char **laws;  // of the comparison; NULL: there is none
};

static int read_settings(struct request *r, PyObject *list) {
    Py_ssize_t count = PyList_Size(list);
    r->settings = (dp_setting *)calloc((size_t)count + 1, sizeof *r->settings);
    if (r->settings == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        // pairs of bytes, which the list keeps alive
        PyObject *pair = PyList_GetItem(list, i);
        if (!PyArg_ParseTuple(pair, "yy", &r->settings[i].path, &r->settings[i].value)) return -1;
    }
    r->def.settings = r->settings;
    r->def.setting_count = (size_t)count;
    return 0;
}

// Names of laws as bytes, which the list keeps alive; None: no comparison.
static int read_laws(struct request *r, PyObject *list) {
    if (list == Py_None) return 0;
    Py_ssize_t count = PyList_Size(list);
    if (count < 0) return -1;
    r->laws = (const char **)calloc((size_t)count + 1, sizeof *r->laws);
    if (r->laws == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        r->laws[i] = PyBytes_AsString(PyList_GetItem(list, i));
        if (r->laws[i] == NULL) return -1;
    }
    r->compare.laws = r->laws;
    r->compare.law_count = (int)count;
    return 0;
}

static int read_limits(dp_run_limits *limits, PyObject *dict) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    dp_error err = {0};
    while (PyDict_Next(dict, &at, &key, &value)) {
        PyObject *name = NULL, *text = NULL;
        const char *n = core_text(key, &name, "a limit");
        const char *t = n == NULL ? NULL : core_text(value, &text, n);
        int failed = t == NULL;
        if (!failed && dp_run_limits_set(limits, n, t, &err) != DP_OK) {
            core_fail(&err);
            failed = 1;
        }
        Py_XDECREF(name);
        Py_XDECREF(text);
        if (failed) return -1;
    }
    return 0;
}

// A run without the GIL.
static dp_run_status work(const struct request *r, int checks_only, dp_result **result,
                          dp_diagnostic *said) {
    dp_scenario *scenario;
    dp_run_status status =
        r->resume != NULL ? dp_scenario_resume(&scenario, r->resume, &r->def, said)
        : r->laws != NULL ? dp_compare_load(&scenario, &r->def, &r->compare, said)
                          : dp_scenario_load(&scenario, &r->def, said);
    if (status != DP_RUN_DONE) return status;
    status = checks_only ? dp_scenario_check(scenario, &r->run, said)
                         : dp_scenario_run(scenario, &r->run, result, said);
    dp_scenario_free(scenario);
    return status;
}

// run(file, text, settings, folder, replace, series, threads, allow_unphysical, limits, progress,
//     message, resume, checks_only, laws, at) -> (result, remarks)
static PyObject *run(PyObject *self, PyObject *args) {
    struct request r = {
        .def = dp_scenario_defaults(), .run = dp_run_defaults(), .compare = dp_compare_defaults()};
    struct calls calls = {0};
    PyObject *settings, *limits, *on_progress, *on_message, *laws, *out = NULL;
    int replace, series, unphysical, checks_only;
    dp_result *result = NULL;
    dp_run_status status;
    (void)self;
    if (!PyArg_ParseTuple(args, "zzO!zppipO!OOzpOz", &r.def.file, &r.def.text, &PyList_Type,
                          &settings, &r.run.folder, &replace, &series, &r.def.threads, &unphysical,
                          &PyDict_Type, &limits, &on_progress, &on_message, &r.resume, &checks_only,
                          &laws, &r.compare.at))
        return NULL;
    dp_diagnostic *said = (dp_diagnostic *)calloc(1, sizeof *said);
    if (said == NULL) return PyErr_NoMemory();
    if (read_settings(&r, settings) == 0 && read_limits(&r.def.limits, limits) == 0 &&
        read_laws(&r, laws) == 0) {
        r.run.replace = replace != 0;
        r.run.series = series != 0;
        r.def.allow_unphysical = unphysical != 0;
        r.def.stop = stop;
        r.def.progress = progress;
        r.def.message = message;
        r.def.user = &calls;
        calls.progress = on_progress == Py_None ? NULL : on_progress;
        calls.message = on_message == Py_None ? NULL : on_message;
        Py_BEGIN_ALLOW_THREADS status = work(&r, checks_only, &result, said);
        Py_END_ALLOW_THREADS if (checks_only && status == DP_RUN_DONE && !calls.is_stopped) {
            out = Py_None;
            Py_INCREF(out);
        }
        else {
            out = finish(&calls, status, result, said);
        }
    }
    free(r.settings);
    free(r.laws);
    free(said);
    return out;
}

dp_scenario *core_load(PyObject *args) {
    struct request r = {.def = dp_scenario_defaults()};
    PyObject *settings;
    dp_scenario *scenario = NULL;
    if (!PyArg_ParseTuple(args, "zzO!", &r.def.file, &r.def.text, &PyList_Type, &settings))
        return NULL;
    dp_diagnostic *said = (dp_diagnostic *)calloc(1, sizeof *said);
    if (said == NULL)
        PyErr_NoMemory();
    else if (read_settings(&r, settings) == 0 &&
             dp_scenario_load(&scenario, &r.def, said) != DP_RUN_DONE)
        core_fail_diagnostic(said);
    free(r.settings);
    free(said);
    return scenario;
}

// check(file, text, settings): (text with all settings applied, remarks)
static PyObject *check(PyObject *self, PyObject *args) {
    dp_scenario *scenario = core_load(args);
    (void)self;
    if (scenario == NULL) return NULL;
    char *text = NULL;
    PyObject *out = NULL;
    dp_run_status status;
    dp_diagnostic *said = (dp_diagnostic *)calloc(1, sizeof *said);
    if (said == NULL) {
        PyErr_NoMemory();
    } else {
        Py_BEGIN_ALLOW_THREADS status = dp_scenario_try(scenario, said);
        Py_END_ALLOW_THREADS if (status != DP_RUN_DONE) core_fail_diagnostic(said);
        else if ((text = dp_scenario_text(scenario)) == NULL) PyErr_NoMemory();
        else out = Py_BuildValue("(ss)", text, said->remarks);
    }
    dp_text_free(text);
    dp_scenario_free(scenario);
    free(said);
    return out;
}

static PyMethodDef functions[] = {
    {"run", run, METH_VARARGS, "Run a scenario."},
    {"check", check, METH_VARARGS, "Check a scenario; its text with all settings applied."},
    {NULL, NULL, 0, NULL},
};

int core_add_scenario(PyObject *module) {
    static PyType_Slot slots[] = {{Py_tp_dealloc, (void *)(uintptr_t)free_result},
                                  {Py_tp_methods, result_methods},
                                  {0, NULL}};
    static PyType_Spec spec = {"dashpot._core.Result", sizeof(struct result), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    result_type = core_add_type(module, &spec);
    return result_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
