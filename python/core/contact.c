// dashpot._core.Contact: a law prepared for a pair of bodies.

#include <math.h>
#include <string.h>

#include "core.h"
#include "fields.h"

// Set once, when the module is made.
static PyTypeObject *contact_type;
static PyObject *array_force, *array_respond;  // what takes a call that is not about numbers alone
static PyObject *word_rate, *word_approach, *word_history;

const dp_contact *core_contact_of(PyObject *object) {
    if (PyObject_TypeCheck(object, contact_type)) return &((struct core_contact *)object)->contact;
    core_refuse("contact", "a dashpot.Contact is needed");
    return NULL;
}

static const dp_contact *own(PyObject *self) {
    return &((struct core_contact *)self)->contact;
}

// --- the definition ---

static int set_number(dp_contact_def *def, const char *name, double value) {
    dp_error err = {0};
    dp_status status = dp_law_takes(def->law.law, name)
                           ? dp_law_set(&def->law, name, value, &err)
                           : dp_pair_set(&def->pair, name, value, &err);
    if (status == DP_OK) return 0;
    core_fail(&err);
    return -1;
}

// A word where the law wants one, else a number with a unit.
static int set_text(dp_contact_def *def, const char *name, const char *text) {
    dp_error err = {0};
    double value;
    const dp_law *law = def->law.law;
    int index = dp_law_param_index(law, name), entry = dp_pair_index(name);
    if (index >= 0 && law->params[index].choices != NULL) {
        if (dp_law_choose(&def->law, name, text, &err) == DP_OK) return 0;
        core_fail(&err);
        return -1;
    }
    const char *unit = index >= 0   ? law->params[index].unit
                       : entry >= 0 ? dp_pair_unit(law, dp_pair_field_at(entry))
                                    : "1";
    if (dp_quantity_read(name, text, unit, &value, &err) == DP_OK)
        return set_number(def, name, value);
    core_refuse(name, "%s", err.text);
    return -1;
}

static int refuse_unknown(const dp_law *law, const char *name) {
    const char *known[DP_PARAM_MAX + 24];
    int count = 0;
    for (const dp_param *p = law->params; p->name != NULL; p++)
        known[count++] = p->name;
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const char *entry = dp_pair_field_at(i)->name;
        known[count++] = strcmp(entry, "yield") == 0 ? "yield_" : entry;  // a reserved word
    }
    known[count++] = "approach";
    known[count] = NULL;
    char text[900] = "", near[200] = "";
    dp_append_words(text, sizeof text, known, "or");
    dp_suggest(near, sizeof near, name, known);
    const char *stop = near[0] == '\0' ? "." : "";  // a suggestion ends with its own mark
    core_refuse(name, "%s takes no '%.60s'%s%s It takes %s", law->name, name, near, stop, text);
    return -1;
}

static int set_entry(dp_contact_def *def, const char *name, PyObject *value) {
    const dp_law *law = def->law.law;
    if (!dp_law_takes(law, name) && dp_pair_index(name) < 0) return refuse_unknown(law, name);
    if (PyUnicode_Check(value)) {
        PyObject *keep;
        const char *text = core_text(value, &keep, name);
        int failed = text == NULL || set_text(def, name, text) != 0;
        Py_XDECREF(keep);
        return failed ? -1 : 0;
    }
    double number = PyFloat_AsDouble(value);
    if (number != -1.0 || !PyErr_Occurred()) return set_number(def, name, number);
    PyErr_Clear();
    core_refuse(name, "%s must be a number, or a text such as \"5 mm\"", name);
    return -1;
}

static int set_approach(dp_contact_def *def, PyObject *value) {
    static const char *const rules[] = {"default", "each", "largest", NULL};
    for (int rule = 0; PyUnicode_Check(value) && rules[rule] != NULL; rule++)
        if (PyUnicode_CompareWithASCIIString(value, rules[rule]) == 0) {
            def->approach_rule = (dp_approach_rule)rule;
            return 0;
        }
    if (core_number(value, "approach", "m/s", &def->approach) == 0) return 0;
    PyErr_Clear();
    core_refuse("approach",
                "approach must be \"each\", \"largest\" or a speed, such as \"0.3 m/s\"");
    return -1;
}

