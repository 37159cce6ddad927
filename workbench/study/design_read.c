// The design of a sweep, from its block: which keys go with it.

#include <string.h>

#include "study/plan.h"

static bool has(const struct sweep_block *block, const char *key) {
    return node_find(block->node, key) != NULL;
}

// A key that would have no effect.
static bool refuse_key(struct reader *reader, const struct sweep_block *block, const char *key,
                       const char *design, const char *why) {
    if (!has(block, key)) return true;
    report_error(reader, place_of(block->node, key), "%s has no effect in design %s: %s", key,
                 design, why);
    return false;
}

static bool check_keys(struct reader *reader, const struct sweep_block *block,
                       enum design_kind kind) {
    static const char sampled[] =
        "it is of the designs latin-hypercube, sobol, saltelli and morris";
    const char *name = sweep_designs[kind];
    bool is_sample = kind != DESIGN_GRID && kind != DESIGN_LIST;
    if (kind == DESIGN_GRID &&
        !refuse_key(reader, block, "count", name, "each range of a grid has its own count"))
        return false;
    if (!is_sample && !refuse_key(reader, block, "count", name, sampled)) return false;
    if (!is_sample && !refuse_key(reader, block, "seed", name, sampled)) return false;
    if (kind != DESIGN_MORRIS &&
        !refuse_key(reader, block, "levels", name, "it is of the design morris"))
        return false;
    if (kind != DESIGN_LIST &&
        !refuse_key(reader, block, "data", name, "its points are the design list, alone"))
        return false;
    if (is_sample && !has(block, "count")) {
        report_error(reader, block->node, "count is missing: design %s needs a number of %s", name,
                     kind == DESIGN_SALTELLI ? "base points"
                     : kind == DESIGN_MORRIS ? "trajectories"
                                             : "points");
        return false;
    }
    if (kind == DESIGN_LIST && block->data == NULL) {
        report_error(reader, block->node,
                     "data is missing: design list needs a CSV file, data: FILE.csv");
        return false;
    }
    return true;
}

static bool check_sizes(struct reader *reader, const struct sweep_block *block,
                        const struct design *design) {
    const char *name = sweep_designs[design->kind];
    long group = design_group(design);
    if (design->kind == DESIGN_GRID && design->axes > SWEEP_GRID_MAX) {
        report_error(reader, block->parameters.node,
                     "parameters has %d items; a grid has at most %d, the designs latin-hypercube, "
                     "sobol, saltelli and morris %d",
                     design->axes, SWEEP_GRID_MAX, SWEEP_AXES_MAX);
        return false;
    }
    if (design->kind == DESIGN_MORRIS && design->levels % 2 != 0) {
        report_error(reader, place_of(block->node, "levels"),
                     "levels is %ld; it must be even, so that a step leads from one half of them "
                     "to the other",
                     design->levels);
        return false;
    }
    if (design->count <= SWEEP_POINTS_MAX / group) return true;
    report_error(reader, place_of(block->node, "count"),
                 "count is %ld, so design %s takes %ld x %ld points; the most is %d", design->count,
                 name, design->count, group, SWEEP_POINTS_MAX);
    return false;
}

bool design_read(struct reader *reader, struct sweep *sweep) {
    const struct sweep_block *block = &sweep->block;
    bool is_list = block->data != NULL && !has(block, "design");
    struct design *design = &sweep->design;
    *design = (struct design){.kind = is_list ? DESIGN_LIST : (enum design_kind)block->design,
                              .axes = block->parameters.count,
                              .count = block->count,
                              .seed = (uint64_t)block->seed,
                              .levels = block->levels};
    return check_keys(reader, block, design->kind) && check_sizes(reader, block, design);
}
