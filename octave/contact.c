// Contacts: a law with names and values, or the struct that the command contact makes of them.

#include <math.h>
#include <string.h>

#include "gateway.h"

enum { ENTRY_MAX = 64 };

// What a contact is made of, as it was given.
struct recipe {
    const dp_law *law;
    int count;
    const char *name[ENTRY_MAX];
    const mxArray *value[ENTRY_MAX];
};

// --- the recipe ---

static int find_law(struct gate_call *call, const mxArray *name, const dp_law **law) {
    dp_error err = {0};
    const char *text = gate_text(call, name, "law");
    if (text == NULL) return -1;
    return dp_law_lookup(text, law, &err) == DP_OK ? 0 : gate_fail(call, &err);
}

// Entries from `fresh` on must not be given twice; earlier ones are replaced.
static int put(struct gate_call *call, struct recipe *r, int fresh, const char *name,
               const mxArray *value) {
    int i = 0;
    while (i < r->count && strcmp(r->name[i], name) != 0)
        i++;
    if (i == ENTRY_MAX) return gate_refuse(call, "a contact has at most %d entries", ENTRY_MAX);
    if (i < r->count && i >= fresh) return gate_refuse(call, "%.60s is given twice", name);
    r->name[i] = name;
    r->value[i] = value;
    if (i == r->count) r->count++;
    return 0;
}

static int read_struct(struct gate_call *call, struct recipe *r, const mxArray *from) {
    const mxArray *law = mxGetNumberOfElements(from) == 1 ? mxGetField(from, 0, "law") : NULL;
    if (law == NULL)
        return gate_refuse(call, "a contact is a struct that dashpot('contact', ...) made");
    if (find_law(call, law, &r->law) != 0) return -1;
    for (int i = 0; i < mxGetNumberOfFields(from); i++) {
        const char *name = mxGetFieldNameByNumber(from, i);
        if (strcmp(name, "law") == 0) continue;
        if (put(call, r, ENTRY_MAX, name, mxGetFieldByNumber(from, 0, i)) != 0) return -1;
    }
    return 0;
}

static int read_pairs(struct gate_call *call, struct recipe *r) {
    int fresh = r->count;
    while (call->count > 0 && mxIsChar(call->args[0])) {
        const char *name = gate_text(call, gate_next(call), "the name of an entry");
        if (name == NULL) return -1;
        if (call->count == 0) return gate_refuse(call, "%.60s has no value", name);
        if (put(call, r, fresh, name, gate_next(call)) != 0) return -1;
    }
    return 0;
}

// takes_pairs: names and values may follow a struct, too.
static int read_recipe(struct gate_call *call, struct recipe *r, bool takes_pairs) {
    const mxArray *first = gate_next(call);
    *r = (struct recipe){0};
    if (first == NULL)
        return gate_refuse(call, "%s needs a contact, or a law with names and values",
                           call->command);
    if (mxIsStruct(first)) {
        if (read_struct(call, r, first) != 0) return -1;
        return takes_pairs ? read_pairs(call, r) : 0;
    }
    return find_law(call, first, &r->law) != 0 ? -1 : read_pairs(call, r);
}

// --- the definition ---

static int set_number(struct gate_call *call, dp_contact_def *def, const char *name, double value) {
    dp_error err = {0};
    dp_status status = dp_law_takes(def->law.law, name)
                           ? dp_law_set(&def->law, name, value, &err)
                           : dp_pair_set(&def->pair, name, value, &err);
    return status == DP_OK ? 0 : gate_fail(call, &err);
}

// A word where the law wants one, else a number with a unit.
static int set_text(struct gate_call *call, dp_contact_def *def, const char *name,
                    const char *text) {
    dp_error err = {0};
    double value;
    const dp_law *law = def->law.law;
    int index = dp_law_param_index(law, name), entry = dp_pair_index(name);
    if (index >= 0 && law->params[index].choices != NULL)
        return dp_law_choose(&def->law, name, text, &err) == DP_OK ? 0 : gate_fail(call, &err);
    const char *unit =
        index >= 0 ? law->params[index].unit : dp_pair_unit(law, dp_pair_field_at(entry));
    if (dp_quantity_read(name, text, unit, &value, &err) != DP_OK) return gate_fail(call, &err);
    return set_number(call, def, name, value);
}

static int refuse_entry(struct gate_call *call, const dp_law *law, const char *name) {
    const char *known[DP_PARAM_MAX + 24];
    int count = 0;
    for (const dp_param *p = law->params; p->name != NULL; p++)
        known[count++] = p->name;
    for (int i = 0; dp_pair_field_at(i) != NULL; i++)
        known[count++] = dp_pair_field_at(i)->name;
    known[count] = NULL;
    char text[900] = "", near[200] = "";
    dp_append_words(text, sizeof text, known, "or");
    dp_suggest(near, sizeof near, name, known);
    return gate_refuse(call, "%s takes no '%.60s'%s%s It takes %s", law->name, name, near,
                       near[0] == '\0' ? "." : "", text);
}

// A number, or a text with a unit.
static int read_quantity(struct gate_call *call, const char *name, const mxArray *value,
                         const char *unit, double *out) {
    dp_error err = {0};
    if (!mxIsChar(value)) return gate_number(call, value, name, out);
    const char *text = gate_text(call, value, name);
    if (text == NULL) return -1;
    return dp_quantity_read(name, text, unit, out, &err) == DP_OK ? 0 : gate_fail(call, &err);
}