static int set_restitution_from(dp_contact_def *def, PyObject *dict) {
    static const char *const kinds[] = {"given", "waves", "ma-liu", "johnson", "thornton", NULL};
    dp_restitution_from *from = &def->restitution_from;
    *from = (dp_restitution_from){DP_RESTITUTION_GIVEN, NAN, NAN, NAN, NAN, NAN, NAN};
    static const struct field fields[] = {
        {"kind", offsetof(dp_restitution_from, kind), FIELD_WORD, 1, kinds, NULL, NULL},
        {"young", offsetof(dp_restitution_from, young), FIELD_DOUBLE, 1, NULL, NULL, "Pa"},
        {"poisson", offsetof(dp_restitution_from, poisson), FIELD_DOUBLE, 1, NULL, NULL, NULL},
        {"density", offsetof(dp_restitution_from, density), FIELD_DOUBLE, 1, NULL, NULL, "kg/m^3"},
        {"psi", offsetof(dp_restitution_from, psi), FIELD_DOUBLE, 1, NULL, NULL, NULL},
        {"epsilon", offsetof(dp_restitution_from, epsilon), FIELD_DOUBLE, 1, NULL, NULL, NULL},
        {"dynamic_pressure", offsetof(dp_restitution_from, dynamic_pressure), FIELD_DOUBLE, 1, NULL,
         NULL, "Pa"},
        {NULL, 0, FIELD_DOUBLE, 0, NULL, NULL, NULL},
    };
    if (PyDict_Check(dict)) return core_set_fields(from, fields, dict, "restitution_from", NULL);
    int kind = core_word(dict, kinds, "restitution_from");
    if (kind >= 0) from->kind = (dp_restitution_kind)kind;
    return kind < 0 ? -1 : 0;
}

// One keyword of the constructor.
static int set_keyword(dp_contact_def *def, const char *name, PyObject *value) {
    static const char *const policies[] = {"clamp", "allow", "release", NULL};
    if (value == Py_None) return 0;
    if (strcmp(name, "approach") == 0) return set_approach(def, value);
    if (strcmp(name, "restitution_from") == 0) return set_restitution_from(def, value);
    if (strcmp(name, "tension") == 0) {
        int policy = core_word(value, policies, "tension");
        if (policy >= 0) def->tension = (dp_tension)policy;
        return policy < 0 ? -1 : 0;
    }
    if (strcmp(name, "approach_floor") == 0)
        return core_number(value, name, "m/s", &def->approach_floor);
    return set_entry(def, name, value);
}

static int read_keywords(dp_contact_def *def, PyObject *dict) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        PyObject *keep;
        const char *name = core_text(key, &keep, "a keyword");
        if (name == NULL) return -1;
        int failed = set_keyword(def, name, value);
        Py_DECREF(keep);
        if (failed) return -1;
    }
    return 0;
}

static int needs_speed(const dp_contact *c) {
    if (c->kernel->begin == NULL || !isnan(c->approach)) return 0;
    return dp_contact_follows(c) || c->kernel->needs_begin == NULL || c->kernel->needs_begin(c->k);
}

static PyObject *make(PyTypeObject *type, const dp_contact_def *def, PyObject *recipe) {
    dp_error err = {0};
    dp_contact contact;
    if (dp_contact_init(&contact, def, &err) != DP_OK) return core_fail(&err);
    struct core_contact *made = (struct core_contact *)core_new(type);
    if (made == NULL) return NULL;
    made->contact = contact;
    made->needs_speed = needs_speed(&contact);
    dp_contact_reset(made->fresh);
    if (!isnan(contact.approach)) dp_contact_begin(&contact, made->fresh, 0.0);
    Py_INCREF(recipe);
    made->recipe = recipe;
    return (PyObject *)made;
}

