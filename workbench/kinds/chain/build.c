// From a chain block to something the library can build: ends, start, step, memory.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/chain/chain.h"
#include "result/result.h"
#include "scenario/limits.h"
#include "scenario/rows.h"
#include "scenario/signal.h"
#include "scenario/validity.h"

// The least a body takes: places, velocities, masses and what is looked at, in the library and
// here.
enum { BODY_BYTES = 64 };

static double *new_doubles(struct reader *reader, size_t count) {
    double *array = tree_alloc(&reader->tree, count * sizeof *array);
    if (array == NULL) report_no_memory(reader);
    return array;
}

// --- speeds --------------------------------------------------------------------------------------

// With anything faster, forces and energies soon leave the range of a double.
static void check_speed(struct reader *reader, const struct node *at, double velocity,
                        const char *whose) {
    const double fastest = 1e9;
    if (fabs(velocity) <= fastest) return;
    report_error(reader, at, "%s%s is %g m/s; it must lie in -1e9..1e9 m/s",
                 at->key != NULL && strcmp(at->key, "incident") == 0 ? "incident" : "velocity",
                 whose, velocity);
}

// A velocity history: a number, a list of [time, velocity], or a CSV file.
static void read_history(struct reader *reader, const struct node *node, dp_chain_signal *history) {
    static const struct signal_form form = {.name = "velocity", .unit = "m/s", .least = 1};
    const struct field number = {.key = node->key, .type = FIELD_QUANTITY, .unit = "m/s"};
    struct signal signal = {.count = 1};
    const char *ending = node->kind == NODE_SCALAR ? strrchr(node->text, '.') : NULL;
    if (node->kind == NODE_LIST) {
        signal_read_list(reader, node, &form, &signal);
    } else if (ending != NULL && strcmp(ending, ".csv") == 0) {
        signal_read_csv(reader, node, node->text, &form, &signal);
    } else if (node->kind != NODE_SCALAR) {
        report_error(reader, node,
                     "%s is %s; it must be a number, a list of [time, velocity], or the "
                     "name of a .csv file",
                     node->key, node_kind_name(node));
    } else {
        signal.time = new_doubles(reader, 1);
        signal.value = new_doubles(reader, 1);
        if (reader->count == 0) quantity_read(reader, &number, node, signal.value);
    }
    *history = (dp_chain_signal){(size_t)signal.count, signal.time, signal.value};
    char whose[64] = "";
    for (int i = 0; i < signal.count && reader->count == 0; i++) {
        if (signal.count > 1) snprintf(whose, sizeof whose, " of point %d", i + 1);
        check_speed(reader, node, signal.value[i], whose);
    }
}

static void check_speeds(struct reader *reader, const struct chain_config *c) {
    const struct chain_striker *striker = &c->chain.striker;
    const struct chain_segment *s = c->chain.beads.items;
    if (striker->node != NULL)
        check_speed(reader, place_of(striker->node, "velocity"), striker->body.velocity, "");
    for (int i = 0; i < c->chain.beads.count; i++) {
        for (size_t k = 0; k < s[i].cell_count && reader->count == 0; k++) {
            const struct body_block *cell = &s[i].cell[k];
            char whose[64] = "";
            if (s[i].csv != NULL) snprintf(whose, sizeof whose, " of bead %zu of the table", k + 1);
            check_speed(reader, place_of(cell->node, "velocity"), cell->velocity, whose);
        }
    }
}

// --- ends ----------------------------------------------------------------------------------------

