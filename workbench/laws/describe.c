// What the catalogue says about a law, as data.

#include "laws/describe.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/words.h"
#include "dashpot/workbench.h"

// --- bounds --------------------------------------------------------------------------------------

// The numbers of a law, with the key of each and the words for it.
static const struct {
    const char *key, *before, *after;
    size_t offset;
} numbers[] = {
    {"indentation_over_radius", "indentation up to", "of the radius of the smaller body",
     offsetof(dp_bounds, indentation)},
    {"speed_over_wave_speed", "closing speed up to", "of the wave speed of the softer body",
     offsetof(dp_bounds, speed)},
    {"contact_over_radius", "conformal: contact up to", "of the radius of the inner body",
     offsetof(dp_bounds, conformity)},
    {"indentation_over_clearance", "indentation up to", "of the clearance",
     offsetof(dp_bounds, overlap)},
    {"clearance_over_radius", "clearance up to", "of the radius of the bearing",
     offsetof(dp_bounds, clearance)},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

static double number_of(const dp_bounds *bounds, int index) {
    return *(const double *)((const char *)bounds + numbers[index].offset);
}

enum { RANGES_MAX = 4 };

static int list_ranges(const dp_contact_def *def, dp_restitution_range out[RANGES_MAX]) {
    const dp_contact_def unfixed = dp_contact_unfixed(def);
    return dp_delivered_ranges(&unfixed, def->pair.mass, def->approach, DP_RESTITUTION_WITHIN, out,
                               RANGES_MAX);
}

// A case of which the ranges of a law hold for every other; false: the law takes no restitution,
// or what it delivers depends on the case.
static bool ranges_hold(const dp_law *law, dp_contact_def *def) {
    dp_error err;
    return dp_law_param_index(law, "restitution") >= 0 && law->delivery == DP_DELIVERS_ALWAYS &&
           dp_sample_contact(law, def, &err) == DP_OK;
}

__attribute__((format(printf, 2, 3))) static void say(dp_law_bounds_text *b, const char *format,
                                                      ...) {
    if (b->count == DP_BOUND_WORDS_MAX) return;
    va_list args;
    va_start(args, format);
    vsnprintf(b->text[b->count], DP_BOUND_TEXT_MAX, format, args);
    va_end(args);
    b->item[b->count] = b->text[b->count];
    b->item[++b->count] = NULL;
}

static void say_ranges(const dp_law *law, dp_law_bounds_text *bounds) {
    dp_contact_def def;
    dp_restitution_range range[RANGES_MAX];
    if (!ranges_hold(law, &def)) return;
    int count = list_ranges(&def, range);
    double percent = 100.0 * DP_RESTITUTION_WITHIN;
    if (count == 0) say(bounds, "no restitution is delivered within %g %%", percent);
    for (int i = 0; i < count; i++)
        say(bounds, "restitution %.3g to %.3g: delivered within %g %%", range[i].low, range[i].high,
            percent);
}

void dp_law_bounds_words(const dp_law *law, dp_law_bounds_text *bounds) {
    static const char *const shapes[] = {NULL, "balls", "a journal in a bearing",
                                         "balls, and a journal in a bearing"};
    static const char *const yields[] = {
        [DP_YIELD_NONE] = NULL,
        [DP_YIELD_BALL] = "elastic: up to the indentation at which ma-liu yields",
        [DP_YIELD_BED] = "elastic: up to the indentation at which peng yields",
    };
    const dp_bounds *b = &law->bounds;
    *bounds = (dp_law_bounds_text){.count = 0};
    if (b->fits != 0) say(bounds, "made for %s", shapes[b->fits & 3]);
    for (int i = 0; i < NUMBERS; i++) {
        double most = number_of(b, i);
        if (most > 0.0) say(bounds, "%s %g %s", numbers[i].before, most, numbers[i].after);
    }
    if (yields[b->yielding] != NULL) say(bounds, "%s", yields[b->yielding]);
    say_ranges(law, bounds);
}

static json_t *fits_json(unsigned fits) {
    json_t *list = json_array();
    if (fits & DP_FITS_BALLS) json_push(list, json_string("balls"));
    if (fits & DP_FITS_JOURNALS) json_push(list, json_string("journals"));
    return list;
}

json_t *delivered_ranges_json(const dp_contact_def *def) {
    dp_restitution_range range[RANGES_MAX];
    int count = list_ranges(def, range);
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_push(list, json_pack("{s:f, s:f}", "low", range[i].low, "high", range[i].high));
    return list;
}

static json_t *bounds_json(const dp_law *law) {
    static const char *const yields[] = {
        [DP_YIELD_NONE] = NULL, [DP_YIELD_BALL] = "ma-liu", [DP_YIELD_BED] = "peng"};
    const dp_bounds *b = &law->bounds;
    dp_law_bounds_text text;
    dp_contact_def def;
    json_t *object = json_object();
    dp_law_bounds_words(law, &text);
    json_put(object, "fits", fits_json(b->fits));
    for (int i = 0; i < NUMBERS; i++)
        json_put(object, numbers[i].key,
                 number_of(b, i) > 0.0 ? json_finite(number_of(b, i)) : json_null());
    json_put(object, "elastic", json_boolean(b->yielding != DP_YIELD_NONE));
    json_put(object, "yields_as", json_text(yields[b->yielding]));
    json_put(object, "restitution",
             ranges_hold(law, &def) ? delivered_ranges_json(&def) : json_null());
    json_put(object, "restitution_within", json_finite(DP_RESTITUTION_WITHIN));
    json_put(object, "sentences", json_texts(text.item));
    return object;
}

// --- laws ----------------------------------------------------------------------------------------

const dp_kernel *dp_law_kernel(const dp_law *law) {
    dp_contact_def def;
    dp_contact contact;
    dp_error err;
    if (dp_sample_contact(law, &def, &err) != DP_OK) return NULL;
    return dp_contact_init(&contact, &def, &err) == DP_OK ? contact.kernel : NULL;
}

static json_t *default_json(const dp_param *param) {
    if (isnan(param->initial)) return json_null();
    if (param->choices != NULL) return json_string(param->choices[(int)param->initial]);
    return json_finite(param->initial);
}

json_t *params_json(const dp_param *params) {
    json_t *array = json_array();
    for (const dp_param *p = params; p->name != NULL; p++) {
        bool is_word = p->choices != NULL;
        json_t *entry = json_object();
        json_put(entry, "name", json_string(p->name));
        json_put(entry, "unit", json_string(p->unit));
        json_put(entry, "default", default_json(p));
        json_put(entry, "low", json_finite(is_word ? NAN : p->low));
        json_put(entry, "high", json_finite(is_word ? NAN : p->high));
        json_put(entry, "required", json_boolean(p->required));
        json_put(entry, "choices", is_word ? json_texts(p->choices) : json_null());
        json_put(entry, "doc", json_string(p->doc));
        json_push(array, entry);
    }
    return array;
}

static json_t *memory_entry(const dp_history_field *field) {
    return json_pack("{s:s, s:s, s:s}", "name", field->name, "unit", field->unit, "doc",
                     field->doc);
}

static json_t *memory_json(const dp_kernel *kernel) {
    if (kernel == NULL) return json_null();
    json_t *array = json_array();
    for (int i = 0; i < kernel->history_count; i++)
        json_push(array, memory_entry(&kernel->history[i]));
    return array;
}

json_t *law_json(const dp_law *law) {
    const dp_kernel *kernel = dp_law_kernel(law);
    const char *needs[DP_NEEDS_MAX];
    dp_law_needs_words(law, needs);

    json_t *object = json_object();
    json_put(object, "name", json_string(law->name));
    json_put(object, "aliases", json_texts(law->aliases));
    json_put(object, "family", json_text(law->family));
    json_put(object, "summary", json_text(law->summary));
    json_put(object, "formula", json_text(law->formula));
    json_put(object, "source", json_text(law->source));
    json_put(object, "equation", json_text(law->equation));
    json_put(object, "validity", json_text(law->validity));
    json_put(object, "bounds", bounds_json(law));
    json_put(object, "confidence", json_text(law->confidence));
    json_put(object, "errata", json_texts(law->errata));
    json_put(object, "parameters", params_json(law->params));
    json_put(object, "needs", json_texts(needs));
    json_put(object, "needs_more", json_text(law->needs_more));
    json_put(object, "linear_spring", json_boolean((law->needs & DP_NEEDS_LINEAR) != 0));
    json_put(object, "memory", memory_json(kernel));
    json_put(object, "vectorised",
             kernel == NULL ? json_null() : json_boolean(kernel->vectorised != 0));
    json_put(object, "pulls", kernel == NULL ? json_null() : json_boolean(kernel->pulls != 0));
    json_put(object, "tune", json_text(law->tune));
    json_put(object, "delivery",
             json_string(law->delivery == DP_DELIVERS_ALWAYS ? "always" : "by-case"));
    return object;
}

// A law with compliance after a way that bends the surfaces as far as they go.
static double slid_far(const dp_friction *friction, double speed) {
    const double history[DP_GRIP_HISTORY_MAX] = {0.0};
    const dp_grip_state state = {
        .normal = 1.0, .stiffness = 1e6, .slide = speed > 0.0 ? 1.0 : 0.0, .speed = speed};
    return dp_grip_respond(friction, history, &state).force;
}

// Friction of steady sliding over the normal force at some speeds, with usual coefficients; a
// parameter that is not among them keeps its default.
static json_t *steady_json(const dp_friction_law *law) {
    static const struct {
        const char *name;
        double value;
    } usual[] = {{"mu", 0.1}, {"mu_s", 0.15}, {"mu_d", 0.1}, {"sigma_0", 1e5}};
    static const double speeds[] = {0.0, 1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 0.1};
    dp_friction_def def = dp_friction_defaults(law);
    dp_friction friction;
    dp_error err;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        int index = dp_friction_param_index(law, usual[i].name);
        if (index >= 0) def.value[index] = usual[i].value;
    }
    if (dp_friction_init(&friction, &def, &err) != DP_OK) return json_null();

    json_t *array = json_array();
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        double z = dp_friction_steady_z(&friction, speeds[i]);
        double force = dp_friction_respond(&friction, 1.0, speeds[i], z).force;
        if (law->grip != NULL) force = slid_far(&friction, speeds[i]);
        json_push(array, json_pack("{s:f, s:o}", "speed", speeds[i], "coefficient",
                                   json_finite(force == 0.0 ? 0.0 : -force)));
    }
    return array;
}

json_t *friction_json(const dp_friction_law *law) {
    static const dp_history_field bristle = {"z", "m", "bristle deflection"};
    json_t *memory = json_array();
    if (law->has_history) json_push(memory, memory_entry(&bristle));
    if (law->grip != NULL) json_push(memory, memory_entry(&law->grip->memory));

    json_t *object = json_object();
    json_put(object, "name", json_string(law->name));
    json_put(object, "aliases", json_texts(law->aliases));
    json_put(object, "family", json_string("friction"));
    json_put(object, "summary", json_text(law->summary));
    json_put(object, "formula", json_text(law->formula));
    json_put(object, "source", json_text(law->source));
    json_put(object, "equation", json_text(law->equation));
    json_put(object, "validity", json_text(law->validity));
    json_put(object, "confidence", json_text(law->confidence));
    json_put(object, "errata", json_texts(law->errata));
    json_put(object, "parameters", params_json(law->params));
    json_put(object, "memory", memory);
    json_put(object, "steady_sliding", steady_json(law));
    return object;
}
