// The laws of a fit: each put into the contact in turn, with the parameters that it has.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "fit/plan.h"
#include "scenario/contact.h"
#include "scenario/override.h"
#include "study/contact_law.h"
#include "study/variant.h"

enum { REASON_MAX = 520 };

// Keys of which a law takes one.
static const char *const rivals[][2] = {{"restitution", "damping_factor"},
                                        {"relaxation", "damping"}};

static const char *rival_of(const char *key) {
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++) {
        if (strcmp(key, rivals[i][0]) == 0) return rivals[i][1];
        if (strcmp(key, rivals[i][1]) == 0) return rivals[i][0];
    }
    return NULL;
}

// --- a law in the contact ------------------------------------------------------------------------

// The parameters of a case, and where its contact is.
struct chosen {
    const struct fit_case *c;
    const char *at;
};

// Is the key, or one that excludes it, among what the law is free to choose?
static bool is_free_in(const struct fit_case *c, const char *at, const char *key) {
    size_t length = strlen(at);
    const char *rival = rival_of(key);
    for (int i = 0; i < c->parameter_count; i++) {
        const char *path = c->parameter[i].path;
        if (strncmp(path, at, length) != 0 || path[length] != '.') continue;
        if (rival != NULL && strcmp(path + length + 1, rival) == 0) return true;
    }
    return false;
}

// What the fit is free to choose excludes this key of the contact.
static bool is_excluded(const void *user, const char *key) {
    const struct chosen *chosen = user;
    return is_free_in(chosen->c, chosen->at, key);
}

// The contact with the law put in: what it does not have is dropped.
static bool put_law(struct scenario *s, struct fit_case *c) {
    const struct chosen chosen = {c, s->fit->at};
    const struct law_change change = {
        .law = c->law, .at = s->fit->at, .without = "fit", .drops = is_excluded, .user = &chosen};
    c->root = contact_law_put(s, &change);
    return c->root != NULL;
}

bool fit_check_key(struct reader *reader, const struct node *root, const struct node *at,
                   const char *path, const struct key *key) {
    char word[SHOWN_MAX], hint[400] = "";
    // what stands there is a key even where the tables leave it to the kind
    const struct node *found = path_is_good(path) ? node_at_path(root, path) : NULL;
    shown(path, word);
    if (!path_is_good(path))
        report_error(reader, at, "path is '%s'; it must be keys and numbers joined by dots", word);
    else if (!key->is_known && (found == NULL || found->kind != NODE_SCALAR)) {
        key_hint(reader, root, path, hint, sizeof hint);
        report_error(reader, at, "path is '%s', which leads to no key%s", word, hint);
    } else if (!key->takes_numbers)
        report_error(reader, at, "path is '%s', which is not a number", word);
    else
        return true;
    return false;
}

// --- parameters ----------------------------------------------------------------------------------

// The value that the scenario has at a path; NaN: none.
static double value_at(const struct node *root, const struct key *key, const char *path) {
    const struct node *node = node_at_path(root, path);
    double value;
    dp_error err;
    bool is_read = node != NULL && node->kind == NODE_SCALAR &&
                   key_read(key, key->name, node->text, &value, &err) == DP_OK;
    return is_read ? value : NAN;
}

static bool read_bound(struct reader *reader, const struct key *key, const char *name,
                       const struct node *node, double *value) {
    dp_error err;
    if (node == NULL) return true;
    if (node->kind != NODE_SCALAR) {
        report_error(reader, node, "%s is %s; it must be a number", name, node_kind_name(node));
        return false;
    }
    if (key_read(key, name, node->text, value, &err) == DP_OK) return true;
    report_error(reader, node, "%s", err.text);
    return false;
}

// What the key itself accepts.
static void key_range(const struct key *key, double *low, double *high) {
    const struct field *field = &key->field;
    *low = -INFINITY;
    *high = INFINITY;
    if (!key->is_known) return;
    if (field->range == RANGE_POSITIVE || field->range == RANGE_NOT_NEGATIVE) *low = 0.0;
    if (field->range == RANGE_BETWEEN) {
        *low = field->low;
        *high = field->high;
    }
}

