// The same bits from a chain however it is marched: contact by contact, in the loops of every
// instruction set, in tiles, in threads, past stretches at rest, in parts, from a saved state.

#include "chain_tools.h"

#include "chain/chain.h"
#include "chain/testing.h"

enum { PROBES = 12, PARTS = 8 };
enum { UNIFORM, DIMER, TAPERED, RANDOM, KINDS };

static const int tile_levels[] = {1, 2, 17, 32, 128};
enum { LEVELS = sizeof tile_levels / sizeof *tile_levels };

// --- all that can be seen, as numbers ------------------------------------------------------------

static const char *const part_names[PARTS] = {"displacements", "velocities", "forces", "energies",
                                              "tops",          "history",    "losses", "probes"};

struct print {
    dp_status status;
    uint64_t part[PARTS];
};

// FNV-1a over words. Of a NaN only that it is one counts: IEEE 754 leaves sign and payload to the
// operand the compiler puts first.
static void mix(uint64_t *hash, const double *values, size_t count) {
    for (size_t i = 0; values != NULL && i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        if (isnan(values[i])) bits = 0x7ff8;
        *hash = (*hash ^ bits) * 0x100000001b3u;
        *hash ^= *hash >> 29;
    }
}

static void mix_probes(uint64_t *hash, const dp_chain *chain) {
    for (size_t p = 0; p < chain->probe_count; p++) {
        dp_chain_probe probe = dp_chain_probe_at(chain, p);
        double numbers[] = {
            (double)probe.def.is_contact, (double)probe.def.index, probe.peak_force,
            probe.peak_force_time,        probe.peak_velocity,     probe.peak_velocity_time,
            (double)probe.row_count};
        mix(hash, numbers, sizeof numbers / sizeof *numbers);
        if (probe.row_count > 0) mix(hash, probe.rows[0], 3 * probe.row_count);
    }
}

// Energies are sums over all bodies; history and losses are looked at contact by contact, too.
static struct print print_of(dp_chain *chain, dp_status status) {
    struct print print = {.status = status};
    const dp_chain_snapshot *view = dp_chain_state(chain);
    dp_chain_largest top = dp_chain_maxima(chain);
    const size_t n = view->count;
    mix(&print.part[0], view->displacement, n);
    mix(&print.part[1], view->velocity, n);
    mix(&print.part[2], view->force, n + 1);
    mix(&print.part[2], view->indentation, n + 1);
    double sums[] = {
        view->kinetic,         view->potential,      view->stored,        view->viscous,
        view->plastic,         view->released,       view->input,         view->momentum,
        view->impulse,         view->time,           (double)view->step,  view->end_velocity[0],
        view->end_velocity[1], view->work_of_end[0], view->work_of_end[1]};
    mix(&print.part[3], sums, sizeof sums / sizeof *sums);
    double tops[] = {top.force, top.indentation, (double)top.contact, top.time};
    mix(&print.part[4], tops, 4);
    for (int j = 0; j < chain->history_count; j++)
        mix(&print.part[5], chain->history[j], n + 1);
    mix(&print.part[6], chain->loss, n + 1);
    mix(&print.part[6], chain->released, n + 1);
    mix_probes(&print.part[7], chain);
    return print;
}

// A run that left the range of its law ends the same way, with numbers nobody will look at.
// How the next chains march; every test begins with the usual ones.
static struct chain_knobs knobs = {.isa = -1};

static dp_chain *knobbed_chain(const dp_chain_def *def) {
    dp_chain *chain;
    dp_error err;
    if (dp_chain_build_with(&chain, def, &knobs, &err) != DP_OK) fail_msg("%s", err.text);
    return chain;
}

static void expect_same(const struct print *a, const struct print *b, const char *what,
                        const dp_chain_def *def) {
    assert_int_equal(a->status, b->status);
    for (int k = 0; k < PARTS && a->status == DP_OK; k++) {
        if (a->part[k] == b->part[k]) continue;
        fprintf(stderr,
                "%s: other %s: %zu bodies, ends %d %d, isa %d, levels %d, threads %d, quiet %d\n",
                what, part_names[k], def->count, (int)def->left.type, (int)def->right.type,
                knobs.isa, knobs.levels, def->threads, def->skip_resting);
        _fail(__FILE__, __LINE__);
    }
}

