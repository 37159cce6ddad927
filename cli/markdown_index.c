// The tables at the top of docs/laws.md: what a law is for, whether it delivers what it is asked
// for, what it remembers, whether it pulls.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "laws/curve.h"
#include "laws/describe.h"
#include "laws/samples.h"
#include "markdown.h"

// A request counts as met when the difference is at most this part of it.
static const double MET = 0.05;

enum { STEPS = 100 };  // requests 0.01, 0.02 ... 0.99

static bool is_met(const dp_contact_def *def, int step) {
    dp_contact_def asked = *def;
    dp_delivered delivered;
    dp_error err;
    double wanted = (double)step / STEPS;
    if (dp_law_set(&asked.law, "restitution", wanted, &err) != DP_OK) return false;
    if (contact_deliver(&asked, &delivered, &err) != DP_OK) return false;
    return fabs(delivered.restitution - wanted) <= MET * wanted;
}

// "all", "nowhere", or stretches such as "0.17..0.28, 0.96..0.99".
static const char *met_range(const dp_law *law, char text[PARAM_RANGE_MAX]) {
    dp_contact_def def = dp_contact_defaults(law);
    sample_missing(&def);
    text[0] = '\0';
    int first = 0, count = 0;
    for (int step = 1; step <= STEPS; step++) {
        bool met = step < STEPS && is_met(&def, step);
        count += met;
        if (met && first == 0) first = step;
        if (met || first == 0) continue;
        char stretch[32];
        snprintf(stretch, sizeof stretch, "%s%.2f..%.2f", text[0] == '\0' ? "" : ", ",
                 (double)first / STEPS, (double)(step - 1) / STEPS);
        text_append(text, PARAM_RANGE_MAX, stretch);
        first = 0;
    }
    return count == 0 ? "nowhere" : count == STEPS - 1 ? "all" : text;
}

static const char *remembered(const dp_kernel *kernel) {
    bool touch = false, depth = false;
    for (int i = 0; kernel != NULL && i < kernel->history_count; i++) {
        const char *name = kernel->history[i].name;
        touch = touch || strcmp(name, "reciprocal_approach") == 0 || strcmp(name, "damping") == 0;
        depth = depth || strcmp(name, "max_indentation") == 0;
    }
    return touch && depth ? "touch speed, dent" : touch ? "touch speed" : depth ? "dent" : "–";
}

static void print_row(const dp_law *law) {
    const dp_kernel *kernel = law_kernel(law);
    char range[PARAM_RANGE_MAX];
    bool asks = law_takes(law, "restitution");
    printf("| [%s](#%s) | %s | ", law->name, law->name, law->family);
    cli_markdown_escaped(law->summary);
    printf(" | %s%s | %s | %s |\n", asks ? met_range(law, range) : "–",
           asks && law->delivery != DP_DELIVERS_ALWAYS ? " (this case)" : "", remembered(kernel),
           kernel != NULL && kernel->pulls ? "yes" : "no");
}

void cli_markdown_index(const dp_law *const *laws, int count) {
    puts("## Index\n\n"
         "| law | family | in one line | request met for | remembers | may pull |\n"
         "|---|---|---|---|---|---|");
    for (int i = 0; i < count; i++)
        print_row(laws[i]);
    printf("\n*Request met for*: the requested restitutions, of 0.01 to 0.99, for which the "
           "delivered\none differs by at most %g %% of the request; a dash: the law is not asked "
           "for a\nrestitution, it has constants of its own. *Remembers*: a law that keeps the "
           "touch speed\ndivides by it ([choosing.md](choosing.md) says what that does at rest); "
           "one that keeps\nthe dent unloads along another curve than it loaded. *May pull*: in "
           "a free impact the\nlaw asks for tension, and what it delivers depends on the policy "
           "`tension`.\n\n",
           100.0 * MET);
    puts("| friction law | in one line | memory |\n|---|---|---|");
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const dp_friction_law *law = dp_friction_law_at(i);
        printf("| [%s](#%s) | ", law->name, law->name);
        cli_markdown_escaped(law->summary);
        printf(" | %s |\n", law->has_history ? "bristle deflection" : "–");
    }
    puts("\n[Left out, and why](#left-out-and-why)\n");
}
