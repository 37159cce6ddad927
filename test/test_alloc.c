// Tests for what the library does without history: every allocation fails once,
// and every time the answer is DP_ERR_MEMORY with a sentence, all that was
// taken is given back, and the next try works.

#include <stdint.h>

#include "check.h"
#include "dashpot/dashpot.h"

// An allocator that counts and whose n-th block is not given.
struct bank {
    long calls, fails_at, blocks;
    size_t bytes;
};

static void *take(void *user, size_t size) {
    struct bank *bank = user;
    assert_true(size > 0 && size % 64 == 0);
    if (++bank->calls == bank->fails_at) return NULL;
    void *block = aligned_alloc(64, size);
    assert_non_null(block);
    // nobody may count on zeros
    memset(block, 0xa5, size);
    bank->blocks++;
    bank->bytes += size;
    return block;
}

static void give(void *user, void *block, size_t size) {
    struct bank *bank = user;
    assert_non_null(block);
    bank->blocks--;
    bank->bytes -= size;
    free(block);
}

typedef dp_status (*deed)(const dp_allocator *from, dp_error *err);

// Let each allocation fail in turn until none is left. Returns how many there
// were.
static long try_all(deed work, const char *name) {
    for (long n = 1; n < 1000; n++) {
        struct bank bank = {.fails_at = n};
        dp_allocator from = {.alloc = take, .free = give, .user = &bank};
        dp_error err = {0};
        dp_status status = work(&from, &err);
        if (bank.blocks != 0 || bank.bytes != 0)
            fail_msg("%s, allocation %ld: %ld blocks are left", name, n, bank.blocks);
        if (bank.calls < n) {
            if (status != DP_OK) fail_msg("%s: %s", name, err.text);
            return n - 1;
        }
        if (status != DP_ERR_MEMORY || err.status != DP_ERR_MEMORY || err.text[0] == '\0')
            fail_msg("%s, allocation %ld: status %d, %s", name, n, status, err.text);
    }
    fail_msg("%s does not end", name);
    return 0;
}

static dp_contact_def contact_def(const char *law) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair.modulus = 1e11;
    def.pair.radius = 0.01;
    def.pair.mass = 0.1;
    return def;
}

static dp_status batch(const dp_allocator *from, dp_error *err) {
    dp_batch batch;
    dp_status status = dp_batch_build(&batch, 100, from, err);
    dp_batch_free(&batch);
    return status;
}

static void a_batch(void **state) {
    (void)state;
    assert_int_equal(try_all(batch, "batch"), 1);
}

// Method by method: adaptive steps need more than the block of the chain.
static dp_status chain_by(dp_chain_method method, const dp_allocator *from, dp_error *err) {
    enum { BEADS = 5 };
    const double mass[BEADS] = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}, velocity[BEADS] = {1.0};
    dp_contact_def law = contact_def("hertz");
    dp_contact contact;
    dp_chain *chain;
    dp_solve_stats stats;
    dp_status status = dp_contact_init(&contact, &law, err);
    if (status != DP_OK) return status;
    dp_chain_def def = dp_chain_defaults();
    def.count = BEADS;
    def.mass = mass;
    def.velocity = velocity;
    def.laws = &contact;
    def.law_count = 1;
    def.step = 1e-8;
    def.method = method;
    def.allocator = from;
    status = dp_chain_build(&chain, &def, err);
    if (status != DP_OK) {
        assert_null(chain);
        return status;
    }
    if (method == DP_CHAIN_DOP853) {
        dp_chain_solve_def solve = {.until = 1e-5, .rtol = 1e-8};
        status = dp_chain_solve(chain, &solve, &stats, err);
    } else {
        status = dp_chain_advance(chain, 100, err);
    }
    dp_chain_free(chain);
    return status;
}

static dp_status chain(const dp_allocator *from, dp_error *err) {
    return chain_by(DP_CHAIN_VERLET, from, err);
}

static dp_status adaptive_chain(const dp_allocator *from, dp_error *err) {
    return chain_by(DP_CHAIN_DOP853, from, err);
}

