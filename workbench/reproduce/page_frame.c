// What the page has whatever is in it: style, script, Copy buttons.

#include <string.h>

#include "dashpot/version.h"
#include "report/digest.h"
#include "report/html.h"
#include "report/page.h"
#include "reproduce/paper_page.h"

// Beside the style of every report.
static const char style[] =
    "<style>\n"
    "td.text { white-space: normal; min-width: 200px; }\n"
    "td.v { white-space: normal; min-width: 190px; }\n"
    "td.v0 { color: #1d6b3f; } td.v1, td.v2 { color: #7a5a00; }\n"
    "td.v3 { color: #a1331b; } td.v4 { color: #5a6470; }\n"
    "td .mark, .card .mark { display: inline-block; width: 1.25em; }\n"
    "tr.where th { text-align: left; padding-top: 14px; color: #17375e; }\n"
    "tr:target, article:target, li:target { background: #fff6dc; }\n"
    "h3 { font-size: 16px; margin: 24px 0 8px; }\n"
    "h4 { font-size: 15px; margin: 0 0 6px; }\n"
    "nav ul { columns: 2 340px; column-gap: 28px; padding-left: 20px; margin: 8px 0 0; }\n"
    "nav li { break-inside: avoid; margin-bottom: 6px; }\n"
    "ol.reasons { font-size: 14px; max-width: 860px; overflow-wrap: anywhere; }\n"
    "section { border-top: 1px solid #ccd3db; margin-top: 34px; }\n"
    "section h2 { margin-top: 18px; }\n"
    "code { font-size: 12.5px; overflow-wrap: anywhere; }\n"
    "button.copy { font-size: 12px; padding: 0 8px; }\n"
    "summary { cursor: pointer; }\n"
    "details .run { margin: 8px 0 12px; }\n"
    "details pre { font-size: 12px; max-height: 340px; margin-top: 4px; padding: 8px 10px; }\n"
    ".figures { grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr)); }\n"
    ".figures > figure { min-width: 0; align-self: start; }\n"
    "article { border: 1px solid #ccd3db; border-left: 4px solid #7a5a00; border-radius: 4px;\n"
    "  padding: 10px 14px; margin: 0 0 14px; max-width: 900px; overflow-wrap: anywhere; }\n"
    "article dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 14px;\n"
    "  margin: 0; font-size: 14px; }\n"
    "article dt { color: #5a6470; } article dd { margin: 0; min-width: 0; }\n"
    "article table { font-size: 13px; margin-top: 8px; }\n"
    ".sure { font-weight: normal; color: #5a6470; font-size: 13px; }\n"
    "@media (max-width: 560px) { body { padding: 16px 12px; }\n"
    "  article dl { grid-template-columns: 1fr; } th, td { padding: 4px 7px; } }\n"
    "</style>\n";

// Pages opened as files have no clipboard in some browsers; a text area copies there too.
static const char script[] =
    "\n"
    "document.addEventListener('click', function (event) {\n"
    "  var button = event.target.closest('button.copy');\n"
    "  if (!button) return;\n"
    "  var from = button.getAttribute('data-from'), label = button.textContent;\n"
    "  var text = from ? document.getElementById(from).textContent\n"
    "                  : button.getAttribute('data-copy');\n"
    "  function say(word) {\n"
    "    button.textContent = word;\n"
    "    setTimeout(function () { button.textContent = label; }, 1500);\n"
    "  }\n"
    "  function byArea() {\n"
    "    var area = document.createElement('textarea');\n"
    "    area.value = text;\n"
    "    document.body.appendChild(area);\n"
    "    area.select();\n"
    "    var done = document.execCommand('copy');\n"
    "    document.body.removeChild(area);\n"
    "    button.focus();\n"
    "    say(done ? 'Copied' : 'Not copied');\n"
    "  }\n"
    "  if (navigator.clipboard && navigator.clipboard.writeText)\n"
    "    navigator.clipboard.writeText(text).then(function () { say('Copied'); }, byArea);\n"
    "  else\n"
    "    byArea();\n"
    "});\n";

void page_head(struct out_file *file) {
    unsigned char digest[DIGEST_SIZE];
    digest_of(script, strlen(script), digest);
    out_text(file, REPORT_HEAD_FIRST " 'sha256-");
    html_base64(file, digest, sizeof digest);
    out_text(file, "'" REPORT_HEAD_LAST);
    out_text(file, "<title>Printed numbers reproduced - dashpot</title>\n");
    out_text(file, report_style);
    out_text(file, style);
    out_text(file, "</head>\n<body>\n<header>\n<div class=\"kind\">dashpot reproduce</div>\n"
                   "<h1>What the papers print, and what comes out here</h1>\n</header>\n");
}

void page_foot(struct out_file *file) {
    out_text(file, "<footer>dashpot " DP_VERSION_STRING
                   ". Beside this page: <a href=\"summary.json\">summary.json</a>, "
                   "<a href=\"rows.csv\">rows.csv</a>, and in plots/ the pictures with their "
                   "points and gnuplot scripts. Commands are run where papers/ and scenarios/ "
                   "lie.</footer>\n<script>");
    out_text(file, script);
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