// Contact(law, keywords): `keywords` is a dict; the Python side offers them one by one.
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"law", "keywords", NULL};
    PyObject *law_name, *dict, *keep;
    const dp_law *law;
    dp_error err = {0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO!", names, &law_name, &PyDict_Type, &dict))
        return NULL;
    const char *name = core_text(law_name, &keep, "law");
    if (name == NULL) return NULL;
    dp_status status = dp_law_lookup(name, &law, &err);
    Py_DECREF(keep);
    if (status != DP_OK) return core_fail(&err);
    dp_contact_def def = dp_contact_defaults(law);
    return read_keywords(&def, dict) != 0 ? NULL : make(type, &def, dict);
}

static void destroy(PyObject *self) {
    Py_CLEAR(((struct core_contact *)self)->recipe);
    core_dealloc(self);
}

// --- scalar calls ---

// A float, or an int: what needs no array.
static inline int is_number(PyObject *value) {
    return PyFloat_CheckExact(value) || PyFloat_Check(value) || PyLong_Check(value);
}

struct call {
    PyObject *delta, *rate, *approach, *history;
};

// force(delta, rate=0.0, *, approach=None, history=None)
static int read_call(struct call *call, const char *method, PyObject *const *args, Py_ssize_t count,
                     PyObject *names) {
    *call = (struct call){NULL, NULL, NULL, NULL};
    if (count > 2) {
        PyErr_Format(PyExc_TypeError, "%s() takes delta and rate by place; the rest by name",
                     method);
        return -1;
    }
    if (count > 0) call->delta = args[0];
    if (count > 1) call->rate = args[1];
    Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(names, i), **to = NULL;
        // keywords in a program's text are interned: mostly the first comparison decides
        if (name == word_approach || PyUnicode_CompareWithASCIIString(name, "approach") == 0)
            to = &call->approach;
        else if (name == word_history || PyUnicode_CompareWithASCIIString(name, "history") == 0)
            to = &call->history;
        else if (name == word_rate || PyUnicode_CompareWithASCIIString(name, "rate") == 0)
            to = &call->rate;
        else if (PyUnicode_CompareWithASCIIString(name, "delta") == 0)
            to = &call->delta;
        if (to == NULL || *to != NULL) {
            PyErr_Format(PyExc_TypeError, "%s() got an argument '%U' it %s", method, name,
                         to == NULL ? "does not take" : "has already");
            return -1;
        }
        *to = args[count + i];
    }
    if (call->delta == NULL) {
        PyErr_Format(PyExc_TypeError, "%s() needs delta", method);
        return -1;
    }
    if (call->approach == Py_None) call->approach = NULL;
    if (call->history == Py_None) call->history = NULL;
    return 0;
}

static PyObject *refuse_speed(const dp_contact *c) {
    return core_refuse("approach",
                       "%s looks at the speed at the touch: give approach=, a history, or a fixed "
                       "approach to the contact",
                       c->law->name);
}

// Numbers of a call and the history it meets; 0: there are arrays among them. -1: refused.
static int read_numbers(struct core_contact *self, const struct call *call, double *delta,
                        double *rate, double m[DP_HISTORY_MAX]) {
    if (call->history != NULL || !is_number(call->delta)) return 0;
    if (call->rate != NULL && !is_number(call->rate)) return 0;
    if (call->approach != NULL && !is_number(call->approach)) return 0;
    if (dp_contact_follows(&self->contact)) return 0;
    *delta = PyFloat_AsDouble(call->delta);
    *rate = call->rate == NULL ? 0.0 : PyFloat_AsDouble(call->rate);
    if (PyErr_Occurred()) return -1;
    memcpy(m, self->fresh, sizeof self->fresh);
    if (call->approach == NULL) {
        if (!self->needs_speed) return 1;
        refuse_speed(&self->contact);
        return -1;
    }
    double speed = PyFloat_AsDouble(call->approach);
    if (PyErr_Occurred()) return -1;
    if (dp_contact_begin(&self->contact, m, speed) == DP_OK) return 1;
    core_refuse("approach", "an approach speed must be 0 or more");
    return -1;
}

