// docs/laws.md, made from the same tables the program works with. The text depends on nothing but
// those tables, so a stale file is found by comparing.

#include "markdown.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "describe.h"
#include "restitution.h"
#include "samples.h"

// Text with the letters escaped that Markdown would take for its own, except within code.
static void print_escaped(const char *text) {
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
    print_escaped(text);
    putchar('\n');
}

static void print_list(const char *label, const char *const *texts) {
    if (texts == NULL || *texts == NULL) return;
    printf("- **%s:**\n", label);
    for (; *texts != NULL; texts++) {
        printf("  - ");
        print_escaped(*texts);
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
    const char *needs[CLI_NEEDS_MAX];
    cli_needs(law, needs);
    if (needs[0] == NULL) return;
    printf("- **Needs:** ");
    for (int i = 0; needs[i] != NULL; i++) {
        bool is_stiffness = strcmp(needs[i], "stiffness") == 0;
        const char *note = law->needs & DP_NEEDS_LINEAR ? " (N/m)" : " (or `modulus` and `radius`)";
        printf("%s`%s`%s", i > 0 ? ", " : "", needs[i], is_stiffness ? note : "");
    }
    putchar('\n');
}

static void print_params(const dp_param *params) {
    if (params->name == NULL) return;
    puts("| parameter | unit | default | range | meaning |\n|---|---|---|---|---|");
    for (const dp_param *p = params; p->name != NULL; p++) {
        char initial[CLI_RANGE_MAX], range[CLI_RANGE_MAX];
        printf("| `%s` | %s | %s | %s | ", p->name, p->unit, cli_default(p, initial),
               cli_range(p, range));
        print_escaped(p->doc);
        puts(" |");
    }
    putchar('\n');
}

static void print_delivered(const dp_law *law) {
    if (!cli_takes(law, "restitution")) return;
    dp_contact_def open = dp_contact_defaults(law);
    cli_curve curve;
    cli_sample_curve(law, &open, &curve);

    printf("| requested |");
    for (int i = 0; i < curve.count; i++)
        printf(" %.2f |", curve.point[i].at);
    printf("\n|---|");
    for (int i = 0; i < curve.count; i++)
        printf("---|");
    printf("\n| delivered |");
    for (int i = 0; i < curve.count; i++) {
        const cli_curve_point *point = &curve.point[i];
        if (point->err.status == DP_OK)
            printf(" %.4f%s |", point->delivered.restitution, cli_is_off(point) ? "\\*" : "");
        else
            printf(" – |");
    }
    puts("\n");
}

static void print_kernel(const dp_law *law) {
    const dp_kernel *kernel = cli_kernel(law);
    if (kernel == NULL) return;
    if (kernel->memory_count > 0) puts("- **Memory:**");
    for (int i = 0; i < kernel->memory_count; i++) {
        const dp_memory_field *field = &kernel->memory[i];
        printf("  - `%s` [%s]: ", field->name, field->unit);
        print_escaped(field->doc);
        putchar('\n');
    }
    print_item("Batch", kernel->vectorised ? "forces vectorised" : "one contact at a time");
}

static void print_tail(const char *source, const char *equation, const char *const *errata,
                       const char *confidence) {
    print_item("Source", source);
    print_item("Equation", equation);
    print_list("Errata", errata);
    print_item("Confidence", confidence);
    putchar('\n');
}

static void print_law(const dp_law *law) {
    printf("### %s\n\n", law->name);
    print_escaped(law->summary);
    printf("\n\n```\n%s\n```\n\n", law->formula);
    print_params(law->params);
    print_delivered(law);
    print_names("Also called", law->aliases);
    print_needs(law);
    print_item("Validity", law->validity);
    print_item("Delivered restitution", law->delivery == DP_DELIVERS_ALWAYS
                                            ? "the same for every mass, stiffness and speed"
                                            : "depends on the pair or on the speed");
    if (law->tune != NULL) printf("- **Tuned by:** `%s`\n", law->tune);
    print_kernel(law);
    print_tail(law->source, law->equation, law->errata, law->confidence);
}

static void print_friction(const dp_friction_law *law) {
    printf("### %s\n\n", law->name);
    print_escaped(law->summary);
    printf("\n\n```\n%s\n```\n\n", law->formula);
    print_params(law->params);
    print_names("Also called", law->aliases);
    print_item("Validity", law->validity);
    if (law->has_history) puts("- **Memory:**\n  - `z` [m]: bristle deflection");
    print_tail(law->source, law->equation, law->errata, law->confidence);
}

static void print_contents(const dp_law *const *laws, int count) {
    const char *family = "";
    puts("## Contents\n");
    for (int i = 0; i < count; i++) {
        bool is_new = strcmp(laws[i]->family, family) != 0;
        if (is_new && i > 0) putchar('\n');
        if (is_new) printf("- **%s:** ", laws[i]->family);
        printf("%s[%s](#%s)", is_new ? "" : ", ", laws[i]->name, laws[i]->name);
        family = laws[i]->family;
    }
    printf("\n- **friction:** ");
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const char *name = dp_friction_law_at(i)->name;
        printf("%s[%s](#%s)", i > 0 ? ", " : "", name, name);
    }
    puts("\n- [Left out, and why](#left-out-and-why)\n");
}

