// Chains: definition, history, and what can be asked of them.

#include "chain/chain.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/params.h"
#include "chain/strip.h"
#include "chain/testing.h"

// Block and levels of the march, found by measurement (docs/benchmarks.md): a block of 1024 bodies
// stays in the first cache.
enum { BLOCK = 1024, LEVELS = 32, TILE_FROM = 4096, THREADS_MAX = 256 };

dp_chain_def dp_chain_defaults(void) {
    return (dp_chain_def){
        .step = 1e-8, .threads = 1, .skip_resting = true, .cookie = DP_DEF_COOKIE};
}

// --- memory: one block, laid out twice, first to count and then to place ---

struct layout {
    char *base;  // NULL: count only
    size_t used;
    int overflows;
    unsigned arrays;
};

// Arrays start on different cache lines modulo a page, so that they do not evict one another.
static void *take(struct layout *l, size_t count, size_t size) {
    size_t skew = 64 * (size_t)(5 * (l->arrays++ % 7));
    if (count > (SIZE_MAX / 4 - l->used) / size) {
        l->overflows = 1;
        return NULL;
    }
    size_t start = (l->used + 63) / 64 * 64 + skew;
    l->used = start + count * size;
    return l->base == NULL ? NULL : l->base + start;
}

static double *doubles(struct layout *l, size_t count) {
    return (double *)take(l, count, sizeof(double));
}

// Body 1 on a cache line, since that is where the loops start.
static double *lanes(struct layout *l, size_t count) {
    double *array = doubles(l, count + 7);
    return array == NULL ? NULL : array + 7;
}

static void place_history(struct layout *l, struct chain_signal *h, size_t count) {
    h->count = count;
    h->time = doubles(l, count);
    h->velocity = doubles(l, count);
    h->travel = doubles(l, count);
}

static void place_workers(struct layout *l, dp_chain *c) {
    size_t cells = c->count / c->block_bodies + 3, levels = (size_t)c->levels;
    c->workers = (struct chain_worker *)take(l, (size_t)c->threads, sizeof *c->workers);
    for (int i = 0; i < c->threads; i++) {
        size_t share = c->last - c->first + 1, all = (size_t)c->threads, me = (size_t)i;
        struct chain_worker w = {.chain = c,
                                 .from = c->first + share * me / all,
                                 .to = c->first + share * (me + 1) / all};
        w.force = lanes(l, c->block_bodies + 2 * levels + CHAIN_PAD);
        w.carry = doubles(l, levels);
        w.left = doubles(l, levels);
        w.right = doubles(l, levels);
        w.quiet = (unsigned char *)take(l, 2 * (cells + 1), 1);
        if (l->base != NULL) c->workers[i] = w;
    }
}

static void place(struct layout *l, dp_chain *c, const dp_chain_def *def) {
    size_t n = c->count + 2 + CHAIN_PAD;
    size_t laws = def->law_count + (c->follows ? c->count + 1 : 0);
    c->laws = (const dp_contact *)take(l, laws, sizeof *c->laws);
    c->refusal = (struct chain_refusal *)take(l, 1, sizeof *c->refusal);
    c->runs = (struct contact_group *)take(l, c->run_count, sizeof *c->runs);
    place_history(l, &c->end[0].signal, def->left.signal.count);
    place_history(l, &c->end[1].signal, def->right.signal.count);
    c->u = lanes(l, n);
    c->v = lanes(l, n);
    c->w = c->has_rate ? lanes(l, n) : NULL;
    c->mass = lanes(l, n);
    c->kick = lanes(l, n);
    c->gap = c->has_gap ? lanes(l, n) : NULL;
    c->loss = c->has_rate ? lanes(l, n) : NULL;
    c->touching = c->has_touch ? lanes(l, n) : NULL;
    c->released = c->has_touch ? lanes(l, n) : NULL;
    c->fastest = c->has_floor ? lanes(l, n) : NULL;
    c->kept = c->follows ? lanes(l, n) : NULL;
    for (int j = 0; j < c->history_count; j++)
        c->history[j] = lanes(l, n);
    c->look_v = doubles(l, n);
    c->look_force = doubles(l, n);
    c->look_delta = doubles(l, n);
    c->probe = (dp_chain_probe_def *)take(l, c->probe_count, sizeof *c->probe);
    c->probe_order = (size_t *)take(l, c->probe_count, sizeof *c->probe_order);
    c->probe_state = (struct probe_state *)take(l, c->probe_count, sizeof *c->probe_state);
    if (c->row_room > 0 && c->probe_count > SIZE_MAX / 64 / c->row_room) l->overflows = 1;
    c->rows = (double(*)[3])take(l, c->probe_count * c->row_room, sizeof *c->rows);
    c->stage = doubles(l, dp_chain_stage_doubles(c->method, n));
    if (c->method == DP_CHAIN_DOP853)
        c->spot = (struct chain_spot *)take(l, c->count + 1, sizeof *c->spot);
    place_workers(l, c);
}

