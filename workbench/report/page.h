#ifndef WORKBENCH_REPORT_PAGE_H
#define WORKBENCH_REPORT_PAGE_H

// The fixed parts of report.html.

// The script copies the scenario and does nothing else. Its digest is in the policy below, with
// those of an animation, so no other script runs in the page, whatever a scenario may hold;
// test/output compares them.
#define REPORT_SCRIPT                                                                              \
    "\n"                                                                                           \
    "document.getElementById('copy').addEventListener('click', function () {\n"                    \
    "  var text = document.getElementById('scenario'), button = this;\n"                           \
    "  getSelection().selectAllChildren(text);\n"                                                  \
    "  document.execCommand('copy');\n"                                                            \
    "  button.textContent = 'Copied';\n"                                                           \
    "});\n"

#define REPORT_SCRIPT_DIGEST "UsNh+MhZCqcLJS5rTgurrb49+dfhdxRaXj83sW6jEOM="

// More digests may stand between the two.
#define REPORT_HEAD_FIRST                                                                          \
    "<!DOCTYPE html>\n"                                                                            \
    "<html lang=\"en\">\n"                                                                         \
    "<head>\n"                                                                                     \
    "<meta charset=\"utf-8\">\n"                                                                   \
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"                   \
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "   \
    "style-src 'unsafe-inline'; script-src 'sha256-" REPORT_SCRIPT_DIGEST "'"
#define REPORT_HEAD_LAST "\">\n"

static const char report_head[] = REPORT_HEAD_FIRST REPORT_HEAD_LAST;

static const char report_style[] =
    "<style>\n"
    ":root { color-scheme: light; }\n"
    "* { box-sizing: border-box; }\n"
    "body { margin: 0 auto; max-width: 1100px; padding: 28px 24px 40px; background: #fff;\n"
    "  color: #1c2530; font: 15px/1.5 \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial,\n"
    "  \"Liberation Sans\", sans-serif; }\n"
    "header { border-bottom: 2px solid #17375e; padding-bottom: 12px; }\n"
    "h1 { font-size: 27px; line-height: 1.25; margin: 2px 0; overflow-wrap: anywhere; }\n"
    "h2 { font-size: 18px; margin: 34px 0 10px; color: #17375e; }\n"
    "h2.part { font-size: 15px; margin: 20px 0 -12px; }\n"
    "h2::first-letter, dt:not(.name)::first-letter { text-transform: uppercase; }\n"
    ".kind { font-size: 13px; letter-spacing: .08em; text-transform: uppercase; color: #5a6470; }\n"
    ".cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));\n"
    "  gap: 10px; margin: 20px 0 0; padding: 0; }\n"
    ".card { border: 1px solid #ccd3db; border-left: 4px solid #17375e; border-radius: 4px;\n"
    "  padding: 8px 12px; margin: 0; overflow-wrap: anywhere; }\n"
    ".card dt { font-size: 13px; color: #5a6470; }\n"
    ".card dd { margin: 0; font-size: 21px; font-variant-numeric: tabular-nums; }\n"
    ".unit { color: #5a6470; font-size: .78em; }\n"
    ".notes { border: 1px solid #d9a441; border-left: 4px solid #d9a441; border-radius: 4px;\n"
    "  padding: 8px 14px 8px 30px; margin: 18px 0 0; overflow-wrap: anywhere; }\n"
    ".figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(460px, 1fr));\n"
    "  gap: 22px 18px; }\n"
    "figure { margin: 0; border: 1px solid #dde2e7; border-radius: 4px; padding: 8px; }\n"
    "figure img { display: block; width: 100%; height: auto; }\n"
    "figcaption { font-size: 13.5px; color: #3c4650; padding: 6px 8px 2px;\n"
    "  overflow-wrap: anywhere; }\n"
    ".animation { border: 1px solid #dde2e7; border-radius: 4px; padding: 12px; }\n"
    ".animation svg, .animation canvas { display: block; max-width: 100%; }\n"
    ".scroll { overflow-x: auto; }\n"
    "table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }\n"
    "th, td { padding: 4px 12px; text-align: right; border-bottom: 1px solid #dde2e7;\n"
    "  white-space: nowrap; }\n"
    "thead th { border-bottom: 1.5px solid #5a6470; font-weight: 600; vertical-align: bottom;\n"
    "  white-space: normal; line-height: 1.25; }\n"
    ".wide { font-size: 12.5px; }\n"
    ".wide th, .wide td { padding: 4px 6px; }\n"
    "th.left, td.left { text-align: left; }\n"
    ".muted { color: #5a6470; }\n"
    "tr.sum td { border-top: 1.5px solid #5a6470; }\n"
    ".heading { display: flex; align-items: baseline; gap: 14px; }\n"
    "button { font: inherit; font-size: 13px; padding: 2px 12px; border: 1px solid #8a949e;\n"
    "  border-radius: 4px; background: #f4f6f8; color: #1c2530; cursor: pointer; }\n"
    "pre { margin: 0; padding: 12px 14px; border: 1px solid #ccd3db; border-radius: 4px;\n"
    "  background: #f7f8fa; font: 13px/1.45 ui-monospace, Consolas, \"DejaVu Sans Mono\",\n"
    "  monospace; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 640px;\n"
    "  overflow-y: auto; }\n"
    "footer { margin-top: 34px; border-top: 1px solid #ccd3db; padding-top: 10px;\n"
    "  font-size: 13px; color: #5a6470; }\n"
    "a { color: #1f5a92; }\n"
    "@media (max-width: 560px) {\n"
    "  body { padding: 16px 12px 28px; }\n"
    "  .figures { grid-template-columns: 1fr; }\n"
    "  .cards { grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); }\n"
    "  th, td { padding: 4px 7px; }\n"
    "  td.left { white-space: normal; }\n"
    "}\n"
    "@media print {\n"
    "  body { max-width: none; padding: 0 2px; font-size: 10.5pt; color: #000; }\n"
    "  button, figcaption a { display: none; }\n"
    "  .cards { grid-template-columns: repeat(4, 1fr); gap: 6px; }\n"
    "  .card dd { font-size: 13pt; }\n"
    "  .figures { grid-template-columns: 1fr 1fr; gap: 10px; }\n"
    "  figcaption { font-size: 9pt; }\n"
    "  h2 { margin-top: 18pt; }\n"
    "  figure, .animation, .card, tr, .notes { break-inside: avoid; }\n"
    "  .scroll { overflow: visible; }\n"
    "  table { font-size: 8.5pt; }\n"
    "  th, td { padding: 2pt 5pt; }\n"
    "  .wide { font-size: 7pt; }\n"
    "  .wide th, .wide td { padding: 2pt 2pt; }\n"
    "  thead { display: table-header-group; }\n"
    "  h2 { break-after: avoid; color: #000; }\n"
    "  pre { background: #fff; max-height: none; }\n"
    "}\n"
    "</style>\n";

#endif
