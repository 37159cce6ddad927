// Stands in for a long run in tests of checkpoints.
//
//     checkpoint_driver run DIR [--force] [OPTION]...
//     checkpoint_driver resume DIR [OPTION]...
//         --steps N      how long it is (1000)
//         --bytes N      size of its state (100000)
//         --interval S   seconds between checkpoints (0: one at every step)
//         --pause US     microseconds that a step takes
//         --hold FILE    as long as FILE is there it stays at a step, saving and heeding signals as
//                        ever; FILE.reached says that it is there
//         --at STEP      which step that is (half of them)
//         --rush         there it saves again and again
//         --text FILE    what is run (a line of its own), --record FILE its record
//     checkpoint_driver damage DIR      break checkpoints in every way and look what is loaded
//     checkpoint_driver crc             the checksum by itself
//     checkpoint_driver forge FILE WORD VALUE    one number of a checkpoint becomes another
//
// The state is a heap of numbers that depends on every step before; its checksum is the result.

#define _POSIX_C_SOURCE 200809L

#include "driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/crc.h"
#include "base/json.h"
#include "output/output.h"
#include "signals.h"

struct options {
    const char *dir, *text, *record, *hold;
    unsigned long steps, bytes, pause, at;
    double interval;
    int force, rush;
};

struct run {
    bool has_stopped;
    uint64_t random;
    double sum[16];
    uint64_t *heap;
    double *rows;
    size_t heap_count;
};

void fail(const char *text) {
    fprintf(stderr, "checkpoint_driver: %s\n", text);
    exit(3);
}

uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void rest(unsigned long microseconds) {
    const struct timespec time = {0, (long)microseconds * 1000};
    if (microseconds > 0) nanosleep(&time, NULL);
}

static void take_step(struct run *run, unsigned long step, unsigned long pause) {
    uint64_t number = next_random(&run->random);
    uint64_t *cell = &run->heap[number % run->heap_count];
    *cell = (*cell ^ number) + run->heap[(number >> 20) % run->heap_count];
    double *sum = &run->sum[step % 16];
    *sum = sin(*sum + (double)(*cell >> 11) * 0x1p-53);
    run->rows[step] = *sum;
    rest(pause);
}

static uint64_t result_of(const struct run *run) {
    struct crc64 crc;
    crc64_init(&crc);
    crc64_add(&crc, &run->random, sizeof run->random);
    crc64_add(&crc, run->sum, sizeof run->sum);
    crc64_add(&crc, run->heap, run->heap_count * sizeof *run->heap);
    return crc64_sum(&crc);
}

// As `dashpot run` does it.
static int write_results(const struct run *run, const struct options *o,
                         struct checkpoint_store *store) {
    static const char *const names[] = {"step", "value"}, *const units[] = {"", ""};
    struct outcome outcome = {.summary = json_object()};
    dp_diagnostic diagnostic;
    char text[32];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)result_of(run));
    json_put(outcome.summary, "result", json_string(text));
    snprintf(outcome.kind, sizeof outcome.kind, "driver");
    snprintf(outcome.title, sizeof outcome.title, "a long run");
    if (!table_init(&outcome.series, 2, names, units)) fail("out of memory");
    for (unsigned long i = 0; i < o->steps; i++) {
        if (!table_add(&outcome.series, (const double[]){(double)i, run->rows[i]}))
            fail("out of memory");
    }
    outcome.scenario = malloc(64);
    if (outcome.scenario == NULL) fail("out of memory");
    snprintf(outcome.scenario, 64, "steps: %lu\n", o->steps);
    int status = output_write(&outcome, o->dir, o->force, checkpoint_folder(store), &driver_call,
                              &diagnostic);
    outcome_free(&outcome);
    if (status != 0) fprintf(stderr, "%s\n", diagnostic.text);
    if (status == 0) printf("%s\n", text);
    return status;
}

// Whoever made the file decides what happens meanwhile, so nothing depends on how fast this is.
static int is_held(const struct options *o, uint64_t step) {
    return o->hold != NULL && step >= o->at && access(o->hold, F_OK) == 0;
}

// One of several looks at a step that is held. With --rush the first state is saved after the first
// look, and only then the step counts as reached.
static int stay(const struct options *o, struct checkpoint_store *store, int look) {
    char reached[1024];
    if (look == 0 && o->rush) checkpoint_interval(store, 0.0);
    if (look == 1) {
        snprintf(reached, sizeof reached, "%.1000s.reached", o->hold);
        FILE *mark = fopen(reached, "w");
        if (mark == NULL || fclose(mark) != 0) fail("cannot write that the step is reached");
    }
    rest(1000);
    return 1;
}