static bool check_bounds(struct reader *reader, const struct fit_free *sought,
                         const struct fit_parameter *p, double low, double high) {
    char word[SHOWN_MAX];
    shown(p->path, word);
    const struct node *from = sought->from, *to = sought->to;
    if (from != NULL && p->low < low)
        report_error(reader, from, "from is %g, but %s must be at least %g", p->low, word, low);
    else if (to != NULL && p->high > high)
        report_error(reader, to, "to is %g, but %s must be at most %g", p->high, word, high);
    else if (!isfinite(p->low) || !isfinite(p->high))
        report_error(reader, sought->node,
                     "%s has no finite range; it needs from and to, or a value in the scenario",
                     word);
    else if (!(p->low < p->high))
        report_error(reader, to != NULL ? to : sought->node,
                     "%s goes from %g to %g; to must be larger than from", word, p->low, p->high);
    else if (sought->scale == FIT_LOG && !(p->low > 0.0))
        report_error(reader, place_of(sought->node, "scale"),
                     "scale is log, but %s starts at %g; from must be positive", word, p->low);
    else
        return true;
    return false;
}

// False after a diagnostic.
static bool make_parameter(struct reader *reader, const struct node *root,
                           const struct fit_free *sought, struct fit_parameter *p) {
    struct key key = key_of(reader, root, sought->path);
    double low, high, value = value_at(root, &key, sought->path);
    if (!fit_check_key(reader, root, place_of(sought->node, "path"), sought->path, &key))
        return false;
    *p = (struct fit_parameter){
        .path = sought->path, .unit = key_unit(&key), .law_param = -1, .pair_entry = -1};
    key_range(&key, &low, &high);
    p->low = low;
    p->high = high;
    if (!read_bound(reader, &key, "from", sought->from, &p->low) ||
        !read_bound(reader, &key, "to", sought->to, &p->high))
        return false;
    // an open range is searched about the value that stands there
    if (value > 0.0 && !isfinite(p->high) && sought->to == NULL) {
        p->high = 1e6 * value;
        if (sought->from == NULL) p->low = fmax(p->low, 1e-6 * value);
    }
    if (!check_bounds(reader, sought, p, low, high)) return false;
    p->is_log =
        sought->scale == FIT_LOG || (sought->scale < 0 && p->low > 0.0 && p->high >= 10.0 * p->low);
    p->start = value >= p->low && value <= p->high ? value : NAN;
    return true;
}

// What the parameter is to the law, for those who need no scenario to change it.
static void find_law_param(const struct fit *fit, const dp_law *law, struct fit_parameter *p) {
    size_t length = fit->at != NULL ? strlen(fit->at) : 0;
    if (law == NULL || fit->at == NULL || strncmp(p->path, fit->at, length) != 0 ||
        p->path[length] != '.')
        return;
    p->law_param = dp_law_param_index(law, p->path + length + 1);
    if (p->law_param < 0) p->pair_entry = dp_pair_index(p->path + length + 1);
}

// --- the parameter that tunes a law --------------------------------------------------------------

// Mean of the measured restitutions; 0.7 when there is none.
static double mean_restitution(const struct fit *fit) {
    double sum = 0.0;
    long count = 0;
    for (int i = 0; i < fit->target_count; i++) {
        const struct fit_column *column = &fit->target[i].column;
        if (strcmp(column->path, "restitution") != 0 || column->value == NULL) continue;
        for (long row = 0; row < fit->rows; row++) {
            if (isnan(column->value[row])) continue;
            sum += column->value[row];
            count++;
        }
    }
    double mean = count > 0 ? sum / (double)count : 0.7;
    return fmin(fmax(mean, 0.01), 0.999);
}

// The value that delivers what was measured, and a wide range about it. Any value makes a contact
// to begin with: what is there of it does not count.
static bool tune(struct scenario *s, struct fit_case *c, char reason[REASON_MAX]) {
    struct fit_parameter *p = &c->parameter[0];
    dp_definition definition;
    dp_diagnostic diagnostic;
    dp_tuning tuning;
    dp_error err;
    double probe = isfinite(p->high) ? 0.5 * (fmax(p->low, 0.0) + p->high) : fmax(p->low, 1.0);
    // a row that the scenario refuses is found and said later
    struct scenario *variant = NULL;
    for (long row = 0; row < s->fit->rows && variant == NULL; row++)
        variant = fit_variant(s, c, row, &probe, &diagnostic);
    if (variant == NULL) {
        snprintf(reason, REASON_MAX, "%.500s", diagnostic.text);
        return false;
    }
    bool is_impact = scenario_define(variant, &definition) && definition.impact.mass > 0.0;
    dp_status status = DP_ERR_UNSUPPORTED;
    if (is_impact)
        status = dp_tune(&definition.contact->recipe, definition.impact.mass,
                         definition.impact.speed, mean_restitution(s->fit), &tuning, &err);
    scenario_free(variant);
    if (status != DP_OK) {
        snprintf(reason, REASON_MAX, "%.500s",
                 is_impact ? err.text : "free must say what is sought in a scenario of this kind");
        return false;
    }
    double value = tuning.value, low = p->low, high = p->high;
    p->low = fmax(low, 1e-6 * value);
    p->high = fmin(high, 1e6 * value);
    p->is_log = p->low > 0.0 && p->high >= 10.0 * p->low;
    p->start = value;
    return true;
}

