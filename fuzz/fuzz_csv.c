// Any bytes as a table: beads of a chain, motion of its end, bearings of a design chart and their
// classes of clearance. The first byte says which.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenario/scenario.h"
#include "scratch.h"
#include "study/bearings.h"

static const char beads[] = "dashpot: 1\n"
                            "title: Beads from a table\n"
                            "kind: chain\n"
                            "materials:\n"
                            "  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}\n"
                            "chain:\n"
                            "  beads: [{csv: table.csv, material: steel}]\n"
                            "  striker: {velocity: 1 m/s}\n"
                            "  contact: {law: hertz}\n"
                            "run: {until: 1 us}\n";
static const char motion[] = "dashpot: 1\n"
                             "title: An end that moves by a table\n"
                             "kind: chain\n"
                             "materials:\n"
                             "  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}\n"
                             "chain:\n"
                             "  beads: [{count: 3, radius: 5 mm, material: steel}]\n"
                             "  left: {type: driven, velocity: table.csv, material: steel}\n"
                             "  contact: {law: hertz}\n"
                             "run: {until: 1 us}\n";

static void try_scenario(const char *text) {
    static dp_diagnostic diagnostic;
    const char *path = scratch_file("table.yaml", (const uint8_t *)text, strlen(text));
    struct scenario *scenario = scenario_load(&(dp_scenario_def){.file = path}, NULL, &diagnostic);
    if (scenario == NULL) must(diagnostic.text[0] != '\0', "a refusal says why");
    scenario_free(scenario);
}

static const char table_of_bearings[] = "name,bearing_radius,classes,length,modulus,yield\n"
                                        "bush,0.0125,C2 CN,0.02,7.1e10,1.5e8\n";
static const char table_of_classes[] = "class,bore_from,bore_to,play_min,play_max\n"
                                       "C2,0,1,0,2e-5\nCN,0,1,1e-5,4e-5\n";

static void try_bearings(const char *path, const char *classes) {
    static dp_diagnostic diagnostic;
    double given[BEARING_COLUMNS];
    for (int i = 0; i < BEARING_COLUMNS; i++)
        given[i] = NAN;
    struct reader reader = {.file = path, .diagnostic = &diagnostic};
    diagnostic.text[0] = '\0';
    struct bearings bearings;
    bool is_good = bearings_read(&reader, given, classes, &bearings);
    must(is_good || diagnostic.text[0] != '\0', "a refusal says why");
    for (long i = 0; is_good && i < bearings.count; i++) {
        for (int j = 0; j < BEARING_COLUMNS; j++)
            must(isfinite(bearings.item[i].value[j]), "numbers of a bearing are finite");
        must(bearings.item[i].name != NULL, "a bearing has a name");
    }
    tree_free(&reader.tree);
}

static const char *write_text(const char *name, const char *text) {
    return scratch_file(name, (const uint8_t *)text, strlen(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    char path[160];  // the next file has its name in the same place
    snprintf(path, sizeof path, "%s", scratch_file("table.csv", data + 1, size - 1));
    switch (data[0] % 3) {
    case 0:
        try_scenario(beads);
        break;
    case 1:
        try_scenario(motion);
        break;
    default:
        if (data[0] < 64)
            try_bearings(path, NULL);
        else if (data[0] < 128)
            try_bearings(path, write_text("classes.csv", table_of_classes));
        else
            try_bearings(write_text("bearings.csv", table_of_bearings), path);
        break;
    }
    return 0;
}