// Keys that only some types of end know, or one with a contact.
static void check_keys(struct reader *reader, const struct chain_end_block *end) {
    enum { SOLID = 1u << DP_END_WALL | 1u << DP_END_DRIVEN | 1u << DP_END_BAR };
    static const struct {
        const char *key;
        unsigned types;  // bits
        const char *owners;
        bool is_of_contact;
    } keys[] = {
        {"material", SOLID, "wall, driven and bar", true},
        {"rigid", SOLID, "wall, driven and bar", true},
        {"contact", SOLID, "wall, driven and bar", true},
        {"gap", SOLID, "wall, driven and bar", true},
        {"velocity", 1u << DP_END_DRIVEN, "driven", false},
        {"glued", 1u << DP_END_DRIVEN | 1u << DP_END_BAR, "driven and bar", false},
        {"impedance", 1u << DP_END_BAR, "bar", false},
        {"incident", 1u << DP_END_BAR, "bar", false},
    };
    static const char *const types[] = {"free", "wall", "driven", "bar"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct node *node = node_find(end->node, keys[i].key);
        if (node == NULL) continue;
        if ((keys[i].types >> end->type & 1u) == 0)
            report_error(reader, node, "%s has no effect: the end is of type %s; it is for %s",
                         keys[i].key, types[end->type], keys[i].owners);
        if (end->is_glued && keys[i].is_of_contact)
            report_error(reader, node, "%s has no effect: the end is glued to its bead",
                         keys[i].key);
    }
}

static void check_end(struct reader *reader, struct chain_config *c, int side) {
    const struct chain_end_block *end = &c->chain.end[side];
    dp_chain_end *to = &c->end[side];
    if (end->node == NULL) return;
    check_keys(reader, end);
    *to = (dp_chain_end){
        .type = (dp_chain_end_type)end->type, .impedance = end->impedance, .glued = end->is_glued};
    if (end->type == DP_END_DRIVEN && end->velocity == NULL)
        report_error(reader, end->node,
                     "velocity is missing: a driven end needs it, as a number, a list of "
                     "[time, velocity] or a CSV file");
    if (end->type == DP_END_BAR && isnan(end->impedance))
        report_error(reader, end->node, "impedance is missing: a bar needs it [N s/m]");
    if (reader->count > 0) return;
    const struct node *given = end->velocity != NULL ? end->velocity : end->incident;
    if (given != NULL) read_history(reader, given, &to->signal);
}

static void check_glue(struct reader *reader, const struct chain_config *c) {
    const struct chain_block *b = &c->chain;
    size_t needed = 1u + (b->end[0].is_glued ? 1u : 0u) + (b->end[1].is_glued ? 1u : 0u);
    if (c->bodies < needed)
        report_error(reader, place_of(b->node, "beads"),
                     "there are %zu bodies; with glued ends there must be %zu at least", c->bodies,
                     needed);
    if (chain_carries(c, 0) && b->striker.node != NULL)
        report_error(
            reader, b->striker.node,
            "striker and a driven left end that is glued exclude each other: the end carries "
            "the first body");
    bool is_lone = c->bodies == 1 && b->end[0].type == DP_END_FREE && b->end[1].type == DP_END_FREE;
    if (is_lone)
        report_error(
            reader, place_of(b->node, "beads"),
            "there is one bead and no end, so nothing touches; there must be two bodies or an "
            "end");
}

// --- the start -----------------------------------------------------------------------------------

static const struct node *find_gap(const struct chain_config *c) {
    const struct chain_segment *s = c->chain.beads.items;
    for (int i = 0; i < c->chain.beads.count; i++) {
        if (s[i].gap > 0.0) return place_of(s[i].node, "gap");
    }
    for (int side = 0; side < 2; side++) {
        if (c->chain.end[side].gap > 0.0) return place_of(c->chain.end[side].node, "gap");
    }
    return NULL;
}

static void fill_bodies(struct reader *reader, struct chain_config *c) {
    c->mass = new_doubles(reader, c->bodies);
    c->velocity = NULL;
    for (size_t i = 0; i < c->bodies && reader->count == 0; i++) {
        struct body_block bead = chain_bead(c, i);
        c->mass[i] = body_properties(&bead).mass;
        if (bead.velocity != 0.0 && c->velocity == NULL) {
            c->velocity = new_doubles(reader, c->bodies);
            if (c->velocity == NULL) return;
        }
        if (c->velocity != NULL) c->velocity[i] = bead.velocity;
        if (isfinite(c->mass[i]) && c->mass[i] > 0.0) continue;
        report_error(reader, bead.node,
                     "the mass of body %zu is %g kg; it must be positive and finite",
                     i + (c->has_striker ? 0 : 1), c->mass[i]);
    }
}