// `free` left out.
static bool add_tuned(struct scenario *s, struct fit_case *c, char reason[REASON_MAX]) {
    char path[CONTACT_PATH_MAX];
    const char *key = c->law->tune;
    if (key == NULL) return true;  // it is compared as it stands
    snprintf(path, sizeof path, "%s.%s", s->fit->at, key);
    struct fit_parameter *p = &c->parameter[0];
    *p = (struct fit_parameter){.law_param = -1, .pair_entry = -1};
    p->path = tree_copy(&s->reader.tree, path, strlen(path));
    if (p->path == NULL) return false;
    c->parameter_count = 1;
    if (!put_law(s, c)) return false;
    struct key found = key_of(&s->reader, c->root, path);
    p->unit = key_unit(&found);
    key_range(&found, &p->low, &p->high);
    find_law_param(s->fit, c->law, p);
    return tune(s, c, reason);
}

// --- cases ---------------------------------------------------------------------------------------

// Entries of `free` that a law has, of keys that exclude each other the first.
static bool add_free(struct scenario *s, struct fit_case *c) {
    const struct fit *fit = s->fit;
    const struct fit_free *sought = fit->block.free.items;
    size_t length = fit->at != NULL ? strlen(fit->at) : 0;
    bool is_wanted[FIT_FREE_MAX] = {false};
    for (int i = 0; i < fit->block.free.count; i++) {
        const char *path = sought[i].path;
        bool is_in = fit->at != NULL && strncmp(path, fit->at, length) == 0 && path[length] == '.';
        is_wanted[i] = c->law == NULL || !is_in ||
                       (contact_law_takes(c->law, path + length + 1) &&
                        !is_free_in(c, fit->at, path + length + 1));
        // put_law must know it to drop what it excludes
        if (is_wanted[i]) c->parameter[c->parameter_count++].path = path;
    }
    if (c->law != NULL && !put_law(s, c)) return false;
    c->parameter_count = 0;
    for (int i = 0; i < fit->block.free.count; i++) {
        if (!is_wanted[i]) continue;
        struct fit_parameter *p = &c->parameter[c->parameter_count];
        if (!make_parameter(&s->reader, c->root, &sought[i], p)) return false;
        find_law_param(fit, c->law, p);
        c->parameter_count++;
    }
    return true;
}

// The contact of the first row with these values; false where a kind has none to show.
static bool contact_at(const struct scenario *s, const struct fit_case *c, const double *values,
                       dp_contact *contact) {
    dp_diagnostic diagnostic;
    dp_definition definition;
    struct scenario *variant = fit_variant(s, c, 0, values, &diagnostic);
    bool is_known =
        variant != NULL && scenario_define(variant, &definition) && definition.contact != NULL;
    if (is_known) *contact = *definition.contact;
    scenario_free(variant);
    return is_known;
}

// Does the law look at this entry of the pair at all?
static bool has_effect(const struct scenario *s, const struct fit_case *c, int parameter) {
    double values[FIT_FREE_MAX + 1];
    dp_contact one, other;
    for (int i = 0; i < c->parameter_count; i++) {
        const struct fit_parameter *p = &c->parameter[i];
        values[i] = isnan(p->start) ? fit_middle(p) : p->start;
    }
    if (!contact_at(s, c, values, &one)) return true;
    const struct fit_parameter *p = &c->parameter[parameter];
    values[parameter] =
        1.25 * values[parameter] <= p->high ? 1.25 * values[parameter] : 0.8 * values[parameter];
    if (!contact_at(s, c, values, &other)) return true;
    return one.kernel != other.kernel || one.limit != other.limit ||
           memcmp(one.k, other.k, sizeof one.k) != 0;
}

// Every contact takes entries of the pair; those that a law has no use for are not its own.
static void drop_idle(const struct scenario *s, struct fit_case *c) {
    for (int i = c->parameter_count - 1; i >= 0; i--) {
        if (c->parameter[i].pair_entry < 0 || has_effect(s, c, i)) continue;
        c->parameter_count--;
        for (int k = i; k < c->parameter_count; k++)
            c->parameter[k] = c->parameter[k + 1];
    }
}

