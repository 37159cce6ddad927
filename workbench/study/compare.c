// The laws of a comparison: which they are, and the scenario with each of them.

#include "study/compare.h"

#include <stdio.h>
#include <string.h>

#include "scenario/limits.h"
#include "study/contact_law.h"
#include "study/variant.h"

bool compare_is(const struct scenario *s) {
    return s->compare != NULL;
}

struct scenario *compare_variant(const struct scenario *s, int law, dp_diagnostic *diagnostic) {
    struct scenario *variant = variant_make(s, s->compare->root[law], NULL, 0, NULL, diagnostic);
    // all that it says is read
    if (variant != NULL) variant->reader.is_variant = false;
    return variant;
}

static void skip(struct scenario *s, const dp_law *law, const char *reason) {
    struct compare *compare = s->compare;
    const char *line = tree_copy(&s->reader.tree, reason, strcspn(reason, "\n"));
    if (line == NULL)
        report_no_memory(&s->reader);
    else
        compare->skipped[compare->skipped_count++] = (struct compare_skipped){law->name, line};
}

// Can the scenario be read with this law? False when out of memory.
static bool add_law(struct scenario *s, const dp_law *law) {
    struct compare *compare = s->compare;
    const struct law_change change = {.law = law, .at = compare->at};
    const char *mismatch = contact_law_mismatch(s, compare->at, law);
    dp_diagnostic diagnostic;
    if (mismatch != NULL) {
        skip(s, law, mismatch);
        return s->reader.count == 0;
    }
    compare->root[compare->count] = contact_law_put(s, &change);
    if (compare->root[compare->count] == NULL) {
        report_no_memory(&s->reader);
        return false;
    }
    struct scenario *variant = compare_variant(s, compare->count, &diagnostic);
    if (variant != NULL) {
        s->reader.kind = variant->reader.kind;
        compare->law[compare->count++] = law;
    } else if (diagnostic.status == DP_RUN_SYSTEM) {
        *s->reader.diagnostic = diagnostic;
        s->reader.count++;
    } else {
        skip(s, law, diagnostic.text);
    }
    scenario_free(variant);
    return s->reader.count == 0;
}

static bool is_there(const struct compare *compare, const dp_law *law) {
    for (int i = 0; i < compare->count; i++) {
        if (compare->law[i] == law) return true;
    }
    for (int i = 0; i < compare->skipped_count; i++) {
        if (strcmp(compare->skipped[i].law, law->name) == 0) return true;
    }
    return false;
}

static void add_named(struct scenario *s, const dp_compare_def *def) {
    const dp_law *law;
    dp_error err;
    s->compare->choice = "named";
    // names are wrong before anything else is
    for (int i = 0; i < def->law_count; i++) {
        if (dp_law_lookup(def->laws[i] != NULL ? def->laws[i] : "", &law, &err) != DP_OK)
            report_error(&s->reader, NULL, "laws: %s", err.text);
    }
    for (int i = 0; i < def->law_count && s->reader.count == 0; i++) {
        dp_law_lookup(def->laws[i], &law, &err);
        if (is_there(s->compare, law))
            report_error(&s->reader, NULL, "laws: the law %s is listed twice", law->name);
        else
            add_law(s, law);
    }
}

// Has the law every parameter that stands in the contact?
static bool fits(const struct scenario *s, const dp_law *law) {
    const struct node *contact = node_at_path(s->reader.tree.root, s->compare->at);
    for (const struct node *key = contact->first; key != NULL; key = key->next) {
        if (strcmp(key->key, "law") != 0 && !contact_law_takes(law, key->key)) return false;
    }
    return true;
}

// The law of the scenario comes first. Others that need more than there is do not fit.
static void add_fitting(struct scenario *s) {
    const struct node *contact = node_at_path(s->reader.tree.root, s->compare->at);
    const struct node *name = node_find(contact, "law");
    const dp_law *own = name != NULL && name->kind == NODE_SCALAR ? dp_law_find(name->text) : NULL;
    s->compare->choice = "fitting";
    if (own != NULL && !add_law(s, own)) return;
    int told = s->compare->skipped_count;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        if (law != own && fits(s, law) && !add_law(s, law)) return;
    }
    if (s->compare->count > 0) s->compare->skipped_count = told;
}

static void add_all(struct scenario *s) {
    s->compare->choice = "all";
    for (int i = 0; i < dp_law_count() && s->reader.count == 0; i++)
        add_law(s, dp_law_at(i));
}

static void check_any(struct scenario *s) {
    const struct compare *compare = s->compare;
    if (compare->count > 0 || s->reader.count > 0) return;
    if (compare->skipped_count == 0)
        report_error(&s->reader, NULL,
                     "no law has all parameters of the contact; laws must name some");
    else
        report_error(&s->reader, NULL, "none of the laws (%d) can be run; the first, %s: %s",
                     compare->skipped_count, compare->skipped[0].law, compare->skipped[0].reason);
}

void compare_load(struct scenario *s, const dp_compare_def *def) {
    struct reader *reader = &s->reader;
    const struct node *root = reader->tree.root, *kind = node_find(root, "kind");
    static const char *const studies[] = {"sweep", "fit"};
    for (int i = 0; i < 2; i++) {
        const struct node *block = node_find(root, studies[i]);
        if (block == NULL) continue;
        report_error(reader, block,
                     "a scenario with a %s is many runs already; compare takes one without it",
                     studies[i]);
        return;
    }
    if (kind != NULL && kind->kind == NODE_SCALAR)
        reader->kind = kind_find(reader->kinds, kind->text);
    s->compare = tree_alloc(&reader->tree, sizeof *s->compare);
    if (s->compare == NULL) {
        report_no_memory(reader);
        return;
    }
    s->compare->at = contact_law_place(s, def->at, NULL);
    if (s->compare->at == NULL || !contact_law_check_keys(s, s->compare->at)) return;
    bool are_all = def->law_count == 1 && def->laws[0] != NULL && strcmp(def->laws[0], "all") == 0;
    if (are_all)
        add_all(s);
    else if (def->law_count > 0)
        add_named(s, def);
    else
        add_fitting(s);
    check_any(s);
}

void compare_need(const struct scenario *s, int rows, struct need *need) {
    const struct kind *kind = s->reader.kind;
    *need = (struct need){.limits = need->limits};
    for (int i = 0; i < s->compare->count && kind->need != NULL; i++) {
        dp_diagnostic diagnostic;
        struct need one = need_unknown(&s->reader);
        struct scenario *variant = compare_variant(s, i, &diagnostic);
        if (variant != NULL) kind->need(variant->config, rows, &one);
        scenario_free(variant);
        // what is not known of one is not known of all; NaN says so
        need->memory += one.memory;
        need->output += one.output;
        need->seconds += one.seconds;
    }
}
