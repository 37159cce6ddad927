// States that come from outside: what is no state of the chain is refused, and what is not refused
// does no harm. Run with sanitizers this tells whether a word of a checkpoint leads anywhere.

#include "chain_rig.h"

#include "chain/chain.h"

enum { BODIES = 6, STATE_MAX = 1 << 16 };

static dp_chain *chain_under_way(struct rig *rig, dp_chain_method method) {
    const dp_body bead = {.young = 193e9,
                          .poisson = 0.3,
                          .density = NAN,
                          .yield = 940e6,
                          .radius = 2.38e-3,
                          .mass = 0.45e-3};
    struct recipe recipe = rig_ma_liu(2.8, 13.0);
    dp_error err;
    rig_set_up(rig, BODIES);
    rig->laws[0] = rig_contact(&recipe, &bead, &bead, DP_CONVEX);
    for (size_t i = 0; i < BODIES; i++)
        rig->mass[i] = bead.mass;
    rig->velocity[0] = 1.77;
    rig_watch(rig, 0, 2);
    rig_watch(rig, 1, 3);
    rig_record(rig, 1e-6, 4e-5);
    rig->def.method = method;
    if (method != DP_CHAIN_DOP853) {
        rig->def.step = 1e-8;
        rig->def.record_every = 100;
        rig->def.record_steps = 4000;
    }
    dp_chain *chain = rig_build(rig);
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    solve.until = 1e-5;
    dp_status status = method == DP_CHAIN_DOP853 ? dp_chain_solve(chain, &solve, NULL, &err)
                                                 : dp_chain_advance(chain, 1000, &err);
    if (status != DP_OK) fail_msg("%s", err.text);
    return chain;
}

struct copy {
    size_t used;
    unsigned char byte[STATE_MAX];
};

static void save(dp_chain *chain, struct copy *copy) {
    dp_chain_piece piece[DP_CHAIN_PIECES_MAX];
    int count = dp_chain_pieces(chain, piece);
    copy->used = 0;
    for (int i = 0; i < count; i++) {
        assert_true(copy->used + piece[i].bytes <= STATE_MAX);
        memcpy(copy->byte + copy->used, piece[i].data, piece[i].bytes);
        copy->used += piece[i].bytes;
    }
}

static void load(dp_chain *chain, const struct copy *copy) {
    dp_chain_piece piece[DP_CHAIN_PIECES_MAX];
    int count = dp_chain_pieces(chain, piece);
    const unsigned char *from = copy->byte;
    for (int i = 0; i < count; from += piece[i++].bytes)
        memcpy(piece[i].data, from, piece[i].bytes);
}

// All that can be looked at, and a few steps.
static void use(dp_chain *chain) {
    dp_error err;
    dp_energy energy;
    double momentum, sum = 0.0;
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    solve.until = dp_chain_time(chain) + 1e-8;
    solve.max_steps = 50;
    if (chain->method == DP_CHAIN_DOP853)
        dp_chain_solve(chain, &solve, NULL, &err);
    else
        dp_chain_advance(chain, 3, &err);
    const dp_chain_snapshot *view = dp_chain_state(chain);
    for (size_t i = 0; i <= view->count; i++)
        sum += view->force[i];
    sum += view->force[dp_chain_maxima(chain).contact];
    for (size_t p = 0; p < chain->probe_count; p++) {
        dp_chain_probe probe = dp_chain_probe_at(chain, p);
        for (size_t i = 0; i < probe.row_count; i++)
            sum += probe.rows[i][0];
    }
    dp_chain_balance(chain, &energy, &momentum);
    // a sum that nobody reads need not be computed
    volatile double read = sum;
    (void)read;
}

// Every word of a state in turn becomes something else.
static void try_every_word(dp_chain_method method) {
    static struct rig rig;
    static struct copy good, bad;
    const double nan_ = NAN, inf = INFINITY, huge = 1e300;
    const int64_t minus = -1, large = INT64_C(1) << 62, some = 1000;
    const void *const evil[] = {&nan_, &inf, &huge, &minus, &large, &some};
    int refused = 0, tried = 0;
    dp_error err;
    dp_chain *chain = chain_under_way(&rig, method);
    save(chain, &good);
    for (size_t at = 0; at + 8 <= good.used; at += 8) {
        for (size_t i = 0; i < sizeof evil / sizeof *evil; i++, tried++) {
            memcpy(&bad, &good, sizeof bad);
            memcpy(bad.byte + at, evil[i], 8);
            load(chain, &bad);
            if (dp_chain_check_state(chain, &err) == DP_OK)
                use(chain);
            else
                refused++;
        }
    }
    print_message("%d words tried, %d refused\n", tried, refused);
    // two of six are not finite wherever a number stands, and most words are numbers
    assert_true(3 * refused > tried / 2);
    load(chain, &good);
    assert_int_equal(dp_chain_check_state(chain, &err), DP_OK);
    dp_chain_free(chain);
}