static struct print run_print(const dp_chain_def *def, long steps) {
    dp_chain *chain = knobbed_chain(def);
    dp_status status = dp_chain_advance(chain, steps, NULL);
    struct print print = print_of(chain, status);
    dp_chain_free(chain);
    return print;
}

// Contact by contact through the scalar calls, one level after the other.
static struct print reference(const dp_chain_def *def, long steps) {
    dp_chain_def plain = *def;
    struct chain_knobs before = knobs;
    knobs = (struct chain_knobs){.isa = -1, .levels = 1, .plain = true};
    plain.threads = 1;
    plain.skip_resting = false;
    struct print print = run_print(&plain, steps);
    knobs = before;
    return print;
}

static int isa_count(void) {
    return (int)dp_isa_best() + 1;
}

// --- chains of all kinds -------------------------------------------------------------------------

static const double ramp_time[] = {0.0, 3e-5, 7e-5, 2e-4}, ramp_velocity[] = {0.1, 0.9, -0.4, 0.2};

struct material {
    struct row row;
    dp_contact laws[2];
    dp_chain_probe_def probes[PROBES];
};
static struct material material;

static double mass_of(int kind, size_t i, size_t count, double mass, uint64_t *seed) {
    if (kind == DIMER) return i % 2 == 0 ? mass : 0.4 * mass;
    if (kind == TAPERED) return mass * (1.0 - 0.7 * (double)i / (double)count);
    return kind == RANDOM ? mass * (0.3 + law_random(seed)) : mass;
}

static dp_chain_end some_end(int choice, double impedance) {
    dp_chain_end end = {0};
    if (choice == 1) end.type = DP_END_WALL;
    if (choice == 2 || choice == 3) end.type = DP_END_DRIVEN;
    if (choice == 4 || choice == 5) end.type = DP_END_BAR;
    end.glued = choice == 3 || choice == 5;
    if (choice >= 2) end.signal = (dp_chain_signal){4, ramp_time, ramp_velocity};
    if (choice >= 4) end.impedance = impedance;
    return end;
}

static int is_absent(const dp_chain_def *def, int is_contact, size_t at) {
    int left = def->left.type == DP_END_FREE || def->left.glued;
    int right = def->right.type == DP_END_FREE || def->right.glued;
    return is_contact && ((at == 0 && left) || (at == def->count && right));
}

// Probes all over, near the seams of blocks and threads, in no order.
static void place_probes(struct material *m, size_t count, uint64_t *seed) {
    static const size_t seams[] = {0, 1, 1023, 1024, 1025, 2048, 4095, 4500, 8192, 6833};
    for (int p = 0; p < PROBES; p++) {
        int is_contact = law_random(seed) < 0.5;
        size_t room = count + (is_contact ? 1 : 0), at = (size_t)(law_random(seed) * (double)room);
        if (p < 10 && p % 2 == (int)(count % 2) && seams[p] < room) at = seams[p];
        int absent = is_absent(&m->row.def, is_contact, at);
        m->probes[p] = (dp_chain_probe_def){is_contact && !absent, absent ? 0 : at};
    }
    m->row.def.probes = m->probes;
    m->row.def.probe_count = PROBES;
    m->row.def.record_every = 3;
    m->row.def.record_steps = 1000;
}

// Bodies fly about, so that contacts open and close everywhere; 0.05 of the stable step lets a
// touch last for a few dozens of steps.
static void set_motion(struct material *m, double mass, int kind, uint64_t *seed) {
    struct row *row = &m->row;
    size_t contact, n = row->def.count;
    double limit;
    for (size_t i = 0; i < n; i++) {
        row->mass[i] = mass_of(kind, i, n, mass, seed);
        row->velocity[i] = 2.0 * law_random(seed) - 1.0;
    }
    dp_chain_def def = row->def;
    assert_int_equal(dp_chain_step_limit(&def, 1.0, &limit, &contact, NULL), DP_OK);
    row->def.step = limit > 1e-12 && limit < 1e-2 ? 0.05 * limit : 1e-8;
}

