// What is seen of a chain: sensors, loops, ends, the field.

#include "kinds/chain/chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "dashpot/chain_pulse.h"
#include "result/result.h"
#include "scenario/rows.h"

// Rows by default: of the series, and of a field; cells of a field along the chain.
enum { ROWS = 10000, ALL_ROWS = 4000000, LOOKS = 400, CELLS = 1000 };

// --- sensors and loops ---------------------------------------------------------------------------

static void check_numbers(struct reader *reader, const struct list *list, const char *what,
                          long first, long last) {
    const long *item = list->items;
    for (int i = 0; i < list->count; i++) {
        const struct node *at = node_at(list->node, i);
        if (item[i] < first || item[i] > last)
            report_error(reader, at, "there is no %s %ld; they go from %ld to %ld", what, item[i],
                         first, last);
        for (int k = 0; k < i; k++) {
            if (item[k] != item[i]) continue;
            report_error(reader, at, "%s %ld is named twice", what, item[i]);
            break;
        }
    }
}

static void check_sensors(struct reader *reader, struct chain_config *c) {
    enum { CHOSEN = 4 };
    const struct list *list = &c->chain.sensors;
    check_numbers(reader, list, "bead", c->has_striker ? 0 : 1, (long)c->beads);
    if (list->node != NULL) {
        c->sensors = list->items;
        c->sensor_count = (size_t)list->count;
        return;
    }
    size_t count = c->beads < CHOSEN ? c->beads : CHOSEN;
    c->sensors = tree_alloc(&reader->tree, (count + 1) * sizeof *c->sensors);
    if (c->sensors == NULL) report_no_memory(reader);
    for (size_t i = 0; i < count && c->sensors != NULL; i++)
        c->sensors[i] = (long)((i + 1) * (c->beads + 1) / (count + 1));
    c->sensor_count = count;
}

// --- where a pulse can be compared with theory ---------------------------------------------------

static bool is_uniform(const struct chain_config *c, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        bool is_same = c->mass[i] == c->mass[i + 1] && (c->gap == NULL || c->gap[i + 1] == 0.0) &&
                       (c->law == NULL || c->law[i + 1] == c->law[from + 1]);
        if (!is_same) return false;
    }
    return true;
}

static int by_bead(const void *a, const void *b) {
    long first = ((const long *)a)[0], second = ((const long *)b)[0];
    return (first > second) - (first < second);
}

// The longest uniform stretch between two sensors.
static void find_pulse(struct reader *reader, struct chain_config *c) {
    size_t count = c->sensor_count, from = 0, longest = 0;
    c->pulse.sensor[0] = c->pulse.sensor[1] = -1;
    long(*sorted)[2] = tree_alloc(&reader->tree, (count + 1) * sizeof *sorted);
    if (sorted == NULL) report_no_memory(reader);
    if (count < 2 || sorted == NULL) return;
    for (size_t i = 0; i < count; i++) {
        sorted[i][0] = c->sensors[i];
        sorted[i][1] = (long)i;
    }
    qsort(sorted, count, sizeof *sorted, by_bead);
    for (size_t i = 1; i < count; i++) {
        size_t left = chain_body_of(c, sorted[i - 1][0]), right = chain_body_of(c, sorted[i][0]);
        size_t first = chain_body_of(c, sorted[from][0]);
        bool is_same = is_uniform(c, left, right) && c->mass[first] == c->mass[left] &&
                       (c->law == NULL || c->law[first + 1] == c->law[right]);
        if (!is_same) from = i;
        if (!is_same || right - first <= longest) continue;
        longest = right - first;
        c->pulse = (struct chain_stretch){.from = first,
                                          .to = right,
                                          .body = {first, right},
                                          .sensor = {sorted[from][1], sorted[i][1]}};
    }
}

// Two sensors of the stretch, as far apart as there are; false: there are no two.
static bool find_sensors(const struct chain_config *c, struct chain_stretch *s) {
    s->sensor[0] = s->sensor[1] = -1;
    for (size_t i = 0; i < c->sensor_count; i++) {
        size_t body = chain_body_of(c, c->sensors[i]);
        if (body < s->from || body > s->to) continue;
        if (s->sensor[0] < 0 || body < s->body[0]) {
            s->body[0] = body;
            s->sensor[0] = (long)i;
        }
        if (s->sensor[1] < 0 || body > s->body[1]) {
            s->body[1] = body;
            s->sensor[1] = (long)i;
        }
    }
    return s->sensor[0] != s->sensor[1];
}

