// The bounds of a law, as data and in words.

#include "laws/bounds.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/json.h"
#include "dashpot/workbench.h"

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

json_t *law_bounds_json(const dp_law *law) {
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