static void a_chain(void **state) {
    (void)state;
    assert_true(try_all(chain, "chain") >= 1);
    assert_true(try_all(adaptive_chain, "chain with adaptive steps") >= 1);
}

static dp_status journal(const dp_allocator *from, dp_error *err) {
    dp_contact_def law = contact_def("hertz");
    dp_contact contact;
    dp_journal result;
    dp_status status = dp_contact_init(&contact, &law, err);
    if (status != DP_OK) return status;
    dp_journal_def def = {.bearing_radius = 0.1,
                          .clearance = 1e-4,
                          .mass = 200.0,
                          .inertia = 1.0,
                          .x = 1e-4,
                          .vx = 1.0,
                          .vy = 0.5,
                          .collisions = 3,
                          .keep_history = 1};
    return dp_journal_run(&contact, &def, from, &result, err);
}

static void a_journal(void **state) {
    (void)state;
    assert_int_equal(try_all(journal, "journal"), 1);
}

// A pendulum on a loose pin, built, run, and run with its shadow.
static dp_status mechanism(const dp_allocator *from, dp_error *err) {
    dp_mechanism_body body = dp_mechanism_body_defaults("arm", 1.0, 0.01);
    dp_mechanism_joint joint = dp_mechanism_joint_defaults(DP_JOINT_CLEARANCE, DP_GROUND, 0, NULL);
    joint.name = "pin";
    joint.at[1][0] = -0.1;
    joint.journal_radius = 9.5e-3;
    joint.bearing_radius = 0.01;
    joint.contact = contact_def("hertz");
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = &body;
    def.body_count = 1;
    def.joints = &joint;
    def.joint_count = 1;
    def.gravity[1] = -9.81;
    dp_mechanism *m;
    dp_mechanism_result result;
    double horizon;
    def.allocator = from;
    dp_status status = dp_mechanism_build(&m, &def, err);
    if (status != DP_OK) {
        assert_null(m);
        return status;
    }
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = 0.02;
    run.rtol = 1e-6;
    run.allocator = from;
    status = dp_mechanism_run(m, &run, &result, err);
    if (status == DP_OK) status = dp_mechanism_horizon(m, &run, 1e-3, &horizon, err);
    dp_mechanism_free(m);
    return status;
}

static void a_mechanism(void **state) {
    (void)state;
    // its own block, several parts, the run, its solver, the shadow
    assert_true(try_all(mechanism, "mechanism") >= 5);
}

// More unknowns than fit on the stack.
enum { UNKNOWNS = 40 };

static dp_status decay(const void *model, const double *y, double *dy) {
    (void)model;
    for (int i = 0; i < UNKNOWNS; i++)
        dy[i] = i == 0 ? 1.0 : -y[i];
    return DP_OK;
}

static double end_of_time(const void *model, const double *y, int index) {
    (void)model;
    (void)index;
    return 1.0 - y[0];
}

static dp_event_action stop(void *model, double *y, int id) {
    (void)model;
    (void)y;
    (void)id;
    return DP_EVENT_STOP;
}

static dp_status solve(const dp_allocator *from, dp_error *err) {
    double y[UNKNOWNS], scale[UNKNOWNS];
    for (int i = 0; i < UNKNOWNS; i++) {
        y[i] = i == 0 ? 0.0 : 1.0;
        scale[i] = 1.0;
    }
    dp_system system = {.count = UNKNOWNS,
                        .scale = scale,
                        .rates = decay,
                        .function_count = 1,
                        .function = end_of_time,
                        .on_event = stop};
    dp_solve_def def = {.rtol = 1e-8, .max_steps = 1000};
    dp_solve_stats stats;
    return dp_solve_dop853(&system, &def, y, &stats, from, err);
}

static void a_large_system(void **state) {
    (void)state;
    assert_int_equal(try_all(solve, "dop853"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch),        cmocka_unit_test(a_chain),
        cmocka_unit_test(a_journal),      cmocka_unit_test(a_mechanism),
        cmocka_unit_test(a_large_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