// What the number `turn` asks for: kind, ends, gaps, gravity, preload, two laws.
static void make_chain(struct material *m, const law_case *c, size_t count, unsigned turn) {
    uint64_t seed = 0x9e3779b97f4a7c15u * (turn + 1);
    struct row *row = &m->row;
    int kind = (int)(turn % KINDS);
    make_row(row, count, c->def.pair.mass, c->contact, 1e-8);
    m->laws[0] = c->contact;
    m->laws[0].tension = (dp_tension)(turn / 4 % 3);
    m->laws[0].floor = m->laws[0].tension == DP_TENSION_ALLOW ? -INFINITY : 0.0;
    m->laws[1] = hertz(1e9);
    row->def.laws = m->laws;
    row->def.law_count = 1;
    if (law_random(&seed) < 0.25) {
        row->def.law_count = 2;
        for (size_t i = 0; i <= count; i++)
            row->law[i] = i / 37 % 3 == 1;
        row->def.law = row->law;
    }
    set_motion(m, 2.0 * c->def.pair.mass, kind, &seed);
    double reach = 3.0 * row->def.step;  // what a body passes in a few steps
    int asks_speed = dp_chain_watches(&m->laws[0]);
    for (size_t i = 0; i <= count; i++)
        row->gap[i] = reach * (law_random(&seed) - (asks_speed ? 0.0 : 0.5));
    if (law_random(&seed) < 0.4) row->def.gap = row->gap;
    if (law_random(&seed) < 0.3) row->def.gravity = 2e3 * (law_random(&seed) - 0.5);
    if (law_random(&seed) < 0.3) row->def.preload = 0.3 * row->mass[0] / row->def.step;
    // the outermost ones may be glued to an end that carries them
    row->def.pushed = count < 4 ? 0 : 1 + (size_t)(law_random(&seed) * (double)(count - 2));
    double impedance = row->mass[0] / (40.0 * row->def.step);
    row->def.left = some_end((int)(law_random(&seed) * (count < 4 ? 3 : 6)), impedance);
    row->def.right = some_end((int)(law_random(&seed) * (count < 4 ? 3 : 6)), impedance);
    if (law_random(&seed) < 0.5) place_probes(m, count, &seed);
}

static void every_law_has_the_bits_of_the_scalar_calls_in_short_chains(void **state) {
    (void)state;
    int count;
    const law_case *cases = law_cases(&count);
    unsigned turn = 0;
    for (int i = 0; i < count; i++) {
        int is_first = i == 0 || cases[i].def.law.law != cases[i - 1].def.law.law;
        for (int k = 0; k < (is_first ? 4 : 1); k++, turn++) {
            size_t n = 1 + (size_t)turn * 7 % 80;
            make_chain(&material, &cases[i], n, turn);
            dp_chain_def def = material.row.def;
            knobs = chain_usual_knobs;
            struct print expected = reference(&def, 60);
            for (knobs.isa = 0; knobs.isa < isa_count(); knobs.isa++) {
                struct print print = run_print(&def, 60);
                expect_same(&expected, &print, cases[i].name, &def);
            }
        }
    }
}

// Blocks hold 1024 bodies, tiles begin with 4096.
static const size_t long_counts[] = {1023, 1024, 1025, 1026, 2047, 2048,
                                     2049, 2050, 4095, 4096, 4097, 9000};
enum { LONG_COUNTS = sizeof long_counts / sizeof *long_counts };

// The first case that each kernel has; NULL behind the last.
static const law_case *kernel_case(int index) {
    int count, kernels = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        int is_new = 1;
        for (int j = 0; j < i && is_new; j++)
            is_new = cases[j].contact.kernel != cases[i].contact.kernel;
        if (is_new && kernels++ == index) return &cases[i];
    }
    return NULL;
}

