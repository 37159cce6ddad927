// dashpot_bench_chain: granular chains against what the machine can do and against LAMMPS.
//
//     dashpot_bench_chain [--quick] [--rounds N] [--lammps SCRIPT] [--csv FILE]
//
// All rows of one size are run in turns with the calibration loops, round after round; the median
// counts. With one thread the time is CPU time of the thread, with two it is wall time. Every run
// is checked: chains with the same motion must end with the same bits, however they were marched.

#define _POSIX_C_SOURCE 200809L  // popen

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bench_chain.h"

enum { SIZES_MAX = 8, PEERS_MAX = 16 };

typedef struct options {
    int quick, rounds;
    const char *csv, *lammps;
} options;

// Calibration for all rows of a size.
typedef struct limits {
    size_t beads;
    double roots[DP_ISA_COUNT][CHAIN_ROUNDS_MAX];
    double roof[2][CHAIN_ROUNDS_MAX];  // one thread, two
} limits;

typedef struct peer {
    char name[96];
    long beads, steps;
    double rate[CHAIN_ROUNDS_MAX];
    int rounds;
} peer;

typedef struct bench {
    options o;
    chain_row rows[CHAIN_CASES_MAX];
    int row_count;
    limits sizes[SIZES_MAX];
    int size_count;
    peer peers[PEERS_MAX];
    int peer_count;
    char peer_missing[160];
} bench;

static const char usage[] =
    "usage: dashpot_bench_chain [--quick] [--rounds N] [--lammps SCRIPT] [--csv FILE]\n"
    "  --quick          one round, for a look\n"
    "  --rounds N       1 to 15; default 5\n"
    "  --lammps SCRIPT  run it once per round: bench/peer_chain_lammps.sh\n"
    "  --csv FILE       write the figures to FILE as well\n";

static int parse(int argc, char **argv, options *o) {
    *o = (options){.rounds = 5};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            o->quick = o->rounds = 1;
        else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            o->rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--lammps") == 0 && i + 1 < argc)
            o->lammps = argv[++i];
        else if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc)
            o->csv = argv[++i];
        else
            return 0;
    }
    return o->rounds >= 1 && o->rounds <= CHAIN_ROUNDS_MAX;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *x, int count) {
    double sorted[CHAIN_ROUNDS_MAX];
    memcpy(sorted, x, (size_t)count * sizeof *x);
    qsort(sorted, (size_t)count, sizeof *x, ascending);
    return 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
}

// Median of quotients, so that a clock that wanders hits both.
static double median_ratio(const double *x, const double *y, int count) {
    double ratio[CHAIN_ROUNDS_MAX];
    for (int i = 0; i < count; i++)
        ratio[i] = x[i] / y[i];
    return median(ratio, count);
}

static double best(const double *x, int count) {
    double high = x[0];
    for (int i = 1; i < count; i++)
        high = x[i] > high ? x[i] : high;
    return high;
}

// --- LAMMPS

static peer *peer_of(bench *b, const char *name, long beads, long steps) {
    for (int i = 0; i < b->peer_count; i++)
        if (strcmp(b->peers[i].name, name) == 0 && b->peers[i].beads == beads) return &b->peers[i];
    if (b->peer_count == PEERS_MAX) return NULL;
    peer *p = &b->peers[b->peer_count++];
    *p = (peer){.beads = beads, .steps = steps};
    snprintf(p->name, sizeof p->name, "%s", name);
    return p;
}

// One round of the peer. 77 says that it is not installed.
static int run_peer(bench *b) {
    char command[512], line[256], name[96];
    snprintf(command, sizeof command, "'%s' 1", b->o.lammps);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return perror(command), 0;
    while (fgets(line, sizeof line, pipe) != NULL) {
        long beads, steps;
        double rate;
        if (sscanf(line, "%95[^,],%ld,%ld,%lf", name, &beads, &steps, &rate) == 4) {
            peer *p = peer_of(b, name, beads, steps);
            if (p != NULL && p->rounds < CHAIN_ROUNDS_MAX) p->rate[p->rounds++] = rate;
        } else if (strncmp(line, "lammps:", 7) == 0) {
            snprintf(b->peer_missing, sizeof b->peer_missing, "%.*s", (int)strcspn(line, "\n"),
                     line);
        }
    }
    int end = pclose(pipe);
    if (WIFEXITED(end) && WEXITSTATUS(end) == 77) {
        fprintf(stderr, "%s\n", b->peer_missing);
        b->o.lammps = NULL;
        return 1;
    }
    return WIFEXITED(end) && WEXITSTATUS(end) == 0;
}