static int run_steps(struct run *run, const struct options *o, struct checkpoint_store *store) {
    const struct checkpoint_piece pieces[] = {
        {&run->random, sizeof run->random},
        {run->sum, sizeof run->sum},
        {run->heap, run->heap_count * sizeof *run->heap},
        {run->rows, o->steps * sizeof *run->rows},
    };
    dp_diagnostic diagnostic;
    uint64_t step;
    checkpoint_interval(store, o->interval);
    int status = checkpoint_load(store, &step, pieces, 4, &diagnostic);
    if (step == UINT64_MAX) step = 0;
    for (; status == 0 && step < o->steps; step++) {
        int look = 0;
        do {
            bool must_stop = signals_stop(NULL);
            if (!must_stop && !checkpoint_wanted(store)) continue;
            status = checkpoint_save(store, step, pieces, 4, &diagnostic);
            if (status == 0 && must_stop) {
                run->has_stopped = true;
                return 0;
            }
        } while (status == 0 && is_held(o, step) && stay(o, store, look++));
        take_step(run, step, o->pause);
    }
    if (status != 0) fprintf(stderr, "%s\n", diagnostic.text);
    return status;
}

static char *read_whole(const char *name) {
    char *text = calloc(1, 1 << 16);
    FILE *stream = fopen(name, "rb");
    if (text == NULL || stream == NULL) fail("cannot read a text");
    size_t size = fread(text, 1, (1 << 16) - 1, stream);
    fclose(stream);
    text[size] = '\0';
    return text;
}

static char *copy(const char *text) {
    char *to = malloc(strlen(text) + 1);
    if (to == NULL) fail("out of memory");
    return strcpy(to, text);
}

static void tell(void *user, const char *text) {
    (void)user;
    fprintf(stderr, "dashpot: %s\n", text);
}

const struct call driver_call = {.stop = signals_stop, .guard = signals_guard, .message = tell};

static struct checkpoint_store *open_store(const struct options *o, int resumes) {
    dp_diagnostic diagnostic;
    struct checkpoint_origin origin = {.kind = "driver"};
    struct checkpoint_store *store;
    if (resumes) {
        store = checkpoint_resume(o->dir, &origin, &driver_call, &diagnostic);
        if (store != NULL) checkpoint_set_kind(store, "driver");
    } else {
        int status = output_check(o->dir, o->force, &diagnostic);
        origin.text = o->text != NULL ? read_whole(o->text) : copy("driver\n");
        origin.record = o->record != NULL ? read_whole(o->record) : copy("{}\n");
        store = NULL;
        if (status == 0)
            store = checkpoint_begin(o->dir, o->force, &origin, &driver_call, &diagnostic);
        if (status != 0) checkpoint_origin_free(&origin);
    }
    if (store == NULL) fprintf(stderr, "%s\n", diagnostic.text);
    return store;
}

static int run_all(const struct options *o, int resumes) {
    struct run run = {.random = 1, .heap_count = o->bytes / 8 + 1};
    struct checkpoint_store *store = open_store(o, resumes);
    if (store == NULL) return 4;
    run.heap = calloc(run.heap_count, sizeof *run.heap);
    run.rows = calloc(o->steps + 1, sizeof *run.rows);
    if (run.heap == NULL || run.rows == NULL) fail("out of memory");
    int status = run_steps(&run, o, store);
    if (run.has_stopped)
        fprintf(stderr, "stopped at step %llu\n", (unsigned long long)checkpoint_last_step(store));
    else if (status == 0)
        status = write_results(&run, o, store);
    free(run.heap);
    free(run.rows);
    fflush(stdout);
    checkpoint_end(store);
    return status;
}

static void read_options(int argc, char **argv, struct options *o) {
    for (int i = 3; i < argc; i++) {
        const char *name = argv[i];
        if (strcmp(name, "--force") == 0) o->force = 1;
        if (strcmp(name, "--rush") == 0) o->rush = 1;
        if (strcmp(name, "--force") == 0 || strcmp(name, "--rush") == 0) continue;
        const char *value = ++i < argc ? argv[i] : "";
        if (strcmp(name, "--steps") == 0)
            o->steps = strtoul(value, NULL, 10);
        else if (strcmp(name, "--bytes") == 0)
            o->bytes = strtoul(value, NULL, 10);
        else if (strcmp(name, "--pause") == 0)
            o->pause = strtoul(value, NULL, 10);
        else if (strcmp(name, "--at") == 0)
            o->at = strtoul(value, NULL, 10);
        else if (strcmp(name, "--hold") == 0)
            o->hold = value;
        else if (strcmp(name, "--interval") == 0)
            o->interval = strtod(value, NULL);
        else if (strcmp(name, "--text") == 0)
            o->text = value;
        else if (strcmp(name, "--record") == 0)
            o->record = value;
        else
            fail("unknown option");
    }
    if (o->at == 0) o->at = o->steps / 2;
}

int main(int argc, char **argv) {
    struct options o = {.steps = 1000, .bytes = 100000};
    if (argc == 2 && strcmp(argv[1], "crc") == 0) return test_crc();
    if (argc == 5 && strcmp(argv[1], "forge") == 0) return forge_word(argv[2], argv[3], argv[4]);
    if (argc < 3) fail("see the head of driver.c");
    o.dir = argv[2];
    if (strcmp(argv[1], "damage") == 0) return test_damage(o.dir);
    read_options(argc, argv, &o);
    return run_all(&o, strcmp(argv[1], "resume") == 0);
}
