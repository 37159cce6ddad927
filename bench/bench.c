// dashpot_bench: how fast the library is, as a fraction of what the machine can do.
//
//     dashpot_bench [--quick] [--filter WORD] [--csv FILE]
//
// Every figure stands beside the rate of the calibration loop measured in turns with it.

#include "bench.h"

#include <string.h>

typedef struct options {
    const char *filter, *csv;
    bench_effort effort;
} options;

// One line of the result: the same for the table and for the file.
typedef struct row {
    const bench_case *of;
    const char *isa;  // "-" for scalar calls
    size_t items;     // per pass
    bench_figure figure;
    char target[32];  // empty: none
    const char *met;  // "yes", "no" or empty
    double checksum;
    const char *note;
} row;

static const char usage[] =
    "usage: dashpot_bench [--quick] [--filter WORD] [--csv FILE]\n"
    "  --quick        short repeats: for a look, not for a record\n"
    "  --filter WORD  only cases with WORD in group, law or instruction set\n"
    "  --csv FILE     write the figures to FILE as well\n";

static bool parse(int argc, char **argv, options *o) {
    *o = (options){.effort = {.repeats = 9, .seconds = 0.05, .calibration_seconds = 0.01}};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            o->effort = (bench_effort){.repeats = 3, .seconds = 0.01, .calibration_seconds = 0.004};
        else if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc)
            o->filter = argv[++i];
        else if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc)
            o->csv = argv[++i];
        else
            return false;
    }
    return true;
}

static bool wanted(const options *o, const bench_case *of, const char *isa) {
    return o->filter == NULL || strstr(of->group, o->filter) != NULL ||
           strstr(of->law, o->filter) != NULL || strcmp(isa, o->filter) == 0;
}

// --- output

static void print_head(void) {
    printf("%-24s %-28s %-8s %12s %10s %10s %8s %-9s %-3s %20s  %s\n", "case", "", "isa",
           "per item", "M items/s", "M sqrt/s", "ratio %", "target", "met", "checksum", "note");
}

static void print_row(const row *r) {
    double ns = r->figure.ns;
    const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "us" : "ms";
    double value = ns < 1e3 ? ns : ns < 1e6 ? ns * 1e-3 : ns * 1e-6;
    printf("%-24s %-28s %-8s %9.3f %s %10.4g %10.1f %8.3g %-9s %-3s %20.13g  %s\n", r->of->group,
           r->of->law, r->isa, value, unit, 1e3 / ns, 1e-6 * r->figure.roots,
           100.0 * r->figure.ratio, r->target, r->met, r->checksum, r->note);
    fflush(stdout);
}

static void write_head(FILE *csv) {
    fprintf(csv, "case,law,isa,items,item,ns,calibration,ratio,spread,target,met,checksum,note\n");
}

static void write_row(FILE *csv, const row *r) {
    fprintf(csv, "%s,%s,%s,%zu,%s,%.6g,%.6g,%.5g,%.3f,%s,%s,%.17g,%s\n", r->of->group, r->of->law,
            r->isa, r->items, r->of->item, r->figure.ns, r->figure.roots, r->figure.ratio,
            r->figure.spread, r->target, r->met, r->checksum, r->note);
}

static void describe_run(FILE *out, const char *prefix, const options *o) {
    bench_machine(out, prefix);
    fprintf(out, "%sinstruction set: %s\n", prefix, dp_isa_name(dp_isa_best()));
    fprintf(out, "%srepeats: %d of at least %.0f ms CPU time, the best counts\n", prefix,
            o->effort.repeats, 1e3 * o->effort.seconds);
    bench_load(out, prefix, "before");
}

// Best of some, since there is no case to compare with.
static void describe_limits(FILE *out, const char *prefix, double roots, double triad) {
    fprintf(out, "%scalibration: %s, %.0f M square roots per second\n", prefix, bench_root_name(),
            1e-6 * roots);
    fprintf(out, "%striad in L2: %.1f GB/s\n", prefix, 1e-9 * triad);
}

// --- running

// Targets hold for the instruction set that the library picks.
static void judge(row *r, bool best) {
    const bench_case *of = r->of;
    r->met = "";
    if (!best) return;
    if (of->least_ratio > 0.0) {
        snprintf(r->target, sizeof r->target, ">= %.0f %%", 100.0 * of->least_ratio);
        r->met = r->figure.ratio >= of->least_ratio ? "yes" : "no";
    } else if (of->most_ns > 0.0) {
        snprintf(r->target, sizeof r->target, "<= %.0f ns", of->most_ns);
        r->met = r->figure.ns <= of->most_ns ? "yes" : "no";
    }
}

typedef struct tally {
    int rows, targets, met;
} tally;

static bool run_case(const bench_case *of, dp_isa isa, const options *o, FILE *csv, tally *t) {
    row r = {.of = of, .isa = of->every_isa ? dp_isa_name(isa) : "-"};
    if (!wanted(o, of, r.isa)) return true;
    bench_work work = {.isa = isa};
    dp_error err = {.text = ""};
    dp_status status = of->setup(&work, of, &err);
    if (status != DP_OK) {
        fprintf(stderr, "%s %s: %s: %s\n", of->group, of->law, dp_status_text(status), err.text);
        bench_work_free(&work);
        return false;
    }
    r.figure = bench_measure(of, &work, &o->effort);
    r.items = work.count;
    r.checksum = bench_checksum(&work);
    r.note = work.note;
    judge(&r, isa == dp_isa_best());
    print_row(&r);
    if (csv != NULL) write_row(csv, &r);
    t->rows++;
    t->targets += r.met[0] != '\0';
    t->met += r.met[0] == 'y';
    bench_work_free(&work);
    return true;
}

static bool run_all(const options *o, FILE *csv, tally *t) {
    bool fine = true;
    for (int i = 0; i < bench_case_count; i++) {
        const bench_case *of = &bench_cases[i];
        if (!of->every_isa) {
            fine &= run_case(of, dp_isa_best(), o, csv, t);
            continue;
        }
        for (int isa = 0; isa < DP_ISA_COUNT; isa++)
            if (dp_isa_available((dp_isa)isa)) fine &= run_case(of, (dp_isa)isa, o, csv, t);
    }
    return fine;
}

int main(int argc, char **argv) {
    options o;
    if (!parse(argc, argv, &o)) return fputs(usage, stderr), 2;
    FILE *csv = NULL;
    if (o.csv != NULL && (csv = fopen(o.csv, "w")) == NULL) return perror(o.csv), 1;

    double roots = 0.0;
    for (int i = 0; i < 5; i++) {
        double rate = bench_root_rate(0.02);
        if (rate > roots) roots = rate;
    }
    double triad = bench_triad_rate(0.02);
    describe_run(stdout, "", &o);
    describe_limits(stdout, "", roots, triad);
    printf("\n");
    print_head();
    if (csv != NULL) {
        describe_run(csv, "# ", &o);
        describe_limits(csv, "# ", roots, triad);
        write_head(csv);
    }

    tally t = {0};
    bool fine = run_all(&o, csv, &t);
    printf("\n%d of %d targets met, %d figures\n", t.met, t.targets, t.rows);
    bench_load(stdout, "", "after");
    if (csv != NULL) {
        bench_load(csv, "# ", "after");
        if (fclose(csv) != 0) return perror(o.csv), 1;
    }
    if (t.rows == 0) return fprintf(stderr, "no case matches %s\n", o.filter), 1;
    return fine ? 0 : 1;
}
