// What the page has whatever is in it: style, script, Copy buttons.

#include <string.h>

#include "assets.h"
#include "dashpot/version.h"
#include "report/html.h"
#include "reproduce/paper_page.h"

void page_head(struct out_file *file) {
    html_begin(file, asset_reproduce_js, NULL);
    out_text(file, "<title>Printed numbers reproduced - dashpot</title>\n");
    html_style(file, asset_report_css);
    html_style(file, asset_reproduce_css);
    out_text(file, "</head>\n<body>\n<header>\n<div class=\"kind\">dashpot reproduce</div>\n"
                   "<h1>What the papers print, and what comes out here</h1>\n</header>\n");
}

void page_foot(struct out_file *file) {
    out_text(file, "<footer>dashpot " DP_VERSION_STRING
                   ". Beside this page: <a href=\"summary.json\">summary.json</a>, "
                   "<a href=\"rows.csv\">rows.csv</a>, and in plots/ the pictures with their "
                   "points and gnuplot scripts. Commands are run where papers/ and scenarios/ "
                   "lie.</footer>\n<script>");
    out_text(file, asset_reproduce_js);
    out_text(file, "</script>\n</body>\n</html>\n");
}

static void put_button(struct out_file *file, const char *label, const char *attribute,
                       const char *value) {
    out_print(file, "<button class=\"copy\" type=\"button\" %s=\"", attribute);
    html_text(file, value);
    out_text(file, "\" title=\"");
    html_text(file, strcmp(attribute, "data-copy") == 0 ? value : "copy this text");
    out_print(file, "\">%s</button>", label);
}

void page_copy(struct out_file *file, const char *label, const char *text) {
    put_button(file, label, "data-copy", text);
}

void page_copy_of(struct out_file *file, const char *label, const char *id) {
    put_button(file, label, "data-from", id);
}

const char *page_mark(enum verdict verdict) {
    static const char *const marks[VERDICT_COUNT] = {
        "\xe2\x9c\x93", "\xe2\x9c\x8e", "\xe2\x89\x88", "\xe2\x9c\x97", "\xe2\x80\x93",
    };
    return marks[verdict];
}