static void a_word_of_a_march_does_no_harm(void **state) {
    (void)state;
    try_every_word(DP_CHAIN_VERLET);
    try_every_word(DP_CHAIN_RK4);
}

static void a_word_of_an_adaptive_run_does_no_harm(void **state) {
    (void)state;
    try_every_word(DP_CHAIN_DOP853);
}

#define REFUSES(place, value)                                                                      \
    do {                                                                                           \
        load(chain, &good);                                                                        \
        chain->place = (value);                                                                    \
        assert_int_equal(dp_chain_check_state(chain, &err), DP_ERR_RANGE);                         \
    } while (0)

static void numbers_and_counts_are_looked_at(void **state) {
    (void)state;
    static struct rig rig;
    static struct copy good;
    dp_error err;
    dp_chain *chain = chain_under_way(&rig, DP_CHAIN_DOP853);
    save(chain, &good);
    REFUSES(now.level, -1);
    REFUSES(now.time, -1.0);
    REFUSES(now.time, NAN);
    REFUSES(now.h, INFINITY);
    REFUSES(now.energy_top, NAN);
    REFUSES(now.tops.contact, BODIES + 1);
    REFUSES(now.tops.level, -1);
    REFUSES(now.tops.force, INFINITY);
    REFUSES(now.end[0].travel, NAN);
    REFUSES(now.end[1].work, INFINITY);
    REFUSES(now.end[1].force, INFINITY);
    REFUSES(u[3], NAN);
    REFUSES(v[BODIES + 1], INFINITY);
    REFUSES(history[0][2], NAN);
    REFUSES(spot[BODIES].mode, 4);
    REFUSES(spot[0].mode, -1);
    REFUSES(spot[1].low, NAN);
    REFUSES(spot[1].held, NAN);
    REFUSES(probe_state[1].rows, chain->row_room + 1);
    REFUSES(probe_state[0].seen[1], NAN);
    REFUSES(probe_state[0].peak[0], INFINITY);
    REFUSES(probe_state[0].now[1], INFINITY);
    REFUSES(rows[0][2], NAN);
    assert_non_null(strstr(err.text, "not finite"));
    dp_chain_free(chain);
}

static void states_of_other_chains_are_refused(void **state) {
    (void)state;
    struct rig rig;
    dp_error err;
    static unsigned char bytes[STATE_MAX];
    dp_chain *chain = chain_under_way(&rig, DP_CHAIN_VERLET);
    dp_chain *other = chain_under_way(&rig, DP_CHAIN_RK4);
    size_t size = dp_chain_save(chain, bytes, sizeof bytes);
    assert_true(size <= sizeof bytes && dp_chain_save(chain, NULL, 0) == size);
    assert_int_equal(dp_chain_restore(other, bytes, size, &err), DP_ERR_RANGE);
    assert_int_equal(dp_chain_restore(chain, bytes, size - 1, &err), DP_ERR_RANGE);
    assert_int_equal(dp_chain_restore(chain, NULL, size, &err), DP_ERR_RANGE);
    assert_int_equal(dp_chain_restore(chain, bytes, size, &err), DP_OK);
    // too little room: nothing is written
    bytes[0] ^= 1;
    assert_true(dp_chain_save(chain, bytes, size - 1) == size);
    assert_int_equal(dp_chain_restore(chain, bytes, size, &err), DP_ERR_RANGE);
    bytes[0] ^= 1;
    // a row that is not finite
    assert_int_equal(dp_chain_advance(chain, 3001, &err), DP_OK);
    dp_chain_save(chain, bytes, sizeof bytes);
    memset(bytes + size - 8, 0xff, 8);
    assert_int_equal(dp_chain_restore(chain, bytes, size, &err), DP_ERR_RANGE);
    dp_chain_free(chain);
    dp_chain_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_of_a_march_does_no_harm),
        cmocka_unit_test(a_word_of_an_adaptive_run_does_no_harm),
        cmocka_unit_test(numbers_and_counts_are_looked_at),
        cmocka_unit_test(states_of_other_chains_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