static void add_stretch(struct chain_config *c, size_t from, size_t to) {
    const size_t least = 7;  // contacts: a pulse is five beads long
    struct chain_stretch s = {.from = from, .to = to};
    if (!find_sensors(c, &s)) {
        if (to - from < least) return;
        s.body[0] = from + (to - from) / 4;
        s.body[1] = to - (to - from) / 4;
        s.sensor[0] = s.sensor[1] = -1;
    }
    if (c->stretch_count < CHAIN_STRETCHES_MAX) c->stretches[c->stretch_count++] = s;
    c->stretches_in_all++;
}

// All uniform stretches, left to right; an extra striker belongs to none.
static void find_stretches(struct chain_config *c) {
    size_t from = c->has_striker ? 1 : 0;
    // who wants no sensors wants nothing watched
    if (c->sensor_count == 0) return;
    for (size_t i = from; i < c->bodies; i++) {
        bool goes_on = i + 1 < c->bodies && is_uniform(c, i, i + 1) &&
                       (c->law == NULL || c->law[i + 1] == c->law[from + 1]);
        if (goes_on) continue;
        add_stretch(c, from, i);
        from = i + 1;
    }
}

// --- probes --------------------------------------------------------------------------------------

static void add(struct chain_probes *p, int is_contact, size_t index, size_t *owner) {
    *owner = p->count;
    p->def[p->count++] = (dp_chain_probe_def){is_contact, index};
}

// What is watched anyway is not watched twice: a probe takes memory, and adaptive steps land on its
// peaks.
static void collect_stretch(struct chain_config *c, struct chain_stretch *s) {
    struct chain_probes *p = &c->probes;
    const struct chain_stretch *pulse = &c->pulse;
    bool is_pulse = s != pulse && s->sensor[0] >= 0 && s->sensor[0] == pulse->sensor[0] &&
                    s->sensor[1] == pulse->sensor[1];
    for (int k = 0; k < 2; k++) {
        size_t contact = s->body[k] + (k == 0 ? 1 : 0);
        if (s->sensor[k] >= 0)
            s->probe[k] = p->sensor[s->sensor[k]];
        else
            add(p, 0, s->body[k], &s->probe[k]);
        if (is_pulse)
            s->contact[k] = pulse->contact[k];
        else
            add(p, 1, contact, &s->contact[k]);
    }
}

static void collect(struct chain_config *c) {
    struct chain_probes *p = &c->probes;
    const long *loop = c->chain.loops.items;
    for (size_t i = 0; i < c->sensor_count; i++)
        add(p, 0, chain_body_of(c, c->sensors[i]), &p->sensor[i]);
    for (int i = 0; i < c->chain.loops.count; i++)
        add(p, 1, (size_t)(loop[i] + (c->has_striker ? 1 : 0)), &p->loop[i]);
    for (int side = 0; side < 2; side++) {
        bool touches = chain_has_contact(c, side);
        size_t outermost = side == 0 ? 0 : touches ? c->bodies : c->bodies - 1;
        if (touches || c->end[side].type == DP_END_BAR) add(p, touches, outermost, &p->end[side]);
    }
    if (c->pulse.sensor[0] >= 0) collect_stretch(c, &c->pulse);
    for (size_t i = 0; i < c->stretch_count; i++)
        collect_stretch(c, &c->stretches[i]);
}

void chain_watch_all(struct reader *reader, struct chain_config *c) {
    long first, last;
    check_sensors(reader, c);
    chain_contact_range(c, &first, &last);
    check_numbers(reader, &c->chain.loops, "contact", first, last);
    if (reader->count > 0) return;
    find_pulse(reader, c);
    find_stretches(c);
    struct chain_probes *p = &c->probes;
    size_t loops = (size_t)c->chain.loops.count;
    size_t most = c->sensor_count + loops + 2 + 2 + 4 * c->stretch_count;
    p->sensor = tree_alloc(&reader->tree, (c->sensor_count + 1) * sizeof *p->sensor);
    p->loop = tree_alloc(&reader->tree, (loops + 1) * sizeof *p->loop);
    p->def = tree_alloc(&reader->tree, most * sizeof *p->def);
    if (p->sensor == NULL || p->loop == NULL || p->def == NULL)
        report_no_memory(reader);
    else
        collect(c);
}