static void fill_gaps(struct reader *reader, struct chain_config *c) {
    const struct node *at = find_gap(c);
    if (at == NULL) return;
    if (c->start_in_equilibrium) {
        report_error(
            reader, at,
            "gap and gravity or preload exclude each other: the chain starts in equilibrium, "
            "every contact closed");
        return;
    }
    c->gap = new_doubles(reader, c->bodies + 1);
    if (c->gap == NULL) return;
    c->gap[0] = c->chain.end[0].gap;
    for (size_t i = c->has_striker ? 1 : 0; i + 1 < c->bodies; i++)
        c->gap[i + 1] = chain_segment_of(c, i)->gap;
    c->gap[c->bodies] = c->chain.end[1].gap;
}

static void start(struct reader *reader, struct chain_config *c) {
    c->start_in_equilibrium = c->chain.gravity != 0.0 || c->chain.preload > 0.0;
    c->pushed = c->has_striker ? 1 : 0;
    check_glue(reader, c);
    if (reader->count == 0) fill_bodies(reader, c);
    if (reader->count == 0) fill_gaps(reader, c);
    if (reader->count > 0) return;
    dp_chain_def def = chain_define(c, false);
    c->closing = dp_chain_stated_speed(&def);
    c->speed = dp_chain_likely_speed(&def);
}

// --- the step ------------------------------------------------------------------------------------

// The nearest lower one of 1, 2, 5 times a power of ten.
static double round_down(double value) {
    int power = (int)floor(log10(value));
    char text[32];
    for (int i = 0; i < 4; i++) {
        static const int digits[] = {10, 5, 2, 1};
        snprintf(text, sizeof text, "%de%d", digits[i], power);
        double number = strtod(text, NULL);
        if (number <= value) return number;
    }
    return value;
}

static void report_step(struct reader *reader, const struct chain_config *c) {
    const dp_contact *law = &c->laws[c->law != NULL ? c->law[c->stiffest] : 0];
    report_error(reader, place_of(c->run.node, "step"),
                 "step is %g s; it must be below %.4g s, the longest that is stable at contact %ld "
                 "(%s), the stiffest, when bodies close in with %.4g m/s",
                 c->run.step, c->limit, chain_contact_number(c, c->stiffest), law->law->name,
                 c->speed);
}

static void find_limit(struct reader *reader, struct chain_config *c) {
    dp_chain_def def = chain_define(c, false);
    dp_error err;
    def.step = 1e-9;
    c->speed = dp_chain_likely_speed(&def);
    if (dp_chain_step_limit(&def, c->speed, &c->limit, &c->stiffest, &err) != DP_OK)
        report_library_error(reader, c->chain.node, &err);
    else if (isinf(c->limit))
        c->limit = NAN;
}

static void find_step(struct reader *reader, struct chain_config *c) {
    const double most = 1e12;
    const struct chain_run_block *run = &c->run;
    find_limit(reader, c);
    if (reader->count > 0) return;
    if (isnan(c->limit) && isnan(run->step)) {
        report_error(reader, run->node,
                     "step is missing: nothing moves at the start, so none can be chosen");
        return;
    }
    if (run->step > c->limit) {
        report_step(reader, c);
        return;
    }
    double step = isnan(run->step) ? round_down(0.1 * c->limit) : run->step;
    double count = run->until / step, whole = nearbyint(count);
    if (!(count <= most)) {
        report_error(reader, place_of(run->node, isnan(run->step) ? "until" : "step"),
                     "until %g s with a step of %g s makes %.4g steps; there may be at most 1e12",
                     run->until, step, count);
        return;
    }
    // an even division, but for rounding, keeps the step as it was written
    bool is_even = whole >= 1.0 && fabs(count - whole) <= 1e-6;
    c->steps = (long)(is_even ? whole : ceil(count));
    c->step = is_even ? step : run->until / (double)c->steps;
}

// Adaptive steps need a clock for their rows alone.
static void set_clock(struct chain_config *c) {
    enum { ROWS = 2000 };  // every one of them ends a step
    double every = c->output.every, count = isnan(every) ? ROWS : c->run.until / every;
    c->limit = NAN;
    c->step = isnan(every) ? c->run.until / ROWS : every;
    c->steps = (long)fmax(1.0, ceil(fmin(count, 2.0 * ROWS_MAX) * (1.0 - 1e-12)));
}

