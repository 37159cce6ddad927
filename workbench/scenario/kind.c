// Kinds by name, and the keys that all of them share.

#include "scenario/kind.h"

#include <string.h>

#include "base/words.h"
#include "scenario/body.h"

const char scenario_owner[] = "a scenario";

const struct kind *kind_find(const struct kind *const *kinds, const char *name) {
    for (; *kinds != NULL; kinds++) {
        if (strcmp((*kinds)->name, name) == 0) return *kinds;
    }
    return NULL;
}

static bool knows(const struct kind *kind, const char *section, const char *key) {
    if (strcmp(section, scenario_owner) == 0) return field_find(kind->schema, key) != NULL;
    const struct field *map = field_find(kind->schema, section);
    return map != NULL && map->type == FIELD_MAP && field_find(map->fields, key) != NULL;
}

bool kind_users(const struct reader *reader, const char *section, const char *key, char *text,
                size_t size) {
    struct word_list users = {.count = 0};
    if (reader->kind == NULL) return false;
    for (const struct kind *const *kind = reader->kinds; *kind != NULL; kind++) {
        if (*kind != reader->kind && knows(*kind, section, key)) words_add(&users, (*kind)->name);
    }
    dp_append_words(text, size, users.item, "and");
    return users.count > 0;
}

static const struct field material_fields[] = {
    TEXT(material, name, REQUIRED, .doc = "what bodies call it"),
    QUANTITY(material, young, "Pa", POSITIVE, .doc = "Young's modulus"),
    QUANTITY(material, poisson, "1", BETWEEN(0.0, 0.5),
             .doc = "Poisson's ratio; goes with `young`"),
    QUANTITY(
        material, density, "kg/m^3", POSITIVE,
        .doc = "gives a body with a radius the mass of a sphere, and the material its wave speed"),
    QUANTITY(material, yield, "Pa", POSITIVE, .doc = "yield stress; the weaker material counts"),
    {0},
};

static const struct field material_item = {.key = "a material",
                                           .type = FIELD_MAP,
                                           .fields = material_fields,
                                           .rule =
                                               "{\"dependencies\": {\"young\": [\"poisson\"]}}"};

const struct field common_fields[] = {
    FIELD("dashpot", FIELD_INTEGER, common_block, version, REQUIRED, BETWEEN(1.0, 1.0),
          .doc = "version of this format"),
    TEXT(common_block, title, .doc = "said above every result; the name of the file when left out"),
    {.key = "kind",
     .type = FIELD_KIND,
     .is_required = true,
     .doc = "what is simulated, described by the section of that name"},
    LIST(common_block, materials, &material_item, struct material, 0, 100,
         .doc = "materials by name"),
    MAP(common_block, sweep, sweep_fields, .rule = sweep_rule,
        .doc = "runs the scenario once for each of many values, see [sweeps.md](sweeps.md)"),
    MAP(common_block, fit, fit_fields,
        .doc = "finds values with which the results meet measured ones, see [fit.md](fit.md)"),
    MAP(common_block, measured, measured_fields,
        .doc = "a measured series, drawn over the computed one and compared with it, see "
               "[measured.md](measured.md)"),
    {0},
};

const struct field output_fields[] = {
    QUANTITY(output_block, every, "s", POSITIVE,
             .doc = "time between rows of the series; a choice that fits when left out"),
    COLUMNS(output_block, series,
            .doc = "columns of the series, in this order; all of them when left out"),
    {0},
};
