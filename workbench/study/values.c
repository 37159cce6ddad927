// Values of a point, from its number; and what the summary says of them.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/quantity.h"
#include "study/plan.h"

long sweep_index(const struct sweep *sweep, int axis, long point) {
    for (int i = sweep->axis_count - 1; i > axis; i--)
        point /= sweep->axis[i].count;
    return point % sweep->axis[axis].count;
}

// --- from a share to a value ---------------------------------------------------------------------

// from^(1-share) to^share by halving the range, digit by digit of the share. Square roots and
// products are rounded in one way only; pow is rounded as each C library likes.
static double log_between(double from, double to, double share) {
    for (int i = 0; i < SOBOL_BITS && share > 0.0; i++) {
        double middle = sqrt(from) * sqrt(to);
        share *= 2.0;
        if (share >= 1.0) {
            from = middle;
            share -= 1.0;
        } else {
            to = middle;
        }
    }
    return from;
}

static double between(const struct sweep_axis *axis, double from, double to, double share) {
    if (share >= 1.0) return to;
    if (axis->block->scale == SWEEP_LOG) return log_between(from, to, share);
    return from * (1.0 - share) + to * share;
}

// Every whole number has an equal part of the range, which is wider by one for that.
static double whole_between(const struct sweep_axis *axis, double share) {
    double low = fmin(axis->from, axis->to), high = fmax(axis->from, axis->to);
    if (axis->from > axis->to) share = 1.0 - share;
    double value = floor(between(axis, low, high + 1.0, share));
    return fmin(fmax(value, low), high);
}

static double sample_value(const struct sweep_axis *axis, double share) {
    double from = axis->from, to = axis->to;
    if (axis->is_whole) return whole_between(axis, share);
    if (share <= 0.0) return from;
    if (share >= 1.0) return to;
    double value = round_off(between(axis, from, to, share));
    // rounding must not lead out of the range
    return fmin(fmax(value, fmin(from, to)), fmax(from, to));
}

// Number of the value of a grid or a list that a point has.
static long number_of(const struct sweep *sweep, int axis, long point) {
    return sweep->design.kind == DESIGN_GRID ? sweep_index(sweep, axis, point) : point;
}

static bool is_sample(const struct sweep *sweep) {
    return sweep->design.kind != DESIGN_GRID && sweep->design.kind != DESIGN_LIST;
}

double sweep_value(const struct sweep *sweep, int axis, long point) {
    const struct sweep_axis *own = &sweep->axis[axis];
    if (is_sample(sweep)) return axis_si(own, sweep_written(sweep, axis, point));
    return own->value[number_of(sweep, axis, point)];
}

double sweep_written(const struct sweep *sweep, int axis, long point) {
    const struct sweep_axis *own = &sweep->axis[axis];
    if (is_sample(sweep)) return sample_value(own, design_share(&sweep->design, axis, point));
    const double *value = own->written != NULL ? own->written : own->value;
    return value[number_of(sweep, axis, point)];
}

const struct node *sweep_node(const struct sweep *sweep, int axis, long point,
                              struct sweep_scratch *scratch) {
    const struct sweep_axis *own = &sweep->axis[axis];
    if (sweep->design.kind == DESIGN_GRID) return own->node[sweep_index(sweep, axis, point)];
    const struct node *at =
        own->block->from != NULL ? own->block->from : place_of(own->block->node, "column");
    double value = sweep_value(sweep, axis, point);
    scratch->node = (struct node){.kind = NODE_SCALAR, .line = at->line, .set = at->set};
    scratch->node.text =
        own->word != NULL ? own->word[(int)value] : dp_number_text(value, scratch->text);
    return &scratch->node;
}

// --- what the summary says -----------------------------------------------------------------------

static json_t *value_json(const struct sweep_axis *axis, double value) {
    return axis->word != NULL ? json_text(axis->word[(int)value]) : json_finite(value);
}

json_t *sweep_point_json(const struct sweep *sweep, long point) {
    json_t *values = json_array();
    for (int i = 0; i < sweep->axis_count; i++)
        json_push(values, value_json(&sweep->axis[i], sweep_value(sweep, i, point)));
    return values;
}

// Values of a grid, or the ends of a sample.
static void put_values(const struct sweep *sweep, const struct sweep_axis *axis, bool is_si,
                       json_t *map) {
    const double *value = is_si || axis->written == NULL ? axis->value : axis->written;
    if (sweep->design.kind == DESIGN_GRID) {
        json_t *values = json_array();
        for (long i = 0; i < axis->count; i++)
            json_push(values, value_json(axis, value[i]));
        json_put(map, "values", values);
    } else if (axis->block->from != NULL) {
        json_put(map, "from", json_finite(is_si ? axis_si(axis, axis->from) : axis->from));
        json_put(map, "to", json_finite(is_si ? axis_si(axis, axis->to) : axis->to));
    }
}

static json_t *axis_json(const struct sweep *sweep, const struct sweep_axis *axis) {
    static const char *const scales[] = {"linear", "log"};
    json_t *map = json_object();
    bool is_list = axis->block->from == NULL;
    json_put(map, "path", json_text(axis->block->path));
    json_put(map, "column", json_text(axis->name));
    json_put(map, "unit", json_string(axis->si[0] != '\0' ? axis->si : "1"));
    json_put(map, "scale", json_string(is_list ? "list" : scales[axis->block->scale]));
    put_values(sweep, axis, true, map);
    if (strcmp(axis->unit, axis->si) == 0) return map;
    json_t *written = json_object();
    json_put(written, "unit", json_text(axis->unit));
    put_values(sweep, axis, false, written);
    json_put(map, "written", written);
    return map;
}

// A grid is told by the values of its parameters alone.
void sweep_describe(const struct sweep *sweep, json_t *object) {
    const struct design *design = &sweep->design;
    json_t *parameters = json_array();
    for (int i = 0; i < sweep->axis_count; i++)
        json_push(parameters, axis_json(sweep, &sweep->axis[i]));
    json_put(object, "parameters", parameters);
    if (design->kind == DESIGN_GRID) return;
    json_put(object, "design", json_string(sweep_designs[design->kind]));
    json_put(object, "count", json_integer(design->count));
    if (design->kind == DESIGN_LIST)
        json_put(object, "data", json_text(sweep->block.data));
    else
        json_put(object, "seed", json_integer((json_int_t)design->seed));
    if (design->kind == DESIGN_MORRIS) json_put(object, "levels", json_integer(design->levels));
}