static void check_run(struct reader *reader, const struct chain_config *c) {
    bool is_adaptive = chain_is_adaptive(c);
    const char *idle = is_adaptive ? "step" : "rtol";
    const struct node *node = node_find(c->run.node, idle);
    if (node != NULL)
        report_error(reader, node, "%s has no effect: the integrator is %s", idle,
                     is_adaptive ? "dop853, which chooses its own steps" : "one of fixed step");
}

// --- memory --------------------------------------------------------------------------------------

static double memory_limit(const struct reader *reader, const struct chain_run_block *run) {
    double most = limits_of(reader).memory;
    return run->memory < most ? run->memory : most;
}

// What sets the limit: the scenario, or the command line.
static const char *flag_of(const struct reader *reader, const struct chain_run_block *run) {
    return run->memory < limits_of(reader).memory ? "run.memory" : "--max-memory";
}

// A chain that cannot fit is refused before anything is allocated for it.
static bool has_room(struct reader *reader, const struct chain_config *c, double each) {
    double least = each * (double)c->bodies, limit = memory_limit(reader, &c->run);
    if (least <= limit) return true;
    report_error(
        reader, place_of(c->chain.node, "beads"),
        "%zu bodies take at least %.4g bytes, and the limit is %.4g; fewer beads would do, or "
        "a larger %s",
        c->bodies, least, limit, flag_of(reader, &c->run));
    return false;
}

// Bytes of a body in the lists made here.
static double list_bytes(const struct chain_config *c) {
    return (double)(sizeof(double) * (size_t)(1 + (c->velocity != NULL) + (c->gap != NULL)) +
                    (c->law != NULL ? sizeof *c->law : 0));
}

static void find_memory(struct reader *reader, struct chain_config *c) {
    dp_chain_def def = chain_define(c, true);
    size_t chain;
    dp_error err;
    if (dp_chain_memory(&def, &chain, &err) != DP_OK) {
        report_library_error(reader, c->chain.node, &err);
        return;
    }
    double bodies = (double)c->bodies;
    double lists = bodies * list_bytes(c);
    double laws = 2.0 * (double)c->law_count * (double)sizeof *c->laws;
    double tables = chain_table_bytes(c), all = (double)chain + lists + laws + tables;
    double limit = memory_limit(reader, &c->run);
    if (all <= limit) {
        c->memory = (size_t)all;
        return;
    }
    bool is_long = tables > 0.5 * all || (double)chain > 0.5 * all + bodies * BODY_BYTES;
    report_error(
        reader, place_of(c->chain.node, "beads"),
        "the run takes %.4g bytes (%.4g of them for rows of output), and the limit is %.4g; "
        "%s would do, or a larger %s",
        all, tables, limit,
        is_long ? "fewer sensors or a longer output.every or field.every" : "fewer beads",
        flag_of(reader, &c->run));
}

// --- the whole -----------------------------------------------------------------------------------

dp_chain_def chain_define(const struct chain_config *c, bool rows) {
    dp_chain_def def = dp_chain_defaults();
    def.count = c->bodies;
    def.mass = c->mass;
    def.velocity = c->velocity;
    def.laws = c->laws;
    def.law_count = c->law_count;
    def.law = c->law;
    def.gap = c->gap;
    def.left = c->end[0];
    def.right = c->end[1];
    def.gravity = c->chain.gravity;
    def.preload = c->chain.preload;
    def.pushed = c->pushed;
    def.first_number = chain_contact_number(c, 0);
    def.start_in_equilibrium = c->start_in_equilibrium;
    def.step = c->step > 0.0 ? c->step : 1e-9;
    def.method = (dp_chain_method)c->run.integrator;
    def.threads = (int)c->run.threads;
    def.probes = c->probes.def;
    def.probe_count = c->probes.count;
    if (rows) {
        def.record_every = c->record_every;
        def.record_steps = c->steps;
    }
    return def;
}

