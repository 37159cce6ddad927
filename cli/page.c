// Laws as text.

#include "page.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>

#include "dashpot/words.h"
#include "dashpot/workbench.h"

enum { LABEL_WIDTH = 15 };

static int longer(int width, const char *text) {
    int length = (int)strlen(text);
    return length > width ? length : width;
}

void cli_page_index(const struct page_line *lines, int count, const char *command) {
    int width = 0;
    for (int i = 0; i < count; i++)
        width = longer(width, lines[i].name);
    const char *family = "";
    for (int i = 0; i < count; i++) {
        char label[80];
        int indent = lines[i].family != NULL ? 2 : 0;
        if (indent > 0 && strcmp(lines[i].family, family) != 0) {
            family = lines[i].family;
            printf("%s%s\n", i > 0 ? "\n" : "", family);
        }
        snprintf(label, sizeof label, "%*s%s", indent, "", lines[i].name);
        cli_paragraph(label, indent + width + 2, lines[i].summary);
    }
    printf("\n%d laws; dashpot %s NAME tells more about one.\n", count, command);
}

void cli_page_title(const char *name, const char *const *aliases, const char *summary) {
    char also[160] = "";
    if (aliases != NULL) dp_append_words(also, sizeof also, aliases, "and");
    printf(also[0] != '\0' ? "%s (also %s)\n" : "%s\n", name, also);
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

void cli_page_source(const char *source, const char *equation, const char *confidence,
                     const char *const *errata) {
    cli_page_entry("source", source);
    cli_page_entry("equation", equation);
    cli_page_entry("confidence", confidence);
    cli_page_list("errata", errata);
}

void cli_page_params(const dp_param *params) {
    if (params->name == NULL) return;
    char text[DP_PARAM_TEXT_MAX];
    int name = 9, unit = 4, initial = 7;
    for (const dp_param *p = params; p->name != NULL; p++) {
        name = longer(name, p->name);
        unit = longer(unit, p->unit);
        initial = longer(initial, dp_param_default(p, text));
    }

    printf("\n  %-*s  %-*s  %-*s  %s\n", name, "parameter", unit, "unit", initial, "default",
           "meaning (range)");
    for (const dp_param *p = params; p->name != NULL; p++) {
        char label[160], meaning[400], range[DP_PARAM_TEXT_MAX];
        snprintf(label, sizeof label, "  %-*s  %-*s  %-*s", name, p->name, unit, p->unit, initial,
                 dp_param_default(p, text));
        snprintf(meaning, sizeof meaning, "%s (%s)", p->doc, dp_param_range(p, range));
        cli_paragraph(label, name + unit + initial + 8, meaning);
    }
}
