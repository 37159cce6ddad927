// What a scenario comes down to: contacts and definitions that Python makes its objects of.

#include <math.h>
#include <stdlib.h>

#include "core.h"
#include "fields.h"

static int add(PyObject *dict, const char *name, PyObject *value) {
    int failed = value == NULL || PyDict_SetItemString(dict, name, value) != 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

static int add_number(PyObject *dict, const char *name, double value) {
    return isnan(value) ? 0 : add(dict, name, PyFloat_FromDouble(value));
}

static int add_parameters(PyObject *dict, const dp_param *params, const double *values) {
    for (int i = 0; params[i].name != NULL; i++) {
        const dp_param *p = &params[i];
        double x = values[i];
        if (isnan(x)) continue;
        PyObject *value =
            p->choices != NULL ? PyUnicode_FromString(p->choices[(int)x]) : PyFloat_FromDouble(x);
        if (add(dict, p->name, value) != 0) return -1;
    }
    return 0;
}

static int add_policies(PyObject *dict, const dp_contact_def *def) {
    static const char *const rules[] = {"default", "each", "largest"};
    const dp_restitution_from *from = &def->restitution_from;
    if (add(dict, "tension", PyUnicode_FromString(dp_tension_name(def->tension))) != 0) return -1;
    PyObject *approach = isnan(def->approach) ? PyUnicode_FromString(rules[def->approach_rule])
                                              : PyFloat_FromDouble(def->approach);
    if (add(dict, "approach", approach) != 0) return -1;
    if (add_number(dict, "approach_floor", def->approach_floor) != 0) return -1;
    if (from->kind == DP_RESTITUTION_GIVEN) return 0;
    PyObject *relation = Py_BuildValue(
        "{s:s,s:d,s:d,s:d,s:d,s:d,s:d}", "kind", dp_restitution_kind_name(from->kind), "young",
        from->young, "poisson", from->poisson, "density", from->density, "psi", from->psi,
        "epsilon", from->epsilon, "dynamic_pressure", from->dynamic_pressure);
    return add(dict, "restitution_from", relation);
}

// (law, keywords) from which the same contact is made again.
static PyObject *recipe_of(const dp_contact *contact) {
    const dp_contact_def *def = &contact->recipe;
    PyObject *dict = PyDict_New();
    if (dict == NULL) return NULL;
    int failed = add_parameters(dict, def->law.law->params, def->law.value) != 0 ||
                 add_policies(dict, def) != 0;
    for (int i = 0; !failed && dp_pair_field_at(i) != NULL; i++)
        failed = add_number(dict, dp_pair_field_at(i)->name, dp_pair_value(&def->pair, i)) != 0;
    if (!failed) return Py_BuildValue("(sN)", contact->law->name, dict);
    Py_DECREF(dict);
    return NULL;
}

// The same of a friction law.
static PyObject *friction_of(const dp_friction_def *def) {
    PyObject *dict = PyDict_New();
    if (dict == NULL) return NULL;
    if (add_parameters(dict, def->law->params, def->value) == 0)
        return Py_BuildValue("(sN)", def->law->name, dict);
    Py_DECREF(dict);
    return NULL;
}

static PyObject *bytes_of(const void *data, size_t count, size_t size) {
    if (data == NULL) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char *)data, (Py_ssize_t)(count * size));
}

// --- chains ---

static PyObject *end_of(const dp_chain_end *end) {
    PyObject *dict = core_dict_of(end, dp_chain_end_fields);
    const dp_chain_signal *s = &end->signal;
    if (dict == NULL || PyDict_DelItemString(dict, "signal") != 0) {
        Py_XDECREF(dict);
        return NULL;
    }
    if (s->count > 0 &&
        (add(dict, "time", bytes_of(s->time, s->count, sizeof(double))) != 0 ||
         add(dict, "velocity", bytes_of(s->velocity, s->count, sizeof(double))) != 0))
        Py_CLEAR(dict);
    return dict;
}

static PyObject *laws_of(const dp_chain_def *def) {
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < def->law_count; i++) {
        PyObject *recipe = recipe_of(&def->laws[i]);
        if (recipe == NULL || PyList_Append(list, recipe) != 0) Py_CLEAR(list);
        Py_XDECREF(recipe);
    }
    return list;
}