static int set_approach(struct gate_call *call, dp_contact_def *def, const mxArray *value) {
    static const char *const rules[] = {"default", "each", "largest", NULL};
    if (!mxIsChar(value)) return gate_number(call, value, "approach", &def->approach);
    const char *text = gate_text(call, value, "approach");
    if (text == NULL) return -1;
    for (int i = 0; rules[i] != NULL; i++) {
        if (strcmp(text, rules[i]) != 0) continue;
        def->approach_rule = (dp_approach_rule)i;
        return 0;
    }
    return read_quantity(call, "approach", value, "m/s", &def->approach);
}

static int set_restitution_from(struct gate_call *call, dp_contact_def *def, const mxArray *value) {
    static const char *const kinds[] = {"given", "waves", "ma-liu", "johnson", "thornton", NULL};
    dp_restitution_from *from = &def->restitution_from;
    *from = (dp_restitution_from){DP_RESTITUTION_GIVEN, NAN, NAN, NAN, NAN, NAN, NAN};
    const char *const names[] = {"young", "poisson", "density",
                                 "psi",   "epsilon", "dynamic_pressure"};
    const char *const units[] = {"Pa", "1", "kg/m^3", "1", "1", "Pa"};
    double *const to[] = {&from->young, &from->poisson, &from->density,
                          &from->psi,   &from->epsilon, &from->dynamic_pressure};
    enum { ENTRIES = sizeof names / sizeof *names };
    bool is_struct = mxIsStruct(value) && mxGetNumberOfElements(value) == 1;
    int kind = gate_word(call, is_struct ? mxGetField(value, 0, "kind") : value, kinds,
                         "the kind of restitution_from");
    if (kind < 0) return -1;
    from->kind = (dp_restitution_kind)kind;
    for (int i = 0; is_struct && i < mxGetNumberOfFields(value); i++) {
        const char *name = mxGetFieldNameByNumber(value, i);
        const mxArray *entry = mxGetFieldByNumber(value, 0, i);
        int k = 0;
        if (strcmp(name, "kind") == 0 || !gate_is_given(entry)) continue;
        while (k < ENTRIES && strcmp(name, names[k]) != 0)
            k++;
        if (k == ENTRIES) return gate_refuse(call, "restitution_from has no entry '%.60s'", name);
        if (read_quantity(call, names[k], entry, units[k], to[k]) != 0) return -1;
    }
    return 0;
}

static int set_entry(struct gate_call *call, dp_contact_def *def, const char *name,
                     const mxArray *value) {
    static const char *const policies[] = {"clamp", "allow", "release", NULL};
    const dp_law *law = def->law.law;
    double number;
    if (strcmp(name, "approach") == 0) return set_approach(call, def, value);
    if (strcmp(name, "restitution_from") == 0) return set_restitution_from(call, def, value);
    if (strcmp(name, "approach_floor") == 0)
        return read_quantity(call, name, value, "m/s", &def->approach_floor);
    if (strcmp(name, "tension") == 0) {
        int policy = gate_word(call, value, policies, "tension");
        if (policy >= 0) def->tension = (dp_tension)policy;
        return policy < 0 ? -1 : 0;
    }
    if (!dp_law_takes(law, name) && dp_pair_index(name) < 0) return refuse_entry(call, law, name);
    if (mxIsChar(value)) {
        const char *text = gate_text(call, value, name);
        return text == NULL ? -1 : set_text(call, def, name, text);
    }
    if (!mxIsNumeric(value) || mxGetNumberOfElements(value) != 1)
        return gate_refuse(call, "%s must be a number, or a text such as '5 mm'", name);
    return gate_number(call, value, name, &number) != 0 ? -1 : set_number(call, def, name, number);
}

static bool needs_speed(const dp_contact *c) {
    if (c->kernel->begin == NULL || !isnan(c->approach)) return false;
    return dp_contact_follows(c) || c->kernel->needs_begin == NULL || c->kernel->needs_begin(c->k);
}

static int prepare(struct gate_call *call, const struct recipe *r, struct gate_contact *c) {
    dp_error err = {0};
    dp_contact_def def = dp_contact_defaults(r->law);
    for (int i = 0; i < r->count; i++)
        if (gate_is_given(r->value[i]) && set_entry(call, &def, r->name[i], r->value[i]) != 0)
            return -1;
    if (dp_contact_init(&c->contact, &def, &err) != DP_OK) return gate_fail(call, &err);
    c->needs_speed = needs_speed(&c->contact);
    dp_contact_reset(c->fresh);
    if (!isnan(c->contact.approach)) dp_contact_begin(&c->contact, c->fresh, 0.0);
    return 0;
}

int gate_read_contact(struct gate_call *call, struct gate_contact *c) {
    struct recipe r;
    return read_recipe(call, &r, false) != 0 ? -1 : prepare(call, &r, c);
}

// contact(c or law, name, value, ...)
int gate_contact_command(struct gate_call *call) {
    struct recipe r;
    struct gate_contact c;
    const char *names[ENTRY_MAX + 1] = {"law"};
    const mxArray *values[ENTRY_MAX + 1] = {NULL};
    int count = 1;
    if (read_recipe(call, &r, true) != 0) return -1;
    if (call->count > 0)
        return gate_refuse(call, "the name of an entry must be a text in single quotes");
    if (prepare(call, &r, &c) != 0) return -1;
    for (int i = 0; i < r.count; i++) {
        if (!gate_is_given(r.value[i])) continue;
        names[count] = r.name[i];
        values[count++] = r.value[i];
    }
    call->out[0] = mxCreateStructMatrix(1, 1, count, names);
    mxSetFieldByNumber(call->out[0], 0, 0, mxCreateString(r.law->name));
    for (int i = 1; i < count; i++)
        mxSetFieldByNumber(call->out[0], 0, i, mxDuplicateArray(values[i]));
    return 0;
}