// --- running

static int find_sizes(bench *b) {
    for (int i = 0; i < b->row_count; i++) {
        int known = 0;
        for (int k = 0; k < b->size_count; k++)
            known |= b->sizes[k].beads == b->rows[i].of.beads;
        if (known) continue;
        if (b->size_count == SIZES_MAX) return 0;
        b->sizes[b->size_count++].beads = b->rows[i].of.beads;
    }
    return 1;
}

static void calibrate(limits *l, int round) {
    const double seconds = 0.02;
    for (int isa = 0; isa < DP_ISA_COUNT; isa++)
        l->roots[isa][round] =
            dp_isa_available((dp_isa)isa) ? bench_chain_root_rate(isa, seconds) : NAN;
    for (int threads = 1; threads <= 2; threads++)
        l->roof[threads - 1][round] = bench_chain_roof(l->beads, threads, 2.0 * seconds);
}

// The result all codes agree on, in all its digits.
static int check_known(const chain_row *r) {
    int is_known = r->of.beads == 70 && r->of.steps == 60000 && !r->of.is_dense &&
                   strcmp(r->of.law, "hertz") == 0;
    if (!is_known || (fabs(r->last.fastest - 1.7446518) <= 0.51e-7 && r->last.fastest_bead == 69))
        return 1;
    fprintf(stderr,
            "WRONG: bead %zu is the fastest with %.9f m/s; must be bead 70 with 1.7446518\n",
            r->last.fastest_bead + 1, r->last.fastest);
    return 0;
}

static int check_bits(const bench *b, int row) {
    const chain_row *r = &b->rows[row];
    for (int i = 0; i < row; i++) {
        const chain_row *before = &b->rows[i];
        if (!bench_chain_same_motion(&before->of, &r->of) || before->last.hash == r->last.hash)
            continue;
        fprintf(stderr,
                "WRONG: %s, %zu beads: other bits with isa %s levels %d threads %d quiet %d than "
                "with isa %s levels %d threads %d quiet %d\n",
                r->of.law, r->of.beads, dp_isa_name((dp_isa)r->of.isa), r->of.levels, r->of.threads,
                r->of.skip_resting, dp_isa_name((dp_isa)before->of.isa), before->of.levels,
                before->of.threads, before->of.skip_resting);
        return 0;
    }
    return check_known(r);
}

static int run_size(bench *b, limits *l, int round) {
    calibrate(l, round);
    for (int i = 0; i < b->row_count; i++) {
        chain_row *r = &b->rows[i];
        if (r->of.beads != l->beads) continue;
        dp_error err = {.text = ""};
        dp_status status = bench_chain_run(&r->of, &r->last, &err);
        if (status != DP_OK) {
            fprintf(stderr, "%s, %zu beads: %s: %s\n", r->of.law, r->of.beads,
                    dp_status_text(status), err.text);
            return 0;
        }
        r->rate[round] = r->last.rate;
        r->roots[round] = l->roots[dp_isa_best()][round];
        r->roof[round] = l->roof[r->of.threads - 1][round];
        if (!check_bits(b, i)) return 0;
    }
    return 1;
}

static int run_all(bench *b) {
    for (int round = 0; round < b->o.rounds; round++) {
        for (int k = 0; k < b->size_count; k++)
            if (!run_size(b, &b->sizes[k], round)) return 0;
        if (b->o.lammps != NULL && !run_peer(b)) return 0;
        fprintf(stderr, "round %d of %d\n", round + 1, b->o.rounds);
    }
    return 1;
}

// --- output

static void write_limits(const bench *b, FILE *csv) {
    int rounds = b->o.rounds;
    for (int k = 0; k < b->size_count; k++) {
        const limits *l = &b->sizes[k];
        for (int isa = 0; isa < DP_ISA_COUNT; isa++) {
            if (!dp_isa_available((dp_isa)isa)) continue;
            double rate = median(l->roots[isa], rounds);
            fprintf(csv, "roots,%s,%zu,1,%.5g\n", dp_isa_name((dp_isa)isa), l->beads, rate);
        }
        for (int t = 0; t < 2; t++)
            fprintf(csv, "roof,32 B per body,%zu,%d,%.5g\n", l->beads, t + 1,
                    median(l->roof[t], rounds));
    }
}