// --- checks ---

static dp_status check_history(const char *side, const dp_chain_signal *h, dp_error *err) {
    for (size_t i = 0; i < h->count; i++) {
        if (!isfinite(h->time[i]) || !isfinite(h->velocity[i]) ||
            (i > 0 && !(h->time[i] > h->time[i - 1])))
            return dp_fail(err, DP_ERR_RANGE,
                           "%s end: point %zu of the history must be finite and later than the one "
                           "before",
                           side, i + 1);
    }
    return DP_OK;
}

static dp_status check_end(const char *side, const dp_chain_end *end, size_t count, dp_error *err) {
    if (end->type < DP_END_FREE || end->type > DP_END_BAR)
        return dp_fail(err, DP_ERR_RANGE, "%s end: there is no such type of end", side);
    if (end->type == DP_END_DRIVEN && end->signal.count == 0)
        return dp_fail(err, DP_ERR_MISSING, "%s end: a driven end needs a velocity", side);
    if (end->type == DP_END_BAR && (!(end->impedance > 0.0) || isinf(end->impedance)))
        return dp_fail(err, DP_ERR_RANGE, "%s end: impedance is %g; it must be positive and finite",
                       side, end->impedance);
    int glues = end->glued && (end->type == DP_END_DRIVEN || end->type == DP_END_BAR);
    if (end->glued && !glues)
        return dp_fail(err, DP_ERR_CONFLICT, "%s end: only a driven end or a bar can be glued",
                       side);
    if (glues && count < 2)
        return dp_fail(err, DP_ERR_RANGE, "%s end: a glued end needs two bodies at least", side);
    return check_history(side, &end->signal, err);
}

static dp_status check_numbers(const dp_chain_def *def, dp_error *err) {
    if (!(def->step > 0.0) || isinf(def->step))
        return dp_fail_time(err, "step", def->step, DBL_MIN, DBL_MAX, "be positive");
    if (!isfinite(def->gravity) || !isfinite(def->preload) || def->preload < 0.0)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_RANGE,
                    "gravity is %g and preload %g; both must be finite, preload not negative",
                    def->gravity, def->preload),
            DP_SUBJECT_FIELD, -1, isfinite(def->gravity) ? "preload" : "gravity");
    if (def->method < DP_CHAIN_VERLET || def->method > DP_CHAIN_DOP853)
        return dp_blame(err, dp_fail(err, DP_ERR_RANGE, "there is no such method for a chain"),
                        DP_SUBJECT_FIELD, -1, "method");
    if (def->threads < 0 || def->threads > THREADS_MAX) {
        dp_fail(err, DP_ERR_RANGE, "threads is %d; it must lie in 1..%d", def->threads,
                THREADS_MAX);
        return dp_blame_number(err, DP_SUBJECT_FIELD, "threads", def->threads, 0.0, THREADS_MAX);
    }
    if (def->record_every < 0 || def->record_steps < 0)
        return dp_blame(
            err, dp_fail(err, DP_ERR_RANGE, "record_every and record_steps must not be negative"),
            DP_SUBJECT_FIELD, -1, def->record_every < 0 ? "record_every" : "record_steps");
    return DP_OK;
}

