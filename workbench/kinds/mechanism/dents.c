// Dents that the journals of a mechanism leave in their bearings: results, table and notes.

#include <math.h>

#include "base/json.h"
#include "base/measure.h"
#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

#define PI 3.14159265358979323846
#define DEGREES (180.0 / PI)
enum { NOTED_MAX = 3 };

// --- results -------------------------------------------------------------------------------------

static const struct column columns[] = {
    COLUMN_OF("joint", COLUMN_SWITCH, dp_mechanism_dent, pair, "1", "by name"),
    COLUMN(dp_mechanism_dent, angle, "rad", "in the frame of the bearing"),
    COLUMN(dp_mechanism_dent, depth, "m", "residual indentation"),
    {0},
};

void mechanism_put_dents(const struct campaign *k, int pair, json_t *object) {
    const dp_mechanism_contact_stats *result = &k->main.pairs[pair];
    if (dp_mechanism_pair_histories(k->config->model, pair) == 0) return;
    put_measure(object, "max_dent", result->max_dent, "m");
    if (!mechanism_is_bearing(k->config, pair)) return;
    json_t *array = json_array();
    const dp_mechanism_dent *dents = k->dents.item;
    for (size_t i = 0; i < k->dents.count; i++) {
        if (dents[i].pair == pair) push_measures(array, results_json(columns + 1, &dents[i]));
    }
    json_put(object, "dents", array);
    put_measure(object, "clearance_after",
                dp_mechanism_pair_gap(k->config->model, pair) + result->max_dent, "m");
    json_put(object, "slid_over_sectors", json_integer(result->slid_over_sectors));
}

bool mechanism_fill_dents(const struct campaign *k, struct outcome *out) {
    const dp_mechanism_dent *dents = k->dents.item;
    if (k->dents.count == 0) return true;
    struct table *table = add_table_of(out, "dents", columns);
    if (table == NULL || !mechanism_name_pairs(k, table)) return false;
    for (size_t i = 0; i < k->dents.count; i++) {
        if (!table_add_sample(table, columns, &dents[i])) return false;
    }
    return true;
}

// --- notes ---------------------------------------------------------------------------------------

// The deepest dent of a pair, and how many it has; NULL: none.
static const dp_mechanism_dent *deepest_dent(const struct campaign *k, int pair, int *count) {
    const dp_mechanism_dent *most = NULL, *dents = k->dents.item;
    *count = 0;
    for (size_t i = 0; i < k->dents.count; i++) {
        if (dents[i].pair != pair) continue;
        (*count)++;
        if (most == NULL || dents[i].depth > most->depth) most = &dents[i];
    }
    return most;
}

static void note_growth(const struct campaign *k, int pair, const dp_mechanism_dent *most,
                        int count, struct outcome *out) {
    double gap = dp_mechanism_pair_gap(k->config->model, pair);
    add_note(out,
             "The bearing of %s has %d dent%s. The deepest, %.3g \xc2\xb5m at %.4g deg, widens the "
             "clearance of %.4g mm by %.2g %%.",
             dp_mechanism_pair_name(k->config->model, pair), count, count == 1 ? "" : "s",
             1e6 * most->depth, DEGREES * most->angle, 1e3 * gap, 100.0 * most->depth / gap);
}

static void note_slides(const struct campaign *k, int pair, struct outcome *out) {
    const dp_mechanism_contact_stats *result = &k->main.pairs[pair];
    int sectors = dp_mechanism_pair_histories(k->config->model, pair);
    if (result->slid_over_sectors == 0) return;
    add_note(
        out,
        "%ld of %ld touches of %s slid out of the sector in which they began (one of %d, %.3g deg "
        "wide). Such a touch has its dent where it began.",
        result->slid_over_sectors, result->impacts_in_all,
        dp_mechanism_pair_name(k->config->model, pair), sectors, 360.0 / sectors);
}

// A contact wider than its sector presses material that neighbouring sectors take for new.
static void note_width(const struct campaign *k, int pair, const dp_pair *surfaces,
                       struct outcome *out) {
    double width = 2.0 * sqrt(surfaces->radius * k->main.pairs[pair].max_indentation);
    double round = 2.0 * PI * surfaces->bearing_radius;
    int sectors = dp_mechanism_pair_histories(k->config->model, pair);
    if (!(width * sectors > 2.0 * round)) return;
    add_note(out,
             "The largest contact in %s is about %.3g mm wide, %.3g times a sector. Its neighbours "
             "count as new material, so the plastic work depends on `sectors`; %d would be as wide "
             "as this "
             "contact.",
             dp_mechanism_pair_name(k->config->model, pair), 1e3 * width, width * sectors / round,
             (int)fmax(1.0, round / width));
}

void mechanism_note_dents(const struct campaign *k, struct outcome *out) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model);
    for (int i = 0, noted = 0; i < pairs && noted < NOTED_MAX; i++) {
        int count;
        if (!mechanism_is_bearing(c, i)) continue;
        const dp_mechanism_dent *most = deepest_dent(k, i, &count);
        // without dents it does not matter where touches began
        if (most == NULL) continue;
        note_growth(k, i, most, count, out);
        note_slides(k, i, out);
        note_width(k, i, &c->touches[mechanism_owner(c, i).contact].def.pair, out);
        noted++;
    }
}