static bool add_case(struct scenario *s, const dp_law *law) {
    struct fit *fit = s->fit;
    struct fit_case *c = &fit->cases[fit->case_count];
    char reason[REASON_MAX] = "";
    const char *mismatch = law != NULL ? contact_law_mismatch(s, fit->at, law) : NULL;
    if (mismatch != NULL) {
        fit_skip(s, law->name, mismatch);
        return true;
    }
    *c = (struct fit_case){.law = law, .root = s->reader.tree.root};
    int before = s->reader.count;
    bool is_good = fit->block.free.count > 0 ? add_free(s, c) : add_tuned(s, c, reason);
    if (c->root == s->reader.tree.root && law != NULL && is_good) is_good = put_law(s, c);
    if (is_good && law != NULL) drop_idle(s, c);
    if (s->reader.count > before) return false;
    if (is_good)
        fit->case_count++;
    else
        fit_skip(s, law->name, reason[0] != '\0' ? reason : "out of memory");
    return true;
}

static bool add_named(struct scenario *s, const struct node *names) {
    int before = s->reader.count;
    for (const struct node *node = names->first; node != NULL; node = node->next) {
        const dp_law *law;
        dp_error err;
        if (node->kind != NODE_SCALAR) {
            report_error(&s->reader, node, "a law is %s; it must be a name", node_kind_name(node));
        } else if (dp_law_lookup(node->text, &law, &err) != DP_OK) {
            report_error(&s->reader, node, "%s", err.text);
        } else {
            for (int i = 0; i < s->fit->case_count; i++) {
                if (s->fit->cases[i].law == law)
                    report_error(&s->reader, node, "the law %s is listed twice", law->name);
            }
            if (s->reader.count == before && !add_case(s, law)) return false;
        }
    }
    return s->reader.count == before;
}

// What is sought must be a key of some law.
static bool check_used(struct scenario *s) {
    const struct fit *fit = s->fit;
    const struct fit_free *sought = fit->block.free.items;
    int before = s->reader.count;
    for (int i = 0; i < fit->block.free.count; i++) {
        bool is_used = false;
        char word[SHOWN_MAX];
        for (int k = 0; k < fit->case_count; k++) {
            for (int j = 0; j < fit->cases[k].parameter_count; j++)
                is_used = is_used || strcmp(fit->cases[k].parameter[j].path, sought[i].path) == 0;
        }
        if (!is_used)
            report_error(&s->reader, place_of(sought[i].node, "path"),
                         "path is '%s', which none of the laws has, or all of them do without",
                         shown(sought[i].path, word));
    }
    return s->reader.count == before;
}

bool fit_make_cases(struct scenario *s) {
    struct reader *reader = &s->reader;
    struct fit *fit = s->fit;
    const struct node *laws = fit->block.laws;
    bool are_all = laws != NULL && laws->kind == NODE_SCALAR && strcmp(laws->text, "all") == 0;
    fit->cases = tree_alloc(&reader->tree, FIT_LAWS_MAX * sizeof *fit->cases);
    if (fit->cases == NULL) {
        report_no_memory(reader);
        return false;
    }
    if (laws == NULL) {
        struct contacts found;
        contacts_find(reader->tree.root, NULL, &found);
        // a single contact may be changed without reading the scenario again
        if (found.count == 1)
            fit->at = tree_copy(&reader->tree, found.path[0], strlen(found.path[0]));
        if (!add_case(s, NULL)) return false;
        const struct node *name =
            fit->at != NULL ? node_find(node_at_path(reader->tree.root, fit->at), "law") : NULL;
        const dp_law *law =
            name != NULL && name->kind == NODE_SCALAR ? dp_law_find(name->text) : NULL;
        for (int i = 0; i < fit->cases[0].parameter_count; i++)
            find_law_param(fit, law, &fit->cases[0].parameter[i]);
        return true;
    }
    if (!are_all && (laws->kind != NODE_LIST || laws->count == 0)) {
        report_error(reader, laws, "laws is %s; it must be a list of names, or all",
                     node_kind_name(laws));
        return false;
    }
    fit->at = contact_law_place(s, fit->block.at, fit->block.node);
    if (fit->at == NULL || !contact_law_check_keys(s, fit->at)) return false;
    if (!are_all && !add_named(s, laws)) return false;
    for (int i = 0; i < dp_law_count() && are_all; i++) {
        if (!add_case(s, dp_law_at(i))) return false;
    }
    return check_used(s);
}