static dp_status check_bodies(const dp_chain_def *def, dp_error *err) {
    if (def->count < 1 || def->count > DP_CHAIN_BODIES_MAX)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE, "a chain needs 1 to %d bodies, not %zu",
                                DP_CHAIN_BODIES_MAX, def->count),
                        DP_SUBJECT_FIELD, -1, "count");
    if (def->method == DP_CHAIN_DOP853 && def->count > DP_CHAIN_ADAPTIVE_MAX)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE,
                                "adaptive steps take up to %d bodies, not %zu; use fixed steps",
                                DP_CHAIN_ADAPTIVE_MAX, def->count),
                        DP_SUBJECT_FIELD, -1, "count");
    if (def->mass == NULL)
        return dp_blame(err, dp_fail(err, DP_ERR_MISSING, "the masses of a chain are missing"),
                        DP_SUBJECT_FIELD, -1, "mass");
    for (size_t i = 0; i < def->count; i++) {
        if (!(def->mass[i] > 0.0) || isinf(def->mass[i])) {
            dp_fail(err, DP_ERR_RANGE, "mass of body %zu is %g; it must be positive", i + 1,
                    def->mass[i]);
            dp_blame(err, DP_ERR_RANGE, DP_SUBJECT_BODY, (long)i, NULL);
            return dp_blame_value(err, DP_ERR_RANGE, def->mass[i], DBL_MIN, DBL_MAX);
        }
        if (def->velocity != NULL && !isfinite(def->velocity[i]))
            return dp_blame(err,
                            dp_fail(err, DP_ERR_RANGE, "velocity of body %zu is not finite", i + 1),
                            DP_SUBJECT_BODY, (long)i, NULL);
    }
    if (def->pushed >= def->count)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE, "there is no body %zu to push", def->pushed + 1),
                        DP_SUBJECT_FIELD, -1, "pushed");
    return DP_OK;
}

// The outermost contacts are there only where an end touches the chain.
static int is_absent(const dp_chain_def *def, const dp_chain_probe_def *probe) {
    const dp_chain_end *end = probe->index == 0 ? &def->left : &def->right;
    return probe->is_contact && (probe->index == 0 || probe->index == def->count) &&
           (end->type == DP_END_FREE || end->glued);
}

static dp_status check_contacts(const dp_chain_def *def, dp_error *err) {
    if (def->law_count < 1)
        return dp_blame(err, dp_fail(err, DP_ERR_MISSING, "a chain needs a contact law"),
                        DP_SUBJECT_FIELD, -1, "laws");
    for (size_t i = 0; i < def->law_count; i++) {
        if (def->laws[i].kernel == NULL)
            return dp_blame(
                err, dp_fail(err, DP_ERR_NOT_INITIALIZED, "contact law %zu was not prepared", i),
                DP_SUBJECT_FIELD, (long)i, "laws");
    }
    for (size_t c = 0; c <= def->count; c++) {
        dp_status status = DP_OK;
        long number = def->first_number + (long)c;
        if (def->law != NULL && def->law[c] >= def->law_count)
            status = dp_fail(err, DP_ERR_RANGE, "contact %ld asks for law %u of %zu", number,
                             def->law[c], def->law_count);
        else if (def->gap != NULL && !isfinite(def->gap[c]))
            status = dp_fail(err, DP_ERR_RANGE, "gap of contact %ld is not finite", number);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_CONTACT, (long)c, NULL);
    }
    for (size_t p = 0; p < def->probe_count; p++) {
        const dp_chain_probe_def *probe = &def->probes[p];
        if (probe->index >= def->count + (probe->is_contact ? 1 : 0) || is_absent(def, probe))
            return dp_blame(err,
                            dp_fail(err, DP_ERR_RANGE, "there is no %s %zu to watch",
                                    probe->is_contact ? "contact" : "body", probe->index),
                            DP_SUBJECT_FIELD, (long)p, "probes");
    }
    return DP_OK;
}

static int is_carried(const dp_chain_end *end) {
    return end->type == DP_END_DRIVEN && end->glued;
}

int dp_chain_is_carried(const dp_chain_def *def, size_t body) {
    return (body == 0 && is_carried(&def->left)) ||
           (body + 1 == def->count && is_carried(&def->right));
}

