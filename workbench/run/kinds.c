// The kinds of problems, and what all of them share.

#include <string.h>

#include "base/words.h"
#include "scenario/body.h"
#include "scenario/kind.h"

extern const struct kind kind_impact, kind_bounce, kind_journal, kind_chain, kind_mechanism;

static const struct kind *const kinds[] = {
    &kind_impact, &kind_bounce, &kind_journal, &kind_chain, &kind_mechanism,
};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

const char scenario_owner[] = "a scenario";

const struct kind *kind_at(int index) {
    return index >= 0 && index < KIND_COUNT ? kinds[index] : NULL;
}

const struct kind *kind_find(const char *name) {
    for (int i = 0; i < KIND_COUNT; i++) {
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    }
    return NULL;
}

static bool knows(const struct kind *kind, const char *section, const char *key) {
    if (strcmp(section, scenario_owner) == 0) return field_find(kind->schema, key) != NULL;
    const struct field *map = field_find(kind->schema, section);
    return map != NULL && map->type == FIELD_MAP && field_find(map->fields, key) != NULL;
}

bool kind_users(const struct kind *kind, const char *section, const char *key, char *text,
                size_t size) {
    const char *names[KIND_COUNT + 1] = {NULL};
    int count = 0;
    if (kind == NULL) return false;
    for (int i = 0; i < KIND_COUNT; i++) {
        if (kinds[i] != kind && knows(kinds[i], section, key)) names[count++] = kinds[i]->name;
    }
    dp_append_words(text, size, names, "and");
    return count > 0;
}

static const struct field material_fields[] = {
    {.key = "name",
     .type = FIELD_TEXT,
     .is_required = true,
     .offset = offsetof(struct material, name),
     .doc = "what bodies call it"},
    {.key = "young",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct material, young),
     .unit = "Pa",
     .range = RANGE_POSITIVE,
     .doc = "Young's modulus"},
    {.key = "poisson",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct material, poisson),
     .unit = "1",
     .range = RANGE_BETWEEN,
     .low = 0.0,
     .high = 0.5,
     .doc = "Poisson's ratio; goes with `young`"},
    {.key = "density",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct material, density),
     .unit = "kg/m^3",
     .range = RANGE_POSITIVE,
     .doc = "gives a body with a radius the mass of a sphere"},
    {.key = "yield",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct material, yield),
     .unit = "Pa",
     .range = RANGE_POSITIVE,
     .doc = "yield stress; the weaker material counts"},
    {0},
};

static const struct field material_item = {
    .key = "a material", .type = FIELD_MAP, .fields = material_fields};

const struct field common_fields[] = {
    {.key = "dashpot",
     .type = FIELD_INTEGER,
     .is_required = true,
     .offset = offsetof(struct common_block, version),
     .range = RANGE_BETWEEN,
     .low = 1.0,
     .high = 1.0,
     .doc = "version of this format"},
    {.key = "title",
     .type = FIELD_TEXT,
     .offset = offsetof(struct common_block, title),
     .doc = "said above every result; the name of the file when left out"},
    {.key = "kind",
     .type = FIELD_KIND,
     .is_required = true,
     .doc = "what is simulated, described by the section of that name"},
    {.key = "materials",
     .type = FIELD_LIST,
     .offset = offsetof(struct common_block, materials),
     .item = &material_item,
     .item_size = sizeof(struct material),
     .most = 100,
     .doc = "materials by name"},
    {.key = "sweep",
     .type = FIELD_MAP,
     .offset = offsetof(struct common_block, sweep),
     .fields = sweep_fields,
     .doc = "runs the scenario once for each of many values, see [sweeps.md](sweeps.md)"},
    {0},
};

const struct field output_fields[] = {
    {.key = "every",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct output_block, every),
     .unit = "s",
     .range = RANGE_POSITIVE,
     .doc = "time between rows of the series; a choice that fits when left out"},
    {.key = "series",
     .type = FIELD_COLUMNS,
     .offset = offsetof(struct output_block, series),
     .doc = "columns of the series, in this order; all of them when left out"},
    {0},
};
