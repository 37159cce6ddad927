// docs/laws.md, made from the same tables the program works with. The text depends on nothing but
// those tables, so a stale file is found by comparing.

#include "markdown.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "laws/bounds.h"
#include "laws/describe.h"
#include "laws/request.h"
#include "laws/samples.h"
#include "restitution.h"

void cli_markdown_escaped(const char *text) {
    bool is_code = false;
    for (; *text != '\0'; text++) {
        if (*text == '`') is_code = !is_code;
        if (*text == '|' || (!is_code && strchr("*_<[]", *text) != NULL)) putchar('\\');
        putchar(*text);
    }
}

static void print_item(const char *label, const char *text) {
    if (text == NULL || text[0] == '\0') return;
    printf("- **%s:** ", label);
    cli_markdown_escaped(text);
    putchar('\n');
}

static void print_list(const char *label, const char *const *texts) {
    if (texts == NULL || *texts == NULL) return;
    printf("- **%s:**\n", label);
    for (; *texts != NULL; texts++) {
        printf("  - ");
        cli_markdown_escaped(*texts);
        putchar('\n');
    }
}

static void print_names(const char *label, const char *const *names) {
    if (names == NULL || *names == NULL) return;
    printf("- **%s:** ", label);
    for (int i = 0; names[i] != NULL; i++)
        printf("%s`%s`", i > 0 ? ", " : "", names[i]);
    putchar('\n');
}

static void print_needs(const dp_law *law) {
    const char *needs[LAW_NEEDS_MAX];
    const char *besides = law->needs_more;
    law_needs(law, needs);
    if (needs[0] == NULL && besides == NULL) return;
    printf("- **Needs:** ");
    for (int i = 0; needs[i] != NULL; i++) {
        bool is_stiffness = strcmp(needs[i], "stiffness") == 0;
        const char *note = law->needs & DP_NEEDS_LINEAR ? " (N/m)" : " (or `modulus` and `radius`)";
        printf("%s`%s`%s", i > 0 ? ", " : "", needs[i], is_stiffness ? note : "");
    }
    if (besides != NULL) printf("%s%s", needs[0] != NULL ? "; " : "", besides);
    putchar('\n');
}

static void print_params(const dp_param *params) {
    if (params->name == NULL) return;
    puts("| parameter | unit | default | range | meaning |\n|---|---|---|---|---|");
    for (const dp_param *p = params; p->name != NULL; p++) {
        char initial[PARAM_RANGE_MAX], range[PARAM_RANGE_MAX];
        printf("| `%s` | %s | %s | %s | ", p->name, p->unit, param_default(p, initial),
               param_range(p, range));
        cli_markdown_escaped(p->doc);
        puts(" |");
    }
    putchar('\n');
}

static void print_curve(const char *label, const struct delivery_curve *curve) {
    printf("| %s |", label);
    for (int i = 0; i < curve->count; i++)
        printf(curve->over_speed ? " %.3g |" : " %.2f |", curve->point[i].at);
    printf("\n|---|");
    for (int i = 0; i < curve->count; i++)
        printf("---|");
    printf("\n| delivered |");
    for (int i = 0; i < curve->count; i++) {
        const dp_delivery_point *point = &curve->point[i];
        bool is_off = !curve->over_speed && cli_is_off(point);
        if (point->err.status == DP_OK)
            printf(" %.4f%s |", point->delivered.restitution, is_off ? "\\*" : "");
        else
            printf(" – |");
    }
    puts("\n");
}

// Depth at which the dashpot of adams-impact is fully on [m], as in tools/draw_loops.sh and
// tools/write_choosing.sh.
static const double RAMP = 1e-6;

// A law with a damping of its own: the value that delivers 0.6 at the sample speed, then the same
// value at other speeds. A yield stress is a property of the material and stays what it is.
static void print_over_speed(const dp_law *law) {
    dp_contact_def def = dp_contact_defaults(law);
    dp_tuning tuning;
    dp_error err;
    int index = law->tune == NULL ? -1 : dp_law_param_index(law, law->tune);
    int ramp = dp_law_param_index(law, "ramp");
    if (ramp >= 0) def.law.value[ramp] = RAMP;
    sample_missing(&def);
    const dp_contact_def unfixed = contact_unfixed(&def);
    if (index >= 0 && strcmp(law->params[index].unit, "Pa") != 0 &&
        dp_tune(&unfixed, def.pair.mass, def.approach, 0.6, &tuning, &err) == DP_OK) {
        def.law.value[index] = tuning.value;
        bool is_whole = tuning.value >= 100.0 && tuning.value < 1e4;
        printf("Restitution over the speed, `%s` ", law->tune);
        printf(is_whole ? "%.0f" : "%.3g", tuning.value);
        printf(" %s", law->params[index].unit);
        if (ramp >= 0) printf(", `ramp` %g um", 1e6 * RAMP);
        puts(":\n");
    } else {
        puts("Restitution over the speed:\n");
    }
    struct delivery_curve curve;
    delivery_curve_make(&def, &curve);
    print_curve("speed [m/s]", &curve);
}