// A left end that moves presses the chain in equilibrium, as the piston or the bar of an experiment
// does. A constant push on its neighbour would leave the contact with the end without force.
static int end_presses(const dp_chain_def *def) {
    int moves = def->left.type == DP_END_DRIVEN || def->left.type == DP_END_BAR;
    return moves && def->start_in_equilibrium && def->pushed == 0;
}

static dp_status check(const dp_chain_def *def, dp_error *err) {
    if (def->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED, "use dp_chain_defaults to make a definition");
    dp_status status = check_bodies(def, err);
    if (status == DP_OK) status = check_numbers(def, err);
    if (status == DP_OK) status = check_contacts(def, err);
    if (status == DP_OK)
        status = dp_blame(err, check_end("left", &def->left, def->count, err), DP_SUBJECT_END, 0,
                          "left");
    if (status == DP_OK)
        status = dp_blame(err, check_end("right", &def->right, def->count, err), DP_SUBJECT_END, 1,
                          "right");
    const dp_chain_end *carrier = def->pushed == 0                ? &def->left
                                  : def->pushed + 1 == def->count ? &def->right
                                                                  : NULL;
    if (status == DP_OK && def->preload != 0.0 && carrier != NULL && is_carried(carrier) &&
        !end_presses(def))
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_CONFLICT,
                    "preload pushes body %zu, which is glued to the driven end; leave one out",
                    def->pushed + 1),
            DP_SUBJECT_FIELD, -1, "preload");
    if (status == DP_OK && def->count < 3 && def->left.glued && def->right.glued)
        return dp_fail(err, DP_ERR_RANGE, "two glued ends need three bodies at least");
    return status;
}

// --- shape: what the chain is made of, before there is memory ---

const dp_contact *dp_chain_law_of(const dp_chain_def *def, size_t c) {
    return &def->laws[def->law == NULL ? 0 : def->law[c]];
}

dp_contact dp_chain_take_law(const dp_contact *contact) {
    dp_contact taken = *contact;
    if (contact->recipe.approach_rule == DP_APPROACH_DEFAULT) dp_contact_keep_largest(&taken);
    return taken;
}

int dp_chain_takes_floor(const dp_contact *contact) {
    if (contact->recipe.approach_rule == DP_APPROACH_LARGEST) return 0;
    return dp_contact_asks_speed(contact) || dp_contact_follows(contact);
}

int dp_chain_watches(const dp_contact *contact) {
    int releases = contact->tension == DP_TENSION_RELEASE && contact->kernel->pulls;
    return dp_contact_asks_speed(contact) || dp_contact_follows(contact) || releases;
}

static int has_end(const dp_chain_end *end) {
    return end->type != DP_END_FREE;
}

// Where a new run must begin: another law, the body that is pushed, the right end.
int dp_chain_breaks(const dp_chain *chain, const dp_chain_def *def, size_t c) {
    if (dp_chain_law_of(def, c) != dp_chain_law_of(def, c - 1)) return 1;
    if (dp_contact_follows(dp_chain_law_of(def, c))) return 1;
    if (chain->preload != 0.0 && c == chain->pushed) return 1;
    return has_end(&def->right) && (c == chain->last || c == chain->last + 1);
}

// Is no contact with an end watched?
static int probes_are_inside(const dp_chain *chain, const dp_chain_def *def) {
    for (size_t p = 0; p < def->probe_count; p++) {
        size_t c = def->probes[p].index;
        if (def->probes[p].is_contact && (c < chain->first || c >= chain->last)) return 0;
    }
    return 1;
}