static const law_case *case_of_kernel(const char *name) {
    for (int i = 0;; i++) {
        const law_case *c = kernel_case(i);
        assert_non_null(c);
        if (strcmp(c->contact.kernel->name, name) == 0) return c;
    }
}

static void every_kernel_has_the_bits_of_the_scalar_calls_in_tiles(void **state) {
    (void)state;
    for (int i = 0; kernel_case(i) != NULL; i++) {
        const law_case *c = kernel_case(i);
        int has_loops = dp_kernel_chain_loop(c->contact.kernel, DP_ISA_BASELINE, 0) != NULL;
        for (unsigned k = 0; k < (has_loops ? 3 : 1); k++) {
            unsigned turn = 5 * (unsigned)i + 31 * k;
            make_chain(&material, c, long_counts[turn % (LONG_COUNTS - 1)], turn);
            dp_chain_def def = material.row.def;
            knobs = chain_usual_knobs;
            struct print expected = reference(&def, 71);
            for (int j = 0; j < LEVELS; j++) {
                knobs.levels = tile_levels[j];
                def.skip_resting = j % 2;
                knobs.isa = (int)(turn + (unsigned)j) % isa_count();
                struct print print = run_print(&def, 71);
                expect_same(&expected, &print, c->name, &def);
                if (!has_loops) j++;
            }
        }
    }
}

// The laws whose loops differ: plain, with rate, with a touch, with history, few and many at once,
// none at all.
static const char *const loop_kernels[] = {"hertz",  "hertz-quarter", "hunt-crossley", "wang-curve",
                                           "ma-liu", "thornton",      "walton-braun",  "peng"};
enum { LOOP_KERNELS = sizeof loop_kernels / sizeof *loop_kernels };

static void threads_change_no_bit(void **state) {
    (void)state;
    static const size_t counts[] = {8192, 9000, 12289, 20483};
    for (unsigned i = 0; i < LOOP_KERNELS; i++) {
        const law_case *c = case_of_kernel(loop_kernels[i]);
        size_t n = counts[i % 4];
        // kinds and surroundings in turn
        make_chain(&material, c, n, 11 * i + 1);
        dp_chain_def def = material.row.def;
        knobs = chain_usual_knobs;
        struct print expected = reference(&def, 75);
        for (int threads = 1; threads <= 5; threads++) {
            def.threads = threads;
            knobs.levels = tile_levels[1 + (threads + (int)i) % (LEVELS - 1)];
            knobs.isa = threads % 2 == 0 ? -1 : (threads + (int)i) % isa_count();
            def.skip_resting = threads % 2;
            struct print print = run_print(&def, 75);
            expect_same(&expected, &print, c->name, &def);
        }
    }
}

// All manners at once on one chain of every size.
static void every_size_agrees_in_every_manner(void **state) {
    (void)state;
    const law_case *c = case_of_kernel("hertz");
    for (size_t n = 1; n <= 80; n++) {
        for (unsigned kind = 0; kind < KINDS; kind++) {
            make_chain(&material, c, n, 4 * (unsigned)n + kind);
            dp_chain_def def = material.row.def;
            knobs = chain_usual_knobs;
            struct print expected = reference(&def, 40);
            for (knobs.isa = 0; knobs.isa < isa_count(); knobs.isa++) {
                def.threads = (int)n % 5;
                knobs.levels = tile_levels[n % LEVELS];
                struct print print = run_print(&def, 40);
                expect_same(&expected, &print, c->name, &def);
            }
        }
    }
    for (unsigned k = 0; k < LONG_COUNTS; k++) {
        make_chain(&material, c, long_counts[k], 400 + k);
        dp_chain_def def = material.row.def;
        knobs = chain_usual_knobs;
        struct print expected = reference(&def, 60);
        for (knobs.isa = 0; knobs.isa < isa_count(); knobs.isa++) {
            for (int j = 0; j < LEVELS; j++) {
                knobs.levels = tile_levels[j];
                def.threads = 1 + j % 3;
                def.skip_resting = j % 2;
                struct print print = run_print(&def, 60);
                expect_same(&expected, &print, c->name, &def);
            }
        }
    }
}