static void print_delivered(const dp_law *law) {
    if (!law_takes(law, "restitution")) {
        print_over_speed(law);
        return;
    }
    dp_contact_def open = dp_contact_defaults(law);
    struct delivery_curve curve;
    cli_sample_curve(law, &open, &curve);
    print_curve("requested", &curve);
}

static void print_kernel(const dp_law *law) {
    const dp_kernel *kernel = law_kernel(law);
    if (kernel == NULL) return;
    if (kernel->history_count > 0) puts("- **Memory:**");
    for (int i = 0; i < kernel->history_count; i++) {
        const dp_history_field *field = &kernel->history[i];
        printf("  - `%s` [%s]: ", field->name, field->unit);
        cli_markdown_escaped(field->doc);
        putchar('\n');
    }
    print_item("Batch", kernel->vectorised ? "forces vectorised" : "one contact at a time");
}

static void print_source(const char *source, const char *equation, const char *confidence,
                         const char *const *errata) {
    printf("- **Source:** ");
    cli_markdown_escaped(source);
    if (equation != NULL && equation[0] != '\0') {
        printf("; here: ");
        cli_markdown_escaped(equation);
    }
    printf("; %s\n", confidence);
    print_list("Errata and notes", errata);
}

static void print_law(const dp_law *law) {
    printf("### %s\n\n", law->name);
    cli_markdown_escaped(law->summary);
    printf("\n\n```\n%s\n```\n\n", law->formula);
    printf("![Force against indentation: %s](loops/%s.svg)\n\n", law->name, law->name);
    print_delivered(law);
    print_item("Range", law->validity);
    law_bounds_text bounds;
    law_bounds_say(law, &bounds);
    print_list("Bounds", bounds.item);
    print_item("Delivers", law->delivery == DP_DELIVERS_ALWAYS
                               ? "the same restitution for every mass, stiffness and speed"
                               : "a restitution that depends on the pair or on the speed");
    print_source(law->source, law->equation, law->confidence, law->errata);
    print_names("Also called", law->aliases);
    print_needs(law);
    if (law->tune != NULL) printf("- **Tuned by:** `%s`\n", law->tune);
    print_kernel(law);
    putchar('\n');
    print_params(law->params);
}

// Coefficients of friction for the rows below; a parameter that is not among them keeps its
// default.
static void set_samples(dp_friction_def *def) {
    static const struct {
        const char *name;
        double value;
    } samples[] = {{"mu", 0.1}, {"mu_s", 0.15}, {"mu_d", 0.1}, {"sigma_0", 1e5}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        int index = dp_friction_param_index(def->law, samples[i].name);
        if (index >= 0) def->value[index] = samples[i].value;
    }
}

static void print_coefficients(const dp_friction_law *law) {
    static const double speeds[] = {0.0, 1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 0.1};
    enum { COUNT = sizeof speeds / sizeof *speeds };
    dp_friction_def def = dp_friction_defaults(law);
    dp_friction friction;
    dp_error err;
    set_samples(&def);
    if (dp_friction_init(&friction, &def, &err) != DP_OK) return;

    printf("| sliding speed [mm/s] |");
    for (int i = 0; i < COUNT; i++)
        printf(" %g |", 1e3 * speeds[i]);
    printf("\n|---|");
    for (int i = 0; i < COUNT; i++)
        printf("---|");
    printf("\n| -F\\_t/F\\_n |");
    for (int i = 0; i < COUNT; i++) {
        double z = dp_friction_steady_z(&friction, speeds[i]);
        double force = dp_friction_respond(&friction, 1.0, speeds[i], z).force;
        printf(" %.4f |", force == 0.0 ? 0.0 : -force);
    }
    puts("\n");
}

static void print_friction(const dp_friction_law *law) {
    printf("### %s\n\n", law->name);
    cli_markdown_escaped(law->summary);
    printf("\n\n```\n%s\n```\n\n", law->formula);
    print_coefficients(law);
    print_item("Range", law->validity);
    print_source(law->source, law->equation, law->confidence, law->errata);
    print_names("Also called", law->aliases);
    if (law->has_history) puts("- **Memory:**\n  - `z` [m]: bristle deflection");
    putchar('\n');
    print_params(law->params);
}