static void shape_contacts(dp_chain *chain, const dp_chain_def *def) {
    for (size_t i = 0; i < def->law_count; i++) {
        const dp_contact law = dp_chain_take_law(&def->laws[i]);
        const dp_kernel *kernel = law.kernel;
        chain->has_rate |= !kernel->is_static;
        chain->has_touch |= dp_chain_watches(&law);
        chain->follows |= dp_contact_follows(&law);
        chain->has_floor |= dp_chain_takes_floor(&law);
        if (kernel->history_count > chain->history_count)
            chain->history_count = kernel->history_count;
    }
    for (size_t c = 0; def->gap != NULL && c <= def->count; c++)
        chain->has_gap |= def->gap[c] != 0.0;
    chain->has_gap |= def->start_in_equilibrium;
    chain->run_count = 1;
    int is_uneven = 0, has_static = 0;
    for (size_t i = 0; i < def->law_count; i++)
        has_static |= def->laws[i].kernel->is_static;
    for (size_t c = 1; c <= def->count; c++) {
        int begins = dp_chain_breaks(chain, def, c);
        chain->run_count += (size_t)begins;
        is_uneven |= c > 1 && !begins && def->mass[c - 1] != def->mass[c - 2];
    }
    // loops for unequal masses read gaps and foretell rates too
    chain->has_gap |= is_uneven;
    chain->has_rate |= is_uneven | chain->has_gap;
    chain->spares_rate = chain->is_small && !chain->has_rate && probes_are_inside(chain, def);
    for (size_t p = 0; p < def->probe_count; p++)
        chain->has_rate |= def->probes[p].is_contact;
    // and so does a static law where others need the rate
    chain->has_gap |= chain->has_rate & has_static;
}

static void shape_end(struct chain_end *end, const dp_chain_end *def, double sign, size_t index) {
    end->type = def->type;
    end->glued = def->glued;
    end->impedance = def->impedance;
    end->sign = sign;
    end->index = index;
}

static void shape(dp_chain *chain, const dp_chain_def *def, const struct chain_knobs *knobs) {
    memset(chain, 0, sizeof *chain);
    chain->count = def->count;
    chain->first = is_carried(&def->left) ? 2 : 1;
    chain->last = is_carried(&def->right) ? def->count - 1 : def->count;
    shape_end(&chain->end[0], &def->left, 1.0, def->left.glued ? 1 : 0);
    shape_end(&chain->end[1], &def->right, -1.0, def->right.glued ? def->count : def->count + 1);
    chain->end[0].contact = chain->first - 1;
    chain->end[1].contact = chain->last;
    chain->pushed = def->pushed + 1;
    chain->first_number = def->first_number;
    chain->gravity = def->gravity;
    chain->preload = end_presses(def) ? 0.0 : def->preload;
    chain->press = end_presses(def) ? def->preload : 0.0;
    chain->start_in_equilibrium = def->start_in_equilibrium;
    chain->dt = def->step;
    chain->method = def->method;
    chain->plain = knobs->plain;
    // gravity moves everything; a law that pulls may act where a body is at rest
    chain->skip_resting = def->skip_resting && def->gravity == 0.0 && def->count > TILE_FROM;
    chain->isa = knobs->isa < 0 ? dp_isa_best() : (dp_isa)knobs->isa;
    chain->block_bodies = BLOCK;
    chain->levels = knobs->levels > 0 ? knobs->levels : def->count > TILE_FROM ? LEVELS : 1;
    size_t room = def->count / (4 * BLOCK);
    int threads = def->threads > 1 ? def->threads : 1;
    chain->threads = (size_t)threads > room ? (int)(room > 0 ? room : 1) : threads;
    chain->probe_count = def->probe_count;
    chain->record_every = def->record_every;
    if (def->record_every > 0)
        chain->row_room = (size_t)(def->record_steps / def->record_every) + 1;
    chain->has_rate = (def->left.type == DP_END_BAR) || (def->right.type == DP_END_BAR);
    chain->is_small = def->count <= BLOCK && def->method == DP_CHAIN_VERLET && !knobs->plain &&
                      def->probe_count <= STRIP_PROBES_MAX;
    shape_contacts(chain, def);
    chain->is_small &= chain->run_count < SEGMENTS_MAX;
    chain->spares_rate &= chain->is_small;
    if (chain->follows) chain->threads = 1;
}

// Sizes and places; base NULL: sizes alone.
static size_t lay_out(dp_chain *chain, const dp_chain_def *def, char *base, int *overflows) {
    struct layout l = {.base = base};
    place(&l, chain, def);
    *overflows = l.overflows;
    return l.used;
}

static dp_status check_knobs(const struct chain_knobs *knobs, dp_error *err) {
    if (knobs->levels < 0 || knobs->levels > BLOCK / 8)
        return dp_fail(err, DP_ERR_RANGE, "levels is %d; it must lie in 0..%d", knobs->levels,
                       BLOCK / 8);
    if (knobs->isa >= DP_ISA_COUNT || (knobs->isa >= 0 && !dp_isa_available((dp_isa)knobs->isa)))
        return dp_fail(err, DP_ERR_UNSUPPORTED, "this machine lacks that instruction set");
    return DP_OK;
}