// --- stretches at rest ---------------------------------------------------------------------------

// A pulse in a chain at rest, far from where it starts nothing moves. Bodies stand apart in `gap`.
static void make_pulse(struct material *m, const char *law, size_t count, size_t at, double gap) {
    const law_case *c = case_of_kernel(law);
    make_row(&m->row, count, 2.0 * c->def.pair.mass, c->contact, 1e-8);
    size_t contact;
    double limit;
    assert_int_equal(dp_chain_step_limit(&m->row.def, 1.0, &limit, &contact, NULL), DP_OK);
    m->row.def.step = 0.3 * limit;
    m->row.velocity[at] = 1.0;
    if (at > 0) m->row.velocity[at - 1] = -0.7;
    for (size_t i = 0; i <= count; i++)
        m->row.gap[i] = gap * m->row.def.step;
    m->row.def.gap = m->row.gap;
}

static void what_is_at_rest_is_passed_over_without_a_trace(void **state) {
    (void)state;
    enum { N = 12300, STEPS = 400 };
    static const size_t places[] = {0, 6100, 3071, N - 1};
    for (unsigned i = 0; i < 6; i++) {
        const char *law = loop_kernels[(i * 3) % LOOP_KERNELS];
        make_pulse(&material, law, N, places[i % 4], i < 4 ? 0.0 : 5.0);
        uint64_t seed = i + 1;
        if (i % 3 == 1) place_probes(&material, N, &seed);
        dp_chain_def def = material.row.def;
        knobs = chain_usual_knobs;
        if (i % 3 == 2) def.right = some_end(2, 0.0);
        def.skip_resting = 0;
        struct print expected = run_print(&def, STEPS);
        for (int j = 0; j < LEVELS; j++) {
            def.skip_resting = 1;
            knobs.levels = tile_levels[j];
            def.threads = j < 2 ? 1 : 4 - (int)i % 3;  // a barrier per level would cost much
            struct print print = run_print(&def, STEPS);
            expect_same(&expected, &print, law, &def);
        }
    }
}

// Pulses run to and fro between walls: bodies fly apart, dents are made, reached again from within
// and deepened, and most vectors of contacts have nothing to do most of the time.
static void vectors_of_contacts_that_are_apart_leave_no_trace(void **state) {
    (void)state;
    enum { N = 61, STEPS = 2500 };
    for (unsigned i = 0; i < 2 * LOOP_KERNELS; i++) {
        const char *law = loop_kernels[i % LOOP_KERNELS];
        make_pulse(&material, law, N, 7, 0.0);
        dp_chain_def def = material.row.def;
        for (size_t j = 0; j <= N; j++)
            material.row.gap[j] = (double)(j % 5) * def.step;
        if (i < LOOP_KERNELS) def.gap = NULL;
        def.left = def.right = some_end(1, 0.0);
        knobs = chain_usual_knobs;
        struct print expected = reference(&def, STEPS);
        for (knobs.isa = 0; knobs.isa < isa_count(); knobs.isa++) {
            struct print print = run_print(&def, STEPS);
            expect_same(&expected, &print, law, &def);
        }
    }
}

// All bodies part from their neighbours, and the speed of one is no number.
static void a_number_that_is_none_is_not_passed_over(void **state) {
    (void)state;
    enum { N = 40, BROKEN = 20, STEPS = 4 };
    for (unsigned i = 0; i < LOOP_KERNELS; i++) {
        make_pulse(&material, loop_kernels[i], N, 7, 0.0);
        dp_chain_def def = material.row.def;
        for (size_t j = 0; j < N; j++)
            material.row.velocity[j] = 0.1 * (double)j;
        knobs = chain_usual_knobs;
        for (knobs.isa = 0; knobs.isa < isa_count(); knobs.isa++) {
            dp_chain *chain = knobbed_chain(&def);
            chain->v[BROKEN] = NAN;
            dp_chain_advance(chain, STEPS, NULL);
            for (size_t j = 1; j <= N; j++) {
                size_t far = j > BROKEN ? j - BROKEN : BROKEN - j;
                assert_int_equal(!isnan(chain->v[j]), far >= STEPS);
            }
            dp_chain_free(chain);
        }
    }
}

