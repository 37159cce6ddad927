// Tests for src/mechanism and src/solve/hybrid.c: what a run takes of memory.

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "dashpot/dashpot.h"
#include "mechanism_cases.h"

struct meter {
    size_t now, most;
};

static void *count_in(void *user, size_t size) {
    struct meter *m = (struct meter *)user;
    m->now += size;
    m->most = m->now > m->most ? m->now : m->most;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void count_out(void *user, void *memory, size_t size) {
    struct meter *m = (struct meter *)user;
    m->now -= size;
    free(memory);
}

// A chain of pins that hangs and swings.
enum { LINKS_MOST = 400 };
static size_t memory_of_links(int count) {
    static dp_mechanism_body bodies[LINKS_MOST];
    static dp_mechanism_joint joints[LINKS_MOST];
    static char names[LINKS_MOST][16];
    struct meter meter = {0};
    dp_allocator allocator = {count_in, count_out, &meter};
    for (int i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "link%d", i);
        bodies[i] = dp_mechanism_body_defaults(names[i], 1.0, 1e-3);
        bodies[i].angle = i == 0 ? 0.3 : 0.0;
        joints[i] =
            dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, i == 0 ? DP_GROUND : i - 1, i, NULL);
        joints[i].at[0][1] = i == 0 ? 0.0 : -0.05;
        joints[i].at[1][1] = 0.05;
    }
    dp_mechanism_def def = dp_mechanism_defaults();
    def.gravity[1] = -9.81;
    def.bodies = bodies;
    def.body_count = count;
    def.joints = joints;
    def.joint_count = count;
    def.allocator = &allocator;
    dp_mechanism *m = mechanism_build(&def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    run.until = 1e-5;
    run.allocator = &allocator;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_OK);
    dp_mechanism_free(m);
    assert_int_equal(meter.now, 0);
    return meter.most;
}

// 3.6 kB per link, which a dense matrix of the unknowns would make 160 at 400 links.
static void memory_grows_with_the_links(void **state) {
    (void)state;
    assert_true(memory_of_links(200) < (size_t)200 * 4096);
    assert_true(memory_of_links(400) < (size_t)400 * 4096);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_grows_with_the_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
