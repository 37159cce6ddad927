// Keys of an engine as text, and contacts out of scenarios.

#include "engines/request.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "dashpot/workbench.h"
#include "fit/plan.h"
#include "scenario/contact.h"
#include "study/contact_law.h"

// --- keys ----------------------------------------------------------------------------------------

// Entries of the pair that an export takes beside the engine's own keys.
static const struct {
    const char *name, *unit;
    size_t offset;
} entries[] = {
    {"modulus", "Pa", offsetof(dp_export_def, modulus)},
    {"radius", "m", offsetof(dp_export_def, radius)},
    {"mass", "kg", offsetof(dp_export_def, mass)},
    {"approach", "m/s", offsetof(dp_export_def, approach)},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static double *entry_of(dp_export_def *def, int i) {
    return (double *)(void *)((char *)def + entries[i].offset);
}

static dp_status unknown_key(const dp_engine *engine, const char *key, dp_error *err) {
    struct word_list known = {.count = 0};
    for (const dp_param *p = engine->keys; p->name != NULL; p++)
        words_add(&known, p->name);
    for (int i = 0; i < ENTRIES; i++)
        words_add(&known, entries[i].name);
    dp_fail(err, DP_ERR_UNKNOWN_NAME, "%s has no '%.60s'", engine->name, key);
    if (err != NULL) text_suggest_or_list(err->text, sizeof err->text, key, known.item);
    return dp_blame(err, DP_ERR_UNKNOWN_NAME, DP_SUBJECT_PARAMETER, -1, key);
}

dp_status dp_export_read(dp_export_def *def, const char *key, const char *text, dp_error *err) {
    double value;
    int index = dp_engine_key_index(def->engine, key);
    if (index >= 0 && def->engine->keys[index].choices != NULL)
        return dp_export_choose(def, key, text, err);
    if (index >= 0) {
        dp_status status = dp_quantity_read(key, text, def->engine->keys[index].unit, &value, err);
        return status == DP_OK ? dp_export_set(def, key, value, err) : status;
    }
    for (int i = 0; i < ENTRIES; i++) {
        if (strcmp(entries[i].name, key) != 0) continue;
        dp_status status = dp_quantity_read(key, text, entries[i].unit, &value, err);
        if (status == DP_OK) *entry_of(def, i) = value;
        return status;
    }
    return unknown_key(def->engine, key, err);
}

// --- a law with settings -------------------------------------------------------------------------

enum { KEY_MAX = 40, SETTINGS_MAX = 256 };

static double known(double value, double other) {
    return isnan(value) ? other : value;
}

// What was set of the pair in the definition wins.
static dp_status ask(dp_export_def *def, dp_contact_def *contact, double mass, double speed,
                     dp_error *err) {
    contact->pair.modulus = known(def->modulus, contact->pair.modulus);
    contact->pair.radius = known(def->radius, contact->pair.radius);
    return dp_export_ask(def, contact, known(def->mass, mass), known(def->approach, speed), err);
}

// The key of a setting that is the engine's; false: it is the contact's.
static bool is_of_engine(const dp_engine *engine, const dp_law *law, const char *setting,
                         char key[KEY_MAX + 1]) {
    static const char prefix[] = "export.";
    size_t skip = strncmp(setting, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    size_t length = strcspn(setting + skip, "=");
    snprintf(key, KEY_MAX + 1, "%.*s", (int)(length < KEY_MAX ? length : KEY_MAX), setting + skip);
    bool is_of_law = law != NULL && dp_law_param_index(law, key) >= 0;
    return skip > 0 || (dp_engine_key_index(engine, key) >= 0 && !is_of_law);
}

dp_status dp_export_request_read(dp_export_def *def, const char *law, const char *const *settings,
                                 int count, dp_error *err) {
    const char *own[SETTINGS_MAX];
    int own_count = 0;
    dp_contact_request request;
    const dp_law *found;
    dp_status status = dp_law_lookup(law, &found, err);
    if (status == DP_OK && count > SETTINGS_MAX)
        status = dp_fail(err, DP_ERR_RANGE, "more than %d settings", SETTINGS_MAX);
    for (int i = 0; i < count && status == DP_OK; i++) {
        char key[KEY_MAX + 1];
        size_t end = strcspn(settings[i], "=");
        if (is_of_engine(def->engine, found, settings[i], key))
            status = dp_export_read(def, key, settings[i] + end + (settings[i][end] == '='), err);
        else
            own[own_count++] = settings[i];
    }
    if (status == DP_OK) status = dp_contact_request_read(&request, law, own, own_count, err);
    if (status != DP_OK) return status;
    return ask(def, &request.def, request.def.pair.mass, request.def.approach, err);
}

// --- a contact of a scenario ---------------------------------------------------------------------

// A contact with what is known of its impact; NaN: not known.
struct taken {
    dp_contact_def contact;
    double mass, speed, poisson;
};

static int refuse(const struct scenario *s, dp_diagnostic *diagnostic, const char *text) {
    struct reader reader = reader_of(s, diagnostic);
    report_error(&reader, NULL, "%s", text);
    return diagnostic->status;
}

// Poisson's ratio of the bodies, the first one that is known.
static double poisson_of(const dp_body body[2]) {
    return isnan(body[0].poisson) ? body[1].poisson : body[0].poisson;
}

// The contact that the whole scenario is about; false: its kind has none, or several.
static bool take_whole(const struct scenario *s, struct taken *taken) {
    dp_definition definition = {0};
    const char *kind = s->reader.kind->name;
    if (!scenario_define(s, &definition) || definition.contact == NULL) return false;
    *taken = (struct taken){definition.contact->recipe, NAN, NAN, NAN};
    if (strcmp(kind, "impact") == 0) {
        taken->mass = definition.impact.mass;
        taken->speed = definition.impact.speed;
        taken->poisson = poisson_of(definition.body);
    } else if (strcmp(kind, "bounce") == 0) {
        const dp_bounce_def *b = &definition.bounce;
        taken->mass = b->mass;
        taken->speed = sqrt(b->speed * b->speed + 2.0 * b->gravity * b->height);
        taken->poisson = poisson_of(definition.body);
    }
    return true;
}

// The contact block at a path, as it stands there: law, parameters, entries of the pair.
static int take_block(const struct scenario *s, const char *at, struct taken *taken,
                      dp_diagnostic *diagnostic) {
    struct reader reader = reader_of(s, diagnostic);
    const struct node *node = node_at_path(reader.tree.root, at);
    char word[SHOWN_MAX], text[300];
    if (node == NULL || node->kind != NODE_MAP || node_find(node, "law") == NULL) {
        snprintf(text, sizeof text,
                 "at is '%s'; it must be the path of a contact, such as impact.contact",
                 shown(at, word));
        return refuse(s, diagnostic, text);
    }
    struct contact_block block = {0};
    contact_read(&reader, node, &block);
    if (reader.count > 0) return diagnostic->status;
    if (block.restitution_from >= 0)
        return refuse(s, diagnostic,
                      "restitution_from needs the bodies of the contact; export that of an impact");
    *taken = (struct taken){block.def, NAN, NAN, NAN};
    taken->contact.tension = (dp_tension)block.tension;
    return DP_RUN_DONE;
}

static int take(const struct scenario *s, const char *at, struct taken *taken,
                dp_diagnostic *diagnostic) {
    char usual[120], text[300];
    snprintf(usual, sizeof usual, "%s.contact", s->reader.kind->name);
    bool is_usual = at == NULL || strcmp(at, usual) == 0;
    if (is_usual && take_whole(s, taken)) return DP_RUN_DONE;
    if (at != NULL) return take_block(s, at, taken, diagnostic);
    snprintf(text, sizeof text,
             "a scenario of kind %s is not about one contact; --at must be the path of the one "
             "that is meant, and mass and approach are set as export.mass and export.approach",
             s->reader.kind->name);
    return refuse(s, diagnostic, text);
}

// --- the best contact of a fit -------------------------------------------------------------------

static const struct fit_case *case_of(const struct fit *fit, const char *law) {
    for (int i = 0; i < fit->case_count; i++) {
        const dp_law *own = fit->cases[i].law;
        if (own == NULL || (law != NULL && strcmp(own->name, law) == 0)) return &fit->cases[i];
    }
    return NULL;
}

// Run the fit; the scenario with its best values and the inputs of the first row.
static struct scenario *best_of(const struct scenario *s, dp_diagnostic *diagnostic) {
    struct outcome outcome;
    double theta[FIT_FREE_MAX + 1] = {0};
    struct scenario *best = NULL;
    if (scenario_run(s, ROWS_NONE, &outcome, diagnostic) != DP_RUN_DONE) return NULL;
    const json_t *first = json_array_get(json_object_get(outcome.summary, "fits"), 0);
    const json_t *values = json_object_get(first, "parameters");
    const struct fit_case *c = case_of(s->fit, json_string_value(json_object_get(first, "law")));
    for (size_t i = 0; i < json_array_size(values) && i <= FIT_FREE_MAX; i++)
        theta[i] = json_number_value(json_object_get(json_array_get(values, i), "value"));
    if (c != NULL)
        best = fit_variant(s, c, 0, theta, diagnostic);
    else
        refuse(s, diagnostic, "the fit has no best contact");
    outcome_free(&outcome);
    return best;
}

static int take_best(const struct scenario *s, const char *at, struct taken *taken,
                     dp_diagnostic *diagnostic) {
    struct scenario *best = best_of(s, diagnostic);
    if (best == NULL) return diagnostic->status;
    int status = take(best, at != NULL ? at : s->fit->at, taken, diagnostic);
    scenario_free(best);
    return status;
}

// --- all of it -----------------------------------------------------------------------------------

int export_take(const struct scenario *s, const char *at, dp_export_def *def,
                dp_diagnostic *diagnostic) {
    struct taken taken;
    dp_error err;
    if (s->sweep != NULL || s->compare != NULL)
        return refuse(s, diagnostic,
                      "a sweep or a comparison is many scenarios; export one of them");
    int status =
        s->fit != NULL ? take_best(s, at, &taken, diagnostic) : take(s, at, &taken, diagnostic);
    if (status != DP_RUN_DONE) return status;
    int poisson = dp_engine_key_index(def->engine, "poisson");
    if (poisson >= 0) def->value[poisson] = known(def->value[poisson], taken.poisson);
    if (ask(def, &taken.contact, taken.mass, taken.speed, &err) == DP_OK) return DP_RUN_DONE;
    struct reader reader = reader_of(s, diagnostic);
    report_library_at(&reader, NULL, &err);
    return diagnostic->status;
}