// --- rows ----------------------------------------------------------------------------------------

static long steps_between(const struct chain_config *c, double every) {
    double steps = nearbyint(every / c->step);
    return steps < 1.0 ? 1 : steps > (double)c->steps ? c->steps : (long)steps;
}

static long at_most(long steps, long rows) {
    return (steps + rows - 1) / rows;
}

size_t chain_row_count(const struct chain_config *c) {
    return (size_t)(c->steps / c->record_every) + 1;
}

size_t chain_look_count(const struct chain_config *c) {
    return (size_t)(c->steps / c->look_every) + 1 + (c->steps % c->look_every != 0);
}

static void plan_probes(struct reader *reader, struct chain_config *c) {
    long share = c->probes.count > 0 ? ALL_ROWS / (long)c->probes.count : ROWS;
    long most = share < ROWS ? share : ROWS;
    c->record_every =
        isnan(c->output.every) ? at_most(c->steps, most) : steps_between(c, c->output.every);
    double rows = (double)chain_row_count(c);
    if (rows > ROWS_MAX)
        report_error(
            reader, place_of(c->output.node, "every"),
            "every is %g s, which makes %.4g rows; it must be so long that there are at most "
            "10 million",
            c->output.every, rows);
}

// A look at a long chain costs as much as many steps, and parts the tiles they are done in.
static void plan_looks(struct chain_config *c) {
    const size_t is_long = 20000;
    const long apart = 128;
    const struct chain_field *f = &c->chain.field;
    c->look_every = isnan(f->every) ? at_most(c->steps, LOOKS) : steps_between(c, f->every);
    if (isnan(f->every) && c->bodies > is_long && c->look_every < apart)
        c->look_every = apart < c->steps ? apart : c->steps;
}

static void plan_field(struct reader *reader, struct chain_config *c) {
    const struct chain_field *f = &c->chain.field;
    const long *range = f->beads.items;
    size_t from = 0, count = c->bodies;
    if (f->of == CHAIN_NOTHING) return;
    if (range != NULL) {
        long first = c->has_striker ? 0 : 1;
        if (range[0] < first || range[1] > (long)c->beads || range[0] > range[1]) {
            report_error(reader, f->beads.node,
                         "beads is [%ld, %ld]; it must be an ascending range within %ld..%zu",
                         range[0], range[1], first, c->beads);
            return;
        }
        from = chain_body_of(c, range[0]);
        count = chain_body_of(c, range[1]) - from + 1;
    }
    size_t stride = f->stride > 0 ? (size_t)f->stride : (count + CELLS - 1) / CELLS;
    c->field_from = from;
    c->field_stride = stride < count ? stride : count;
    c->field_columns = (count + c->field_stride - 1) / c->field_stride;
    double cells = (double)c->field_columns * (double)chain_look_count(c);
    if (cells > ROWS_MAX)
        report_error(
            reader, f->node,
            "field has %zu cells at %zu times, %.4g in all; there may be at most 10 million: "
            "make every longer or stride larger",
            c->field_columns, chain_look_count(c), cells);
}

// --- columns of the series -----------------------------------------------------------------------