// Will the force of a contact be watched? Asked where it can be told before the sensors are placed.
static bool watches_contact(const struct chain_config *c) {
    const struct chain_segment *first = c->chain.beads.items;
    bool is_uniform = c->chain.beads.count == 1 && first->cell_count == 1 && isnan(first->ratio) &&
                      first->gap == 0.0 && c->chain.contacts.count == 0;
    const long *sensor = c->chain.sensors.items;
    int inside = c->chain.sensors.node == NULL ? 2 : 0;
    for (int i = 0; i < c->chain.sensors.count; i++)
        inside += sensor[i] > 0;
    bool touches = chain_has_contact(c, 0) || chain_has_contact(c, 1);
    // a pulse is followed between two sensors of a uniform stretch
    return touches || c->chain.loops.count > 0 || (is_uniform && inside >= 2);
}

// What a body takes, seen from the first ones, which stand for a long chain before anything is made
// that grows with it. Least: what comes later may take more.
static bool has_room_by_first(struct reader *reader, const struct chain_config *c) {
    const size_t few = 10000, many = 10 * few;
    const dp_chain_probe_def watched = {.is_contact = 1, .index = 1};
    struct chain_config part = *c;
    size_t half = 0, whole = 0;
    dp_error err;
    if (c->bodies <= many) return true;
    part.bodies = few;
    part.chain.end[1] = (struct chain_end_block){.type = DP_END_FREE};
    part.end[1] = (dp_chain_end){.type = DP_END_FREE};
    start(reader, &part);
    if (reader->count > 0 || !chain_join(reader, &part)) return false;

    dp_chain_def def = chain_define(&part, false);
    def.probes = &watched;
    def.probe_count = watches_contact(c) ? 1 : 0;
    def.threads = 1;
    if (dp_chain_memory(&def, &whole, &err) != DP_OK) return true;
    def.count = few / 2;
    if (dp_chain_memory(&def, &half, &err) != DP_OK) return true;
    // arrays begin at full lines, which is less than 1 % of them
    double each = 0.99 * (double)(whole - half) / (double)(few - few / 2) + list_bytes(&part);
    return has_room(reader, c, each);
}

static size_t first_count(const struct chain_config *c) {
    const size_t few = 1000;
    return c->bodies < few ? c->bodies : few;
}

// The first beads with their laws, alone on the line; NULL when they cannot stand so.
static dp_chain *first_beads(const struct chain_config *c) {
    dp_chain_def def = chain_define(c, false);
    dp_chain *chain;
    dp_error err;
    def.count = first_count(c);
    def.right = (dp_chain_end){.type = DP_END_FREE};
    def.probe_count = 0;
    def.threads = 1;
    def.skip_resting = 0;
    def.start_in_equilibrium = 0;
    def.gravity = def.preload = 0.0;
    def.pushed = 0;
    return dp_chain_build(&chain, &def, &err) == DP_OK ? chain : NULL;
}

// Seconds that the march will take, from a short one of the first beads; NaN: not known.
static double try_march(const struct chain_config *c) {
    enum { STEPS = 200 };
    dp_error err;
    dp_chain *chain = first_beads(c);
    if (chain == NULL) return NAN;
    double start = clock_work();
    dp_status status = dp_chain_advance(chain, STEPS, &err);
    double took = (clock_work() - start) / STEPS / (double)first_count(c);
    dp_chain_free(chain);
    if (status != DP_OK) return NAN;
    return took * (double)c->bodies * (double)c->steps / fmax(1.0, (double)c->run.threads);
}

// The same for adaptive steps, from the time that some of them reach after the first ones, which
// are short.
static double try_solve(const struct chain_config *c) {
    enum { FIRST = 20, STEPS = 60 };
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = c->run.until;
    def.rtol = c->run.rtol;
    def.max_steps = FIRST;
    dp_error err;
    dp_chain *chain = first_beads(c);
    if (chain == NULL) return NAN;
    dp_status status = dp_chain_solve(chain, &def, NULL, &err);
    double from = dp_chain_time(chain), start = clock_work(), took = 0.0;
    def.max_steps = STEPS;
    if (status == DP_ERR_NUMERIC) {
        // the steps run out, unless that was all
        dp_chain_solve(chain, &def, NULL, &err);
        double all = (c->run.until - from) / (dp_chain_time(chain) - from);
        took = (clock_work() - start) * all * (double)c->bodies / (double)first_count(c);
    }
    dp_chain_free(chain);
    return took;
}