static void print_limits(const bench *b) {
    for (int k = 0; k < b->size_count; k++) {
        const limits *l = &b->sizes[k];
        double one = median(l->roof[0], b->o.rounds), two = median(l->roof[1], b->o.rounds);
        printf("roof of a sweep, %8zu beads: %7.1f M/s, two threads %7.1f M/s; square roots %7.1f "
               "M/s\n",
               l->beads, 1e-6 * one, 1e-6 * two,
               1e-6 * median(l->roots[dp_isa_best()], b->o.rounds));
    }
    printf("\n");
}

static void write_row(const chain_row *r, int rounds, FILE *csv) {
    const chain_case *c = &r->of;
    double rate = median(r->rate, rounds), of_roots = median_ratio(r->rate, r->roots, rounds);
    double of_roof = median_ratio(r->rate, r->roof, rounds);
    const char *march = c->levels == 1 || c->beads <= 4096 ? "plain" : "tiles";
    const char *start = c->is_dense ? "dense" : "pulse";
    char law[64];
    snprintf(law, sizeof law, "%s%s%s", c->law, c->form == NULL ? "" : " ",
             c->form == NULL ? "" : c->form);
    if (csv == NULL)
        printf("%-28s %-5s %9zu %7ld %-5s %d %-8s %s %9.1f M/s %6.1f %% roots %6.1f %% roof best "
               "%9.1f "
               "%016lx\n",
               law, start, c->beads, c->steps, march, c->threads, dp_isa_name((dp_isa)c->isa),
               c->skip_resting ? "quiet" : "  -  ", 1e-6 * rate, 100.0 * of_roots, 100.0 * of_roof,
               1e-6 * best(r->rate, rounds), r->last.hash);
    else
        fprintf(csv, "chain,%s,%s,%zu,%ld,%s,%d,%s,%d,%.5g,%.5g,%.5g,%.5g,%016lx,%zu\n", law, start,
                c->beads, c->steps, march, c->threads, dp_isa_name((dp_isa)c->isa), c->skip_resting,
                rate, of_roots, of_roof, best(r->rate, rounds), r->last.hash,
                r->last.fastest_bead + 1);
}

static void report(const bench *b, FILE *csv) {
    print_limits(b);
    if (csv != NULL) write_limits(b, csv);
    for (int i = 0; i < b->row_count; i++) {
        write_row(&b->rows[i], b->o.rounds, NULL);
        if (csv != NULL) write_row(&b->rows[i], b->o.rounds, csv);
    }
    for (int i = 0; i < b->peer_count; i++) {
        const peer *p = &b->peers[i];
        double rate = median(p->rate, p->rounds);
        printf("%-72s %8ld %6ld %9.2f M/s\n", p->name, p->beads, p->steps, 1e-6 * rate);
        if (csv != NULL) fprintf(csv, "peer,%s,%ld,%ld,%.5g\n", p->name, p->beads, p->steps, rate);
    }
    if (b->peer_missing[0] != '\0') {
        printf("%s\n", b->peer_missing);
        if (csv != NULL) fprintf(csv, "missing,%s\n", b->peer_missing);
    }
}

static void describe(const bench *b, FILE *out, const char *prefix) {
    bench_machine(out, prefix);
    fprintf(out, "%sinstruction set: %s\n", prefix, dp_isa_name(dp_isa_best()));
    fprintf(out, "%srounds: %d\n", prefix, b->o.rounds);
    bench_load(out, prefix, "before");
}

int main(int argc, char **argv) {
    static bench b;
    if (!parse(argc, argv, &b.o)) return fputs(usage, stderr), 2;
    FILE *csv = NULL;
    if (b.o.csv != NULL && (csv = fopen(b.o.csv, "w")) == NULL) return perror(b.o.csv), 1;
    b.row_count = bench_chain_rows(b.rows, b.o.quick);
    if (!find_sizes(&b)) return fputs("too many sizes\n", stderr), 1;
    describe(&b, stdout, "");
    if (csv != NULL) describe(&b, csv, "# ");

    if (!run_all(&b)) return 1;
    report(&b, csv);
    dp_error err = {.text = ""};
    if (bench_chain_accuracy(csv, b.o.quick, &err) != DP_OK)
        return fprintf(stderr, "%s\n", err.text), 1;
    bench_load(stdout, "", "after");
    if (csv != NULL) {
        bench_load(csv, "# ", "after");
        if (fclose(csv) != 0) return perror(b.o.csv), 1;
    }
    return 0;
}