// All columns there are, in an order of their own; returns how many. `key`: what the kind's table
// of columns calls it; "force_B" of sensor 7 is force_7.
static int list_columns(const struct column *known, const struct chain_config *c,
                        struct chain_column *to) {
    static const char *const of_sensor[] = {"force_B", "velocity_B"};
    static const struct {
        const char *key[2];
        size_t part;
    } of_end[] = {
        {{"left_force", "right_force"}, offsetof(dp_chain_bar_wave, force)},
        {{"left_incident", "right_incident"}, offsetof(dp_chain_bar_wave, incident)},
        {{"left_reflected", "right_transmitted"}, offsetof(dp_chain_bar_wave, outgoing)},
    };
    struct chain_column *next = to;
    *next++ = (struct chain_column){"time", columns_find(known, "time")->unit, FROM_CLOCK, 0, 0};
    for (size_t part = 0; part < 2; part++) {
        const char *key = of_sensor[part], *unit = columns_find(known, key)->unit;
        for (size_t i = 0; i < c->sensor_count; i++, next++) {
            *next = (struct chain_column){"", unit, FROM_SENSOR, c->probes.sensor[i], part};
            snprintf(next->name, sizeof next->name, "%.*s_%ld", (int)strcspn(key, "_"), key,
                     c->sensors[i]);
        }
    }
    for (size_t side = 0; side < 2; side++) {
        bool is_bar = c->end[side].type == DP_END_BAR;
        const bool is_there[] = {is_bar || chain_has_contact(c, (int)side),
                                 is_bar && c->end[side].signal.count > 0, is_bar};
        for (int i = 0; i < 3; i++) {
            const char *key = of_end[i].key[side], *unit = columns_find(known, key)->unit;
            if (!is_there[i]) continue;
            *next = (struct chain_column){"", unit, FROM_END, side, of_end[i].part};
            snprintf(next++->name, CHAIN_NAME_MAX, "%s", key);
        }
    }
    return (int)(next - to);
}

static void report_column(struct reader *reader, const struct node *at, const char *wanted,
                          const struct chain_column *all, int count) {
    enum { KNOWN = 40, HINT_MAX = 600 };
    const char *known[KNOWN + 1] = {NULL};
    char hint[HINT_MAX] = "", word[SHOWN_MAX];
    for (int i = 0; i < count && i < KNOWN; i++)
        known[i] = all[i].name;
    text_suggest_or_list(hint, sizeof hint, shown(wanted, word), known);
    report_error(reader, at, "series has '%s'; this chain has no such column%s", word, hint);
}

static int find_column(const struct chain_column *columns, int count, const char *name) {
    int i = 0;
    while (i < count && strcmp(columns[i].name, name) != 0)
        i++;
    return i;
}

static void plan_series(struct reader *reader, struct chain_config *c) {
    const struct list *list = &c->output.series;
    const char *const *wanted = list->items;
    size_t most = 1 + 2 * c->sensor_count + 6 + (size_t)list->count;
    struct chain_column *all = tree_alloc(&reader->tree, most * sizeof *all);
    if (all == NULL) {
        report_no_memory(reader);
        return;
    }
    int count = list_columns(reader->kind->columns, c, all);
    // those asked for stand behind them
    c->series = wanted == NULL ? all : all + count;
    c->series_count = wanted == NULL ? count : 0;
    for (int i = 0; i < list->count; i++) {
        const struct node *at = node_at(list->node, i);
        char word[SHOWN_MAX];
        int column = find_column(all, count, wanted[i]);
        if (column == count)
            report_column(reader, at, wanted[i], all, count);
        else if (find_column(c->series, c->series_count, wanted[i]) < c->series_count)
            report_error(reader, at, "series has '%s' twice", shown(wanted[i], word));
        else
            c->series[c->series_count++] = all[column];
    }
}

void chain_plan_rows(struct reader *reader, struct chain_config *c) {
    plan_probes(reader, c);
    plan_looks(c);
    plan_field(reader, c);
    if (reader->count == 0) plan_series(reader, c);
}

double chain_table_bytes(const struct chain_config *c) {
    // a table that grows by doubling may have twice the room it needs
    const double each = 2.0 * (double)sizeof(double);
    double columns = 1.0 + 2.0 * (double)c->sensor_count + 6.0, rows = (double)chain_row_count(c);
    double looks = (double)chain_look_count(c), cells = looks * (double)c->field_columns;
    double bodies = fmin((double)c->bodies, CHAIN_FINAL_MAX);
    return each * (rows * columns + 5.0 * rows * (double)c->chain.loops.count + 8.0 * looks +
                   3.0 * cells + 5.0 * bodies) +
           (double)sizeof(double) * (cells + 8.0 * looks);
}