static dp_status count_bytes(const dp_chain_def *def, const struct chain_knobs *knobs,
                             size_t *bytes, dp_error *err) {
    dp_chain chain;
    dp_status status = check(def, err);
    if (status == DP_OK) status = check_knobs(knobs, err);
    if (status != DP_OK) return status;
    int overflows;
    shape(&chain, def, knobs);
    *bytes = (sizeof chain + 64 + lay_out(&chain, def, NULL, &overflows) + 63) / 64 * 64;
    if (overflows)
        return dp_fail(err, DP_ERR_RANGE, "%zu bodies need more memory than can be counted",
                       def->count);
    return DP_OK;
}

dp_status dp_chain_memory(const dp_chain_def *def, size_t *bytes, dp_error *err) {
    return count_bytes(def, &chain_usual_knobs, bytes, err);
}

dp_status dp_chain_build(dp_chain **chain, const dp_chain_def *def, dp_error *err) {
    return dp_chain_build_with(chain, def, &chain_usual_knobs, err);
}

dp_status dp_chain_build_with(dp_chain **out, const dp_chain_def *def,
                              const struct chain_knobs *knobs, dp_error *err) {
    size_t bytes;
    *out = NULL;
    dp_status status = count_bytes(def, knobs, &bytes, err);
    if (status != DP_OK) return status;
    dp_allocator from = dp_allocator_or_default(def->allocator);
    char *block = (char *)from.alloc(from.user, bytes);
    if (block == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for a chain of %zu bodies (%zu bytes)",
                       def->count, bytes);
    memset(block, 0, bytes);
    dp_chain *chain = (dp_chain *)(void *)block;
    int overflows;
    shape(chain, def, knobs);
    lay_out(chain, def, block + (sizeof *chain + 63) / 64 * 64, &overflows);
    chain->allocator = from;
    chain->block_size = bytes;
    status = dp_chain_fill(chain, def, err);
    if (status == DP_OK)
        *out = chain;
    else
        dp_chain_free(chain);
    return status;
}

void dp_chain_free(dp_chain *chain) {
    if (chain == NULL) return;
    dp_allocator from = chain->allocator;
    from.free(from.user, chain, chain->block_size);
}

long dp_chain_step_count(const dp_chain *chain) {
    return chain->now.level;
}

double dp_chain_time(const dp_chain *chain) {
    return chain->method == DP_CHAIN_DOP853 ? chain->now.time
                                            : (double)chain->now.level * chain->dt;
}

dp_status dp_chain_advance(dp_chain *chain, long steps, dp_error *err) {
    if (steps < 0) return dp_fail(err, DP_ERR_RANGE, "a chain cannot be advanced by %ld", steps);
    dp_chain_follow_restored(chain);
    if (chain->method == DP_CHAIN_DOP853)
        return dp_fail(err, DP_ERR_UNSUPPORTED,
                       "adaptive steps are not counted: use dp_chain_solve");
    return chain->method == DP_CHAIN_VERLET ? dp_chain_march(chain, steps, err)
                                            : dp_chain_stages(chain, steps, err);
}

dp_chain_slow_touches dp_chain_slow(const dp_chain *chain) {
    dp_chain_slow_touches slow = {0};
    for (size_t c = 0; chain->has_floor && c <= chain->count; c++) {
        double floor = dp_chain_run_of(chain, c)->contact->approach_floor;
        if (!(chain->fastest[c] > floor)) continue;
        slow.count++;
        if (!(chain->fastest[c] / floor > slow.ratio)) continue;
        slow.contact = c;
        slow.speed = chain->fastest[c];
        slow.ratio = chain->fastest[c] / floor;
    }
    return slow;
}

dp_chain_largest dp_chain_maxima(const dp_chain *chain) {
    const struct chain_tops *t = &chain->now.tops;
    double time = chain->method == DP_CHAIN_DOP853 ? t->time : (double)t->level * chain->dt;
    return (dp_chain_largest){t->force, t->delta, t->contact, time};
}