static void print_intro(void) {
    puts("# The laws\n\n"
         "Generated by `dashpot laws --markdown`; do not edit, run `make docs`.\n\n"
         "Every law of the catalogue: what it says, what it needs, and which restitution it\n"
         "delivers for the one it is asked for. Letters: `delta` indentation, `rate` its rate\n"
         "(positive while loading), `v0` speed at touch, `K` stiffness, `m` effective mass, `E`\n"
         "contact modulus, `R` equivalent radius, `Rb`, `Rj` radii of bearing and journal, `dR`\n"
         "clearance, `L` length, `e` restitution, `d` damping factor. Numbers like \"003 Eq 6\"\n"
         "point to the papers by their number in the specification.\n\n"
         "The rows of delivered restitution are exact solutions or integrations of one free\n"
         "impact with tension clamped; \\* marks a difference of more than 0.01, a dash a value\n"
         "outside the range of the law. Where the answer depends on the case, it is a contact");
    dp_law greedy = {.needs = DP_NEEDS_ELASTIC | DP_NEEDS_YIELD | DP_NEEDS_BEARING |
                              DP_NEEDS_LENGTH | DP_NEEDS_LINEAR};
    dp_pair pair = dp_pair_defaults();
    cli_fill_pair(&greedy, DP_NEEDS_MASS, &pair);
    printf("of modulus %g Pa, radius %g m, mass %g kg, yield stress %g Pa (a linear spring:\n"
           "%g N/m; a journal: bearing radius %g m, clearance %g m, length %g m) at %g m/s.\n\n",
           pair.modulus, pair.radius, pair.mass, pair.yield, pair.stiffness, pair.bearing_radius,
           pair.clearance, pair.length, cli_sample_speed());
}

// Published laws that are not in the catalogue: no law ships whose formula cannot be tied to a
// source.
static void print_left_out(void) {
    puts("## Left out, and why\n\n"
         "No law ships whose formula cannot be tied to a source.\n\n"
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
         "| Exudyn's blend | [carvalho-martins](#carvalho-martins) above 1/3 and "
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
    const dp_law *laws[CLI_LAWS_MAX];
    int count = cli_laws_by_family(laws);
    const char *family = "";
    print_intro();
    print_contents(laws, count);
    for (int i = 0; i < count; i++) {
        if (strcmp(laws[i]->family, family) != 0) printf("## Family: %s\n\n", laws[i]->family);
        family = laws[i]->family;
        print_law(laws[i]);
    }
    puts("## Friction laws\n");
    for (int i = 0; i < dp_friction_law_count(); i++)
        print_friction(dp_friction_law_at(i));
    print_left_out();
}
