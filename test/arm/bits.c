// Forces and histories of every law on a grid of states, written as bits or compared with a file of
// them: the same source on another processor or system.
//
//     bits FILE            write
//     bits FILE compare    compare, one line for every law: its name and the largest difference in
//                          units of the last place
//     bits FILE impacts [compare]    the same of impacts: restitution, depth and duration

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dashpot/dashpot.h"

enum { LANES = 1024, ROUNDS = 6 };

// xorshift64*: the same numbers everywhere
static double random_number(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (double)((*seed * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}

static const struct {
    const char *name;
    double value;
} usual[] = {{"restitution", 0.7},
             {"damping", 50.0},
             {"relaxation", 1e-6},
             {"ramp", 1e-5},
             {"max_damping", 100.0}};

enum { USUAL = sizeof usual / sizeof *usual };

// A steel ball in a steel bushing: all that any law asks for. Laws differ in whether they take a
// stiffness or work from a modulus, and in which parameters they need: the fewest that do.
static bool prepare(const dp_law *law, dp_contact *contact) {
    for (unsigned given = 0; given < 1u << (USUAL + 1); given++) {
        dp_contact_def def = dp_contact_defaults(law);
        def.pair.modulus = 1.1e11;
        def.pair.radius = 0.01;
        def.pair.mass = 0.03;
        def.pair.yield = 3e8;
        def.pair.bearing_radius = 0.01;
        def.pair.clearance = 1e-4;
        def.pair.length = 0.02;
        if (given & 1u) def.pair.stiffness = 1e7;
        for (unsigned i = 0; i < USUAL; i++) {
            if (given >> (i + 1) & 1u) dp_law_set(&def.law, usual[i].name, usual[i].value, NULL);
        }
        if (dp_contact_init(contact, &def, NULL) == DP_OK) return true;
    }
    return false;
}

// Distance in units of the last place; equal signs only, NaN is equal to NaN.
static double distance(double a, double b) {
    int64_t left, right;
    if (a == b || (isnan(a) && isnan(b))) return 0.0;
    if (!isfinite(a) || !isfinite(b) || signbit(a) != signbit(b)) return INFINITY;
    memcpy(&left, &a, sizeof left);
    memcpy(&right, &b, sizeof right);
    return fabs((double)(left - right));
}

struct exchange {
    FILE *file;
    bool compares;
    double worst;  // of the present law
};

static void exchange(struct exchange *x, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        if (!x->compares) {
            fprintf(x->file, "%016" PRIx64 "\n", bits);
            continue;
        }
        double other;
        if (fscanf(x->file, "%" SCNx64, &bits) != 1) {
            puts("the file is too short");
            exit(1);
        }
        memcpy(&other, &bits, sizeof other);
        x->worst = fmax(x->worst, distance(values[i], other));
    }
}

// Rounds of loading and unloading: every lane goes its own way.
static void run(const dp_contact *contact, struct exchange *x) {
    dp_batch batch;
    double speed[LANES];
    uint64_t seed = 20261116;
    if (dp_batch_build(&batch, LANES, NULL, NULL) != DP_OK) exit(1);
    for (int i = 0; i < LANES; i++)
        speed[i] = 0.05 + 2.0 * random_number(&seed);
    if (dp_contact_begins(contact, &batch.lanes, speed, NULL, 0) != DP_OK) exit(1);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LANES; i++) {
            batch.delta[i] = 6e-5 * random_number(&seed) - 5e-6;
            batch.rate[i] = 2.0 * random_number(&seed) - 1.0;
        }
        if (dp_contact_responses(contact, &batch.lanes) != DP_OK) exit(1);
        exchange(x, batch.lanes.force, LANES);
        exchange(x, batch.lanes.dforce_ddelta, LANES);
        exchange(x, batch.lanes.stored, LANES);
        if (dp_contact_advance(contact, &batch.lanes) != DP_OK) exit(1);
        for (int j = 0; j < contact->kernel->history_count; j++)
            exchange(x, batch.lanes.history[j], LANES);
    }
    dp_batch_free(&batch);
}

// Impacts at speeds from a creep to a blow, each integrated from touch to separation. One that
// cannot be ended within its bounds is a NaN here and there.
static void strike(const dp_contact *contact, struct exchange *x) {
    enum { IMPACTS = 64 };
    double mass[IMPACTS], speed[IMPACTS], result[3][IMPACTS];
    dp_impact_batch batch = dp_impact_batch_defaults();
    for (int i = 0; i < IMPACTS; i++) {
        mass[i] = 0.03;
        speed[i] = 0.01 * (1 + i * i);
        result[0][i] = result[1][i] = result[2][i] = NAN;
    }
    batch.count = IMPACTS;
    batch.contact = contact;
    batch.contact_count = 1;
    batch.mass = mass;
    batch.speed = speed;
    batch.rtol = 1e-10;
    batch.restitution = result[0];
    batch.max_indentation = result[1];
    batch.duration = result[2];
    dp_impact_batch_run(&batch, NULL);
    for (int i = 0; i < 3; i++)
        exchange(x, result[i], IMPACTS);
}

int main(int argc, char **argv) {
    bool impacts = argc >= 3 && strcmp(argv[2], "impacts") == 0;
    bool compares = argc >= 3 && strcmp(argv[argc - 1], "compare") == 0;
    struct exchange x = {.compares = compares};
    if (argc < 2 || (x.file = fopen(argv[1], compares ? "r" : "w")) == NULL) return 2;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        dp_contact contact;
        x.worst = 0.0;
        if (!prepare(law, &contact)) {
            printf("%s cannot be prepared\n", law->name);
            return 1;
        }
        if (impacts)
            strike(&contact, &x);
        else
            run(&contact, &x);
        printf("%s %s %g\n", law->name, contact.kernel->name, x.worst);
    }
    return fclose(x.file) == 0 ? 0 : 1;
}