static void print_intro(void) {
    dp_law greedy = {.needs = DP_NEEDS_ELASTIC | DP_NEEDS_YIELD | DP_NEEDS_BEARING |
                              DP_NEEDS_LENGTH | DP_NEEDS_LINEAR};
    dp_pair pair = dp_pair_defaults();
    sample_pair(&greedy, DP_NEEDS_MASS, &pair);
    puts(
        "# The laws\n\n"
        "Generated by `dashpot laws --markdown`; do not edit, run `make docs`. Pictures:\n"
        "`tools/draw_loops.sh`.\n\n"
        "Every law of the catalogue: its formula, the loop of force over indentation in one\n"
        "impact, the restitution it delivers, where it holds, where it comes from, and what is\n"
        "misprinted there. Letters are those of [theory.md](theory.md#symbols-and-signs); numbers\n"
        "like \"003 Eq 6\" name an equation of one of the papers 000 to 004, \"certain\" and\n"
        "\"likely\" how sure the formula is. [choosing.md](choosing.md) says which law to take\n"
        "when.\n\n"
        "**One case for all.** Unless a line says otherwise, rows and pictures show the free "
        "impact\nof a virgin contact, tension clamped:\n\n"
        "| | |\n|---|---|");
    printf("| effective mass | %g g |\n| approach speed | %g m/s |\n"
           "| balls | modulus %g GPa, radius %g mm, yield stress %g GPa |\n"
           "| linear springs | stiffness %g N/m |\n"
           "| journals | bearing radius %g mm, clearance %g mm, length %g mm, modulus %g GPa |\n"
           "| ramp of adams-impact | %g um |\n\n",
           1e3 * pair.mass, sample_speed(), 1e-9 * pair.modulus, 1e3 * pair.radius,
           1e-9 * pair.yield, pair.stiffness, 1e3 * pair.bearing_radius, 1e3 * pair.clearance,
           1e3 * pair.length, 1e-9 * pair.modulus, 1e6 * RAMP);
    printf(
        "**Rows** of delivered restitution are closed forms or integrations; \\* marks a\n"
        "difference of more than %g, a dash a value outside the range of the law. A row\n"
        "holds for every pair and speed where the section says that the law delivers the same for\n"
        "all. A law with constants of its own is asked at many speeds, with the constant that "
        "delivers 0.6 at "
        "%g m/s.\n\n"
        "**Pictures** run clockwise: loading above, unloading below, and the area between is "
        "lost.\nThe legend tells what was asked for and what came out.\n\n",
        CLI_NOTABLE, sample_speed());
}

// Published laws that are not in the catalogue.
static void print_left_out(void) {
    puts("## Left out, and why\n\n"
         "No law ships without a named source; where the source itself was not read, its section "
         "says so.\n\n"
         "| law | why not |\n"
         "|---|---|\n"
         "| Jacobs, Waldron 2015 | damping factor not known for certain without the paper |\n"
         "| Roy, Carretero 2012 | works on the volume of interpenetration; damping factor not "
         "known for certain |\n"
         "| Yu et al. 2020 | piecewise damping factor, pieces not known for certain |\n"
         "| Wang, Liu 2020 | damping factor not known for certain |\n"
         "| Xiang et al. 2018 | damping factor not known for certain |\n"
         "| Poursina, Nikravesh 2020, own fit | the fitted coefficients are not reliable here; "
         "[poursina-nikravesh](#poursina-nikravesh) solves the same model exactly |\n"
         "| the blend of the multibody code Exudyn | [carvalho-martins](#carvalho-martins) above "
         "1/3 and "
         "[gonthier](#gonthier) below, both of which ship |\n"
         "| Goldsmith | a factor pi differs between sources, and the form is not sound in its "
         "dimensions |\n"
         "| Dubowsky, Freudenstein | the same factor pi differs between sources |\n"
         "| ESDU 78035 | one source has a further factor pi; not without the original |\n"
         "| Persson; Ciavarella, Decuzzi | give load against contact angle and the pressure; the "
         "approach of the bodies is not stated, so there is no force law |\n"
         "| Pereira et al. 2015, external contact | unclear whether the exponent carries the "
         "factor dR^-0.005; the internal form ships as [pereira](#pereira) |\n"
         "\n"
         "In the catalogue under another name: Ye, Li, Zhu 2009 (Hertz spring) is "
         "[flores](#flores);\n"
         "Muthukumar, DesRoches 2006 is [lankarani-nikravesh](#lankarani-nikravesh); Khatiwada et\n"
         "al. 2014 and Papetti et al. 2011 are [exact-restitution](#exact-restitution); Antypov,\n"
         "Elliott 2011 is the damping of [tsuji](#tsuji).");
}

void cli_markdown_print(void) {
    const dp_law *laws[LAWS_MAX];
    int count = laws_by_family(laws);
    const char *family = "";
    print_intro();
    cli_markdown_index(laws, count);
    for (int i = 0; i < count; i++) {
        if (strcmp(laws[i]->family, family) != 0) printf("## Family: %s\n\n", laws[i]->family);
        family = laws[i]->family;
        print_law(laws[i]);
    }
    puts("## Friction laws\n\n"
         "The rows give the force of steady sliding over the normal force for mu = mu\\_d = 0.1,\n"
         "mu\\_s = 0.15, sigma\\_0 = 1e5 1/m and else the defaults.\n");
    for (int i = 0; i < dp_friction_law_count(); i++)
        print_friction(dp_friction_law_at(i));
    print_left_out();
}