void chain_need(const void *config, int rows, struct need *need) {
    const double slowest = 1e-6;  // [s] a step of a body ever took
    const struct chain_config *c = (const struct chain_config *)config;
    double work = (double)c->bodies * (double)c->steps;
    need->memory = (double)c->memory;
    if (chain_is_adaptive(c))
        need->seconds = try_solve(c);
    else if (slowest * work > need->limits.seconds)
        need->seconds = try_march(c);
    if (!rows) return;
    // tables are counted with twice their room
    need->output = limits_output_of(chain_table_bytes(c) / (2.0 * (double)sizeof(double)));
    // two states and the one that is being written, if it lasts that long at 1e8 body steps a
    // second
    if (!isnan(c->run.checkpoint) && 1e-8 * work > c->run.checkpoint)
        need->output += 3.0 * (double)c->memory;
}

double chain_glimpse(const void *config) {
    const double few_steps = 50.0;
    const struct chain_config *c = (const struct chain_config *)config;
    // of adaptive steps it is the time between rows
    return fmin(c->run.until, chain_is_adaptive(c) ? c->step : few_steps * c->step);
}

// Find out whether there is an equilibrium before the run, where that costs little.
static void try_start(struct reader *reader, const struct chain_config *c) {
    const size_t few = 100000;
    dp_chain_def def = chain_define(c, false);
    dp_chain *chain;
    dp_error err;
    if (c->bodies > few) return;
    if (dp_chain_build(&chain, &def, &err) != DP_OK) chain_report_error(reader, c, &err);
    dp_chain_free(chain);
}

void chain_report_error(struct reader *reader, const struct chain_config *c, const dp_error *err) {
    const char *force = c->chain.preload > 0.0 ? "preload" : "gravity";
    if (err->status == DP_ERR_CONFLICT)
        report_error(reader, place_of(c->chain.node, force), "%s", err->text);
    else
        report_library_error(reader, c->chain.node, err);
}

// Where a speed stands: of the striker, of an end, or somewhere among the beads.
static const struct node *speed_node(const struct chain_config *c) {
    const struct chain_block *chain = &c->chain;
    if (chain->striker.node != NULL) return place_of(chain->striker.node, "velocity");
    for (int side = 0; side < 2; side++) {
        if (chain->end[side].velocity != NULL) return chain->end[side].velocity;
        if (chain->end[side].incident != NULL) return chain->end[side].incident;
    }
    return place_of(chain->node, "beads");
}

// Bodies that close in faster than the waves in them.
static bool check_closing(struct reader *reader, const struct chain_config *c) {
    const struct node *at = speed_node(c);
    for (int i = 0; i < c->note_count; i++) {
        struct prepared_contact touch = c->note[i].touch;
        touch.meeting.speed = c->closing;
        if (!validity_check_speed(reader, at, &touch)) return false;
    }
    return true;
}

void chain_build(struct reader *reader, void *config) {
    struct chain_config *c = (struct chain_config *)config;
    check_run(reader, c);
    if (!chain_plan(reader, c) || !has_room(reader, c, BODY_BYTES)) return;
    if (chain_is_adaptive(c) && c->bodies > DP_CHAIN_ADAPTIVE_MAX)
        report_error(reader, place_of(c->run.node, "integrator"),
                     "integrator is dop853, which takes at most %d bodies; there are %zu",
                     DP_CHAIN_ADAPTIVE_MAX, c->bodies);
    check_speeds(reader, c);
    for (int side = 0; side < 2; side++)
        check_end(reader, c, side);
    chain_check_exceptions(reader, c);
    if (reader->count > 0 || !has_room_by_first(reader, c)) return;
    start(reader, c);
    if (reader->count > 0 || !chain_join(reader, c) || !check_closing(reader, c)) return;
    chain_watch_all(reader, c);
    if (reader->count == 0 && chain_is_adaptive(c)) set_clock(c);
    if (reader->count == 0 && !chain_is_adaptive(c)) find_step(reader, c);
    if (reader->count == 0) chain_plan_rows(reader, c);
    if (reader->count == 0) find_memory(reader, c);
    if (reader->count == 0) try_start(reader, c);
}