// A pulse long after the others: a driven end that waits, and bodies that come to rest again.
static void what_wakes_up_late_is_not_missed(void **state) {
    (void)state;
    static const double time[] = {0.0, 1.0, 2.0}, velocity[] = {0.0, 0.0, 1.0};
    double scaled[3];
    make_pulse(&material, "hertz", 6000, 3000, 0.0);
    material.row.velocity[3000] = material.row.velocity[2999] = 0.0;
    dp_chain_def def = material.row.def;
    knobs = chain_usual_knobs;
    for (int k = 0; k < 3; k++)
        scaled[k] = 400.0 * def.step * time[k];
    def.left = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {3, scaled, velocity}};
    def.right = def.left;
    def.skip_resting = 0;
    struct print expected = run_print(&def, 1500);
    def.skip_resting = 1;
    struct print print = run_print(&def, 1500);
    expect_same(&expected, &print, "late", &def);
    dp_chain *chain = knobbed_chain(&def);
    assert_true(run_chain(chain, 1500)->velocity[20] > 0.1);
    dp_chain_free(chain);
}

// --- in parts, and from a saved state ------------------------------------------------------------

static void a_march_in_parts_is_the_march(void **state) {
    (void)state;
    static const long parts[] = {1, 31, 32, 33, 0, 3};
    for (unsigned i = 0; i < LOOP_KERNELS; i++) {
        make_chain(&material, case_of_kernel(loop_kernels[i]), i % 2 == 0 ? 60 : 4500, 17 * i);
        dp_chain_def def = material.row.def;
        knobs = chain_usual_knobs;
        for (int method = 0; method < 3; method++) {
            def.method = (dp_chain_method)method;
            if (method > 0 && def.count > 100) continue;
            struct print expected = run_print(&def, 100);
            dp_chain *chain = knobbed_chain(&def);
            dp_status status = DP_OK;
            for (int k = 0; k < 6; k++) {
                if (status == DP_OK) status = dp_chain_advance(chain, parts[k], NULL);
                dp_chain_state(chain);  // a look leaves no trace
            }
            assert_int_equal(dp_chain_step_count(chain), 100);
            struct print print = print_of(chain, status);
            expect_same(&expected, &print, loop_kernels[i], &def);
            dp_chain_free(chain);
        }
    }
}

static unsigned char saved[1 << 22];

// Saved after 37 steps; put into a fresh chain, and into one that has run on for a while, both with
// other tiles and threads.
static void check_restart(const dp_chain_def *def, const char *what, long before, long after) {
    dp_chain_def other = *def;
    other.threads = 2;
    dp_chain *first = knobbed_chain(def);
    knobs.levels = 17;
    dp_chain *fresh = knobbed_chain(&other), *used = knobbed_chain(&other);
    dp_status status = dp_chain_advance(first, before, NULL);
    size_t size = dp_chain_save(first, saved, sizeof saved);
    assert_true(size <= sizeof saved);
    if (status == DP_OK) status = dp_chain_advance(first, after, NULL);
    struct print expected = print_of(first, status);
    dp_chain_advance(used, 3 * after, NULL);
    dp_chain_state(used);
    dp_chain *chains[] = {fresh, used};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(dp_chain_restore(chains[k], saved, size, NULL), DP_OK);
        assert_int_equal(dp_chain_step_count(chains[k]), before);
        struct print print = print_of(chains[k], dp_chain_advance(chains[k], after, NULL));
        expect_same(&expected, &print, what, &other);
    }
    dp_chain_free(first);
    dp_chain_free(fresh);
    dp_chain_free(used);
}