static PyObject *probes_of(const dp_chain_def *def) {
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < def->probe_count; i++) {
        PyObject *probe = Py_BuildValue("(sn)", def->probes[i].is_contact ? "contact" : "body",
                                        (Py_ssize_t)def->probes[i].index);
        if (probe == NULL || PyList_Append(list, probe) != 0) Py_CLEAR(list);
        Py_XDECREF(probe);
    }
    return list;
}

static PyObject *chain_of(const dp_chain_def *def) {
    PyObject *dict = core_dict_of(def, dp_chain_def_fields);
    if (dict == NULL) return NULL;
    const size_t n = def->count, real = sizeof(double);
    if (add(dict, "mass", bytes_of(def->mass, n, real)) == 0 &&
        add(dict, "velocity", bytes_of(def->velocity, n, real)) == 0 &&
        add(dict, "gap", bytes_of(def->gap, n + 1, real)) == 0 &&
        add(dict, "law", bytes_of(def->law, n + 1, sizeof *def->law)) == 0 &&
        add(dict, "contact", laws_of(def)) == 0 && add(dict, "left", end_of(&def->left)) == 0 &&
        add(dict, "right", end_of(&def->right)) == 0 && add(dict, "probes", probes_of(def)) == 0)
        return dict;
    Py_DECREF(dict);
    return NULL;
}

// --- mechanisms ---

// The mechanism belongs to the scenario, which `keeper` frees.
static PyObject *mechanism_of(PyObject *keeper, const dp_definition *d) {
    PyObject *watch = PyList_New(0);
    for (int i = 0; watch != NULL && i < d->run.watch_count; i++) {
        const dp_channel *channel = dp_mechanism_channel(d->mechanism, d->run.watch[i]);
        PyObject *name = PyUnicode_FromString(channel->name);
        if (name == NULL || PyList_Append(watch, name) != 0) Py_CLEAR(watch);
        Py_XDECREF(name);
    }
    if (watch == NULL) return NULL;
    return Py_BuildValue("(NNN)", core_mechanism_lend(keeper, d->mechanism), watch,
                         core_dict_of(&d->run, dp_mechanism_run_def_fields));
}

// --- the scenario ---

static void let_go(PyObject *capsule) {
    dp_scenario_free((dp_scenario *)PyCapsule_GetPointer(capsule, "dashpot.scenario"));
}

static PyObject *parts_of(PyObject *keeper, const dp_definition *d) {
    if (d->mechanism != NULL) return mechanism_of(keeper, d);
    if (d->contact == NULL) return Py_BuildValue("(Nd)", chain_of(&d->chain), d->until);
    PyObject *def = d->impact.mass > 0.0   ? core_dict_of(&d->impact, dp_impact_def_fields)
                    : d->bounce.mass > 0.0 ? core_dict_of(&d->bounce, dp_bounce_def_fields)
                                           : core_dict_of(&d->journal, dp_journal_def_fields);
    if (def != NULL && d->friction.law != NULL &&
        add(def, "friction", friction_of(&d->friction)) != 0)
        Py_CLEAR(def);
    return def == NULL ? NULL : Py_BuildValue("(NN)", recipe_of(d->contact), def);
}

// definition(file, text, settings): (kind, parts)
static PyObject *definition(PyObject *self, PyObject *args) {
    dp_scenario *scenario = core_load(args);
    dp_definition *d = (dp_definition *)calloc(1, sizeof *d);
    dp_diagnostic *said = (dp_diagnostic *)calloc(1, sizeof *said);
    PyObject *keeper = NULL, *out = NULL;
    (void)self;
    if (scenario == NULL) goto end;
    keeper = PyCapsule_New(scenario, "dashpot.scenario", let_go);
    if (keeper == NULL) {
        dp_scenario_free(scenario);
        goto end;
    }
    if (d == NULL || said == NULL)
        PyErr_NoMemory();
    else if (dp_scenario_definition(scenario, d, said) != DP_RUN_DONE)
        core_fail_diagnostic(said);
    else {
        PyObject *parts = parts_of(keeper, d);
        if (parts != NULL) out = Py_BuildValue("(sN)", dp_scenario_kind(scenario), parts);
    }
end:
    Py_XDECREF(keeper);
    free(d);
    free(said);
    return out;
}

static PyMethodDef functions[] = {
    {"definition", definition, METH_VARARGS, "What a scenario comes down to."},
    {NULL, NULL, 0, NULL},
};

int core_add_definition(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