static PyObject *pass_on(PyObject *function, PyObject *self, const struct call *call) {
    if (function == NULL) return core_refuse(NULL, "dashpot is not imported yet");
    PyObject *rate = call->rate ? call->rate : Py_None;
    return PyObject_CallFunctionObjArgs(function, self, call->delta, rate,
                                        call->approach ? call->approach : Py_None,
                                        call->history ? call->history : Py_None, NULL);
}

static PyObject *force(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    struct core_contact *c = (struct core_contact *)self;
    struct call call;
    double delta, rate, m[DP_HISTORY_MAX];
    if (read_call(&call, "force", args, count, names) != 0) return NULL;
    int is_scalar = read_numbers(c, &call, &delta, &rate, m);
    if (is_scalar < 0) return NULL;
    if (is_scalar) return PyFloat_FromDouble(dp_contact_force(&c->contact, m, delta, rate));
    return pass_on(array_force, self, &call);
}

static PyObject *respond(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    struct call call;
    if (read_call(&call, "respond", args, count, names) != 0) return NULL;
    return pass_on(array_respond, self, &call);
}

// --- what it is ---

static PyObject *reduce(PyObject *self, PyObject *none) {
    const dp_contact *c = own(self);
    (void)none;
    return Py_BuildValue("(O(sO))", Py_TYPE(self), c->law->name,
                         ((struct core_contact *)self)->recipe);
}

// at_speed(speed, mass): the contact with the restitution of a touch at this speed.
static PyObject *at_speed(PyObject *self, PyObject *args) {
    double speed, mass;
    dp_contact now;
    dp_error err = {0};
    if (!PyArg_ParseTuple(args, "dd", &speed, &mass)) return NULL;
    if (dp_contact_at_speed(own(self), speed, mass, &now, &err) != DP_OK) return core_fail(&err);
    struct core_contact *made = (struct core_contact *)core_new(Py_TYPE(self));
    if (made == NULL) return NULL;
    made->contact = now;
    made->needs_speed = needs_speed(&now);
    dp_contact_reset(made->fresh);
    made->recipe = ((struct core_contact *)self)->recipe;
    Py_INCREF(made->recipe);
    return (PyObject *)made;
}

// tune(wanted, mass, speed): (parameter, value, delivered).
static PyObject *tune(PyObject *self, PyObject *args) {
    double wanted, mass, speed;
    dp_tuning out;
    dp_error err = {0};
    dp_status status;
    if (!PyArg_ParseTuple(args, "ddd", &wanted, &mass, &speed)) return NULL;
    const dp_contact_def *def = &own(self)->recipe;
    Py_BEGIN_ALLOW_THREADS status = dp_tune(def, mass, speed, wanted, &out, &err);
    Py_END_ALLOW_THREADS if (status != DP_OK) return core_fail(&err);
    return Py_BuildValue("(sdd)", own(self)->law->tune, out.value, out.delivered.restitution);
}

static PyObject *get_law(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(own(self)->law->name);
}

static PyObject *get_kernel(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(own(self)->kernel->name);
}

static PyObject *get_recipe(PyObject *self, void *unused) {
    PyObject *recipe = ((struct core_contact *)self)->recipe;
    (void)unused;
    return PyDict_Copy(recipe);
}

static PyObject *get_needs_speed(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(((struct core_contact *)self)->needs_speed);
}

static PyObject *get_follows(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(dp_contact_follows(own(self)));
}

static PyObject *get_limit(PyObject *self, void *unused) {
    (void)unused;
    return PyFloat_FromDouble(own(self)->limit);
}