static void a_saved_state_goes_on_with_the_same_bits(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2 * LOOP_KERNELS; i++) {
        const char *law = loop_kernels[i % LOOP_KERNELS];
        make_chain(&material, case_of_kernel(law), i < LOOP_KERNELS ? 50 : 8200, 29 * i + 2);
        dp_chain_def def = material.row.def;
        knobs = chain_usual_knobs;
        check_restart(&def, law, 37, 40);
        def.method = DP_CHAIN_RK4;
        if (def.count < 100) check_restart(&def, law, 37, 40);
        def.method = DP_CHAIN_PREDICTOR_CORRECTOR;
        if (def.count < 100) check_restart(&def, law, 37, 40);
    }
    make_pulse(&material, "hertz", 9000, 4000, 0.0);
    check_restart(&material.row.def, "pulse", 40, 900);
}

// What was at rest in a chain is not in the state that is put into it.
static void a_state_from_elsewhere_wakes_what_was_at_rest(void **state) {
    (void)state;
    make_pulse(&material, "hertz", 9000, 6000, 0.0);
    dp_chain *there = knobbed_chain(&material.row.def);
    make_pulse(&material, "hertz", 9000, 1500, 0.0);
    dp_chain *here = knobbed_chain(&material.row.def);
    run_chain(there, 64);
    run_chain(here, 64);
    dp_chain_piece from[DP_CHAIN_PIECES_MAX], to[DP_CHAIN_PIECES_MAX];
    int count = dp_chain_pieces(there, from);
    assert_int_equal(dp_chain_pieces(here, to), count);
    for (int i = 0; i < count; i++)
        memcpy(to[i].data, from[i].data, to[i].bytes);
    struct print expected = print_of(there, dp_chain_advance(there, 200, NULL));
    struct print print = print_of(here, dp_chain_advance(here, 200, NULL));
    expect_same(&expected, &print, "elsewhere", &material.row.def);
    dp_chain_free(there);
    dp_chain_free(here);
}

// The methods with stages take their forces from the batch loops.
static void instruction_sets_agree_in_the_methods_with_stages(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3 * LOOP_KERNELS; i++) {
        const char *law = loop_kernels[i % LOOP_KERNELS];
        make_chain(&material, case_of_kernel(law), 3 + 97 * (size_t)i % 300, 13 * i);
        dp_chain_def def = material.row.def;
        knobs = chain_usual_knobs;
        def.method = i % 2 == 0 ? DP_CHAIN_RK4 : DP_CHAIN_PREDICTOR_CORRECTOR;
        knobs.isa = 0;
        struct print expected = run_print(&def, 40);
        for (knobs.isa = 1; knobs.isa < isa_count(); knobs.isa++) {
            struct print print = run_print(&def, 40);
            expect_same(&expected, &print, law, &def);
        }
    }
}

// Were nothing to happen, everything above would agree.
static void something_happens_in_these_chains(void **state) {
    (void)state;
    int count, touched = 0, finished = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        make_chain(&material, &cases[i], 60, (unsigned)i);
        dp_chain *chain = knobbed_chain(&material.row.def);
        finished += dp_chain_advance(chain, 60, NULL) == DP_OK;
        touched += dp_chain_maxima(chain).force > 0.0;
        dp_chain_free(chain);
    }
    // a few extreme parameters leave the range of their law, or ask for a force of nothing
    assert_true(finished > 95 * count / 100 && touched > 95 * count / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(something_happens_in_these_chains),
        cmocka_unit_test(every_law_has_the_bits_of_the_scalar_calls_in_short_chains),
        cmocka_unit_test(every_kernel_has_the_bits_of_the_scalar_calls_in_tiles),
        cmocka_unit_test(every_size_agrees_in_every_manner),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(what_is_at_rest_is_passed_over_without_a_trace),
        cmocka_unit_test(vectors_of_contacts_that_are_apart_leave_no_trace),
        cmocka_unit_test(a_number_that_is_none_is_not_passed_over),
        cmocka_unit_test(what_wakes_up_late_is_not_missed),
        cmocka_unit_test(a_march_in_parts_is_the_march),
        cmocka_unit_test(a_saved_state_goes_on_with_the_same_bits),
        cmocka_unit_test(a_state_from_elsewhere_wakes_what_was_at_rest),
        cmocka_unit_test(instruction_sets_agree_in_the_methods_with_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
