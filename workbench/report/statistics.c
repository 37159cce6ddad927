// Statistics of a mechanism in a page: channels and joints over the window.

#include <math.h>
#include <string.h>

#include "report/html.h"
#include "report/parts.h"

enum { DIGITS = 5 };

static double number_at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void put_quantity(struct out_file *file, double value, const char *unit) {
    out_text(file, "<td>");
    html_quantity(file, value, unit, DIGITS);
    out_text(file, "</td>");
}

static void put_window(struct out_file *file, const json_t *window) {
    double from = number_at(window, "from");
    out_text(file, "<h2>Statistics <span class=\"unit\">(");
    out_text(file, from > 0.0 ? "window, " : "whole run, ");
    html_quantity(file, from, "s", DIGITS);
    out_text(file, " to ");
    html_quantity(file, number_at(window, "to"), "s", DIGITS);
    out_text(file, ")</span></h2>\n");
}

static void put_channels(struct out_file *file, json_t *channels) {
    const char *name;
    json_t *channel;
    out_text(file, "<div class=\"scroll\"><table>\n<thead><tr><th class=\"left\">channel</th>"
                   "<th>max</th><th>at</th><th>min</th><th>at</th><th>mean</th><th>rms</th>"
                   "</tr></thead>\n<tbody>\n");
    json_object_foreach(channels, name, channel) {
        const char *unit = json_string_value(json_object_get(channel, "unit"));
        if (unit == NULL || strcmp(unit, "1") == 0) unit = "";
        html_print(file, "<tr><td class=\"left\">%h</td>", name);
        put_quantity(file, number_at(channel, "max"), unit);
        put_quantity(file, number_at(channel, "max_time"), "s");
        put_quantity(file, number_at(channel, "min"), unit);
        put_quantity(file, number_at(channel, "min_time"), "s");
        put_quantity(file, number_at(channel, "mean"), unit);
        put_quantity(file, number_at(channel, "rms"), unit);
        out_text(file, "</tr>\n");
    }
    out_text(file, "</tbody></table></div>\n");
}

static void put_share(struct out_file *file, const json_t *modes, const char *key) {
    put_quantity(file, 100.0 * number_at(modes, key), "%");
}

// A pair of surfaces; `corner` from 1, 0: the joint has one pair.
static void put_pair(struct out_file *file, const char *name, size_t corner, const json_t *pair) {
    const json_t *modes = json_object_get(pair, "modes");
    if (!json_is_object(modes)) return;
    html_print(file, "<tr><td class=\"left\">%h", name);
    if (corner > 0) html_print(file, ".%z", corner);
    out_text(file, "</td>");
    put_share(file, modes, "flight");
    put_share(file, modes, "following");
    put_share(file, modes, "impact");
    put_quantity(file, number_at(pair, "window_impacts"), "");
    put_quantity(file, number_at(pair, "max_force"), "N");
    put_quantity(file, number_at(pair, "max_indentation"), "m");
    out_text(file, "</tr>\n");
}

static void put_pairs(struct out_file *file, json_t *pairs) {
    const char *name;
    json_t *pair;
    json_object_foreach(pairs, name, pair) {
        const json_t *corners = json_object_get(pair, "corners");
        put_pair(file, name, 0, pair);
        for (size_t i = 0; i < json_array_size(corners); i++)
            put_pair(file, name, i + 1, json_array_get(corners, i));
    }
}

static void put_surfaces(struct out_file *file, json_t *joints, json_t *contacts) {
    bool has_joints = json_object_size(joints) > 0, has_contacts = json_object_size(contacts) > 0;
    if (!has_joints && !has_contacts) return;
    out_text(file, "<div class=\"scroll\"><table>\n<thead><tr><th class=\"left\">");
    out_text(file, !has_contacts ? "joint" : !has_joints ? "contact" : "joint or contact");
    out_text(file, "</th><th>free flight</th><th>following</th><th>impact</th><th>impacts</th>"
                   "<th>largest force</th><th>largest indentation</th></tr></thead>\n<tbody>\n");
    put_pairs(file, joints);
    put_pairs(file, contacts);
    out_text(file, "</tbody></table></div>\n");
}

void put_statistics(struct out_file *file, const json_t *summary) {
    const json_t *window = json_object_get(summary, "window");
    json_t *channels = json_object_get(summary, "channels");
    if (!json_is_object(window) || json_object_size(channels) == 0) return;
    put_window(file, window);
    put_channels(file, channels);
    put_surfaces(file, json_object_get(summary, "joints"), json_object_get(summary, "contacts"));
}
