// One law as a page of text.

#include "page.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/words.h"
#include "laws/describe.h"

enum { LABEL_WIDTH = 15 };

void cli_page_title(const char *name, const char *const *aliases, const char *summary) {
    char also[160] = "";
    if (aliases != NULL && *aliases != NULL) {
        text_append(also, sizeof also, " (also ");
        dp_append_words(also, sizeof also, aliases, "and");
        text_append(also, sizeof also, ")");
    }
    printf("%s%s\n", name, also);
    cli_paragraph("", 2, summary);
    putchar('\n');
}

void cli_page_entry(const char *label, const char *text) {
    char start[LABEL_WIDTH + 1];
    if (text == NULL || text[0] == '\0') return;
    snprintf(start, sizeof start, "  %s", label);
    cli_paragraph(start, LABEL_WIDTH, text);
}

void cli_page_list(const char *label, const char *const *texts) {
    for (; texts != NULL && *texts != NULL; texts++) {
        cli_page_entry(label, *texts);
        label = "";
    }
}

static int longer(int width, const char *text) {
    int length = (int)strlen(text);
    return length > width ? length : width;
}

void cli_page_params(const dp_param *params) {
    if (params->name == NULL) return;
    char text[PARAM_RANGE_MAX];
    int name = 9, unit = 4, initial = 7;
    for (const dp_param *p = params; p->name != NULL; p++) {
        name = longer(name, p->name);
        unit = longer(unit, p->unit);
        initial = longer(initial, param_default(p, text));
    }

    printf("\n  %-*s  %-*s  %-*s  %s\n", name, "parameter", unit, "unit", initial, "default",
           "meaning (range)");
    for (const dp_param *p = params; p->name != NULL; p++) {
        char label[160], meaning[400], range[PARAM_RANGE_MAX];
        snprintf(label, sizeof label, "  %-*s  %-*s  %-*s", name, p->name, unit, p->unit, initial,
                 param_default(p, text));
        snprintf(meaning, sizeof meaning, "%s (%s)", p->doc, param_range(p, range));
        cli_paragraph(label, name + unit + initial + 8, meaning);
    }
}