static PyObject *get_pair(PyObject *self, void *unused) {
    (void)unused;
    return core_dict_of(&own(self)->recipe.pair, dp_pair_fields);
}

// Values of the law's parameters, words as words.
static PyObject *get_parameters(PyObject *self, void *unused) {
    const dp_law_def *def = &own(self)->recipe.law;
    PyObject *dict = PyDict_New();
    (void)unused;
    for (int i = 0; dict != NULL && def->law->params[i].name != NULL; i++) {
        const dp_param *p = &def->law->params[i];
        double x = def->value[i];
        PyObject *value = p->choices != NULL && !isnan(x) ? PyUnicode_FromString(p->choices[(int)x])
                                                          : PyFloat_FromDouble(x);
        if (value == NULL || PyDict_SetItemString(dict, p->name, value) != 0) Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

static PyGetSetDef members[] = {
    {"_law", get_law, NULL, "name of the law", NULL},
    {"kernel", get_kernel, NULL, "name of the arithmetic; several laws may share one", NULL},
    {"_recipe", get_recipe, NULL, "keywords it was made from", NULL},
    {"needs_approach", get_needs_speed, NULL, "a call without history needs approach=", NULL},
    {"follows_speed", get_follows, NULL, "its restitution changes with the speed", NULL},
    {"limit", get_limit, NULL, "[m] the law holds up to this indentation", NULL},
    {"pair", get_pair, NULL, "what is known of the two bodies, in SI; NaN: not given", NULL},
    {"parameters", get_parameters, NULL, "parameters of the law; NaN: not given", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define FAST(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef methods[] = {
    {"force", FAST(force), METH_FASTCALL | METH_KEYWORDS,
     "force(delta, rate=0.0, *, approach=None, history=None)\n--\n\nNormal force [N]."},
    {"respond", FAST(respond), METH_FASTCALL | METH_KEYWORDS,
     "respond(delta, rate=0.0, *, approach=None, history=None)\n--\n\n"
     "Force with tangents and stored energy."},
    {"_evaluate", FAST(core_contact_evaluate), METH_FASTCALL, NULL},
    {"_begin", FAST(core_contact_begin), METH_FASTCALL, NULL},
    {"_impacts", FAST(core_contact_impacts), METH_FASTCALL, NULL},
    {"_peaks", FAST(core_contact_peaks), METH_FASTCALL, NULL},
    {"_residual", FAST(core_contact_residual), METH_FASTCALL, NULL},
    {"_stiffness", FAST(core_contact_stiffness), METH_FASTCALL, NULL},
    {"_at_speed", at_speed, METH_VARARGS, NULL},
    {"_tune", tune, METH_VARARGS, NULL},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

// Who takes calls about arrays: two Python functions.
static PyObject *set_array_calls(PyObject *self, PyObject *args) {
    PyObject *to_force, *to_respond;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &to_force, &to_respond)) return NULL;
    Py_INCREF(to_force);
    Py_INCREF(to_respond);
    Py_XDECREF(array_force);
    Py_XDECREF(array_respond);
    array_force = to_force;
    array_respond = to_respond;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_array_calls", set_array_calls, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int core_add_contact(PyObject *module) {
    static PyType_Slot slots[] = {{Py_tp_new, (void *)(uintptr_t)create},
                                  {Py_tp_dealloc, (void *)(uintptr_t)destroy},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, members},
                                  {0, NULL}};
    static PyType_Spec spec = {"dashpot._core.Contact", sizeof(struct core_contact), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    word_rate = PyUnicode_InternFromString("rate");
    word_approach = PyUnicode_InternFromString("approach");
    word_history = PyUnicode_InternFromString("history");
    if (word_rate == NULL || word_approach == NULL || word_history == NULL) return -1;
    contact_type = core_add_type(module, &spec);
    return contact_type == NULL ? -1 : PyModule_AddFunctions(module, functions);
}
