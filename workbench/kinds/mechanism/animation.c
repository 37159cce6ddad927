// The moving picture of the report: an SVG of the mechanism that a script moves. Without the script
// it shows the first frame.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets.h"
#include "kinds/mechanism/mechanism.h"

enum { WIDTH = 760, HEIGHT = 400, MARGIN = 34, POINTS_MAX = 24, INSETS_MAX = 2, INSET = 160 };
#define DEGREES (180.0 / 3.14159265358979323846)

// fills differ in lightness, so that they can be told apart in grey
static const char *const fills[] = {"#9db8d6", "#f0dcc0", "#c9d8c5",
                                    "#e3d3e4", "#7f9a9b", "#efe9a9"};
enum { FILLS = sizeof fills / sizeof *fills };

// Points of a body that others know of, from its centre of mass [m].
struct outline {
    double x[POINTS_MAX], y[POINTS_MAX];
    int count;
    bool is_block;          // it slides
    double length, height;  // [m] of a block; NaN: not known
    double tilt;            // [rad] of a block
};

struct scene {
    const struct campaign *campaign;
    const struct mechanism_config *config;
    FILE *out;
    struct outline *outline;  // of each body
    double scale, x, y;       // pixels to a metre, and where the origin is
    double height;
    int inset[INSETS_MAX], inset_count;  // pairs
};

static const double *frame_bodies(const struct scene *s, int frame) {
    const struct frames *f = &s->campaign->frames;
    return f->value + (size_t)frame * (size_t)f->width +
           (s->campaign->bodies_at - s->campaign->pairs_at);
}

static const double *frame_pairs(const struct scene *s, int frame) {
    const struct frames *f = &s->campaign->frames;
    return f->value + (size_t)frame * (size_t)f->width;
}

// --- outlines ------------------------------------------------------------------------------------

static void add_point(struct scene *s, int body, const double at[2]) {
    if (body < 0) return;
    struct outline *o = &s->outline[body];
    for (int i = 0; i < o->count; i++) {
        if (o->x[i] == at[0] && o->y[i] == at[1]) return;
    }
    if (o->count == POINTS_MAX) return;
    o->x[o->count] = at[0];
    o->y[o->count++] = at[1];
}

static void take_slide(struct scene *s, const dp_mechanism_joint *j) {
    if (j->second < 0) return;
    struct outline *o = &s->outline[j->second];
    o->is_block = true;
    o->length = j->length;
    o->height = j->height;
    // the axis is the first body's; the second stands at an angle to it
    o->tilt = atan2(j->axis[1], j->axis[0]) - j->angle;
}

static void take_outlines(struct scene *s) {
    const dp_mechanism_def *def = &s->config->def;
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        bool slides = joint_traits(j->type)->slides;
        if (slides) take_slide(s, j);
        if (!slides) add_point(s, j->first, j->at[0]);
        add_point(s, j->second, j->at[1]);
    }
    for (int i = 0; i < def->force_count; i++) {
        const dp_mechanism_force *f = &def->forces[i];
        if (f->type != DP_FORCE_SPRING) continue;
        add_point(s, f->first, f->at[0]);
        add_point(s, f->second, f->at[1]);
    }
    for (int i = 0; i < def->touch_count; i++) {
        const dp_mechanism_contact *t = &def->touches[i];
        add_point(s, t->first, t->at[0]);
        if (t->type == DP_TOUCH_CIRCLES) add_point(s, t->second, t->at[1]);
    }
    // what hangs on one pin reaches to its centre of mass at least
    for (int i = 0; i < def->body_count; i++) {
        if (s->outline[i].count == 1 && !s->outline[i].is_block)
            add_point(s, i, (const double[2]){0.0, 0.0});
    }
}

// --- where things are ----------------------------------------------------------------------------

struct box {
    double left, right, low, high;
};

static void include(struct box *box, double x, double y, double reach) {
    box->left = fmin(box->left, x - reach);
    box->right = fmax(box->right, x + reach);
    box->low = fmin(box->low, y - reach);
    box->high = fmax(box->high, y + reach);
}

static double reach_of(const struct scene *s, int body) {
    double reach = 0.0;
    const dp_mechanism_def *def = &s->config->def;
    for (int i = 0; i < def->touch_count; i++) {
        const dp_mechanism_contact *t = &def->touches[i];
        bool has_second = t->type == DP_TOUCH_CIRCLES;
        if (t->first == body) reach = fmax(reach, t->radius[0]);
        if (t->second == body && has_second) reach = fmax(reach, t->radius[1]);
    }
    return reach;
}

// Everything that is seen in any frame.
static struct box find_box(const struct scene *s) {
    struct box box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    const dp_mechanism_def *def = &s->config->def;
    for (int frame = 0; frame < s->campaign->frames.count; frame++) {
        const double *p = frame_bodies(s, frame);
        for (int i = 0; i < def->body_count; i++, p += 3) {
            const struct outline *o = &s->outline[i];
            double c = cos(p[2]), n = sin(p[2]), reach = reach_of(s, i);
            double half =
                o->is_block && !isnan(o->length) ? 0.5 * hypot(o->length, o->height) : 0.0;
            include(&box, p[0], p[1], o->count == 0 ? fmax(reach, half) : half);
            for (int j = 0; j < o->count; j++)
                include(&box, p[0] + c * o->x[j] - n * o->y[j], p[1] + n * o->x[j] + c * o->y[j],
                        reach);
        }
    }
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        bool slides = joint_traits(j->type)->slides;
        if (j->first < 0 && !slides) include(&box, j->at[0][0], j->at[0][1], 0.0);
        if (j->second < 0 && !slides) include(&box, j->at[1][0], j->at[1][1], 0.0);
    }
    return box;
}

static bool find_scale(struct scene *s) {
    struct box box = find_box(s);
    double wide = box.right - box.left, tall = box.high - box.low;
    double room = WIDTH - 2.0 * MARGIN;
    if (!isfinite(wide) || !isfinite(tall) || !(fmax(wide, tall) > 0.0)) return false;
    s->scale =
        fmin(room / fmax(wide, 1e-3 * tall), (HEIGHT - 2.0 * MARGIN) / fmax(tall, 1e-3 * wide));
    // as tall as the insets beside it
    s->height = fmax(s->scale * tall + 2.0 * MARGIN, s->inset_count > 1 ? 430.0 : 220.0);
    s->x = 0.5 * (WIDTH - s->scale * (box.left + box.right));
    s->y = 0.5 * (s->height + s->scale * (box.low + box.high));
    return true;
}

static double across(const struct scene *s, double x) {
    return s->x + s->scale * x;
}

static double down(const struct scene *s, double y) {
    return s->y - s->scale * y;
}

// A point of a body, or of the ground, in the first frame [pixels].
static void place(const struct scene *s, int body, const double at[2], double out[2]) {
    double x = at[0], y = at[1];
    if (body >= 0) {
        const double *p = frame_bodies(s, 0) + 3 * body;
        x = p[0] + cos(p[2]) * at[0] - sin(p[2]) * at[1];
        y = p[1] + sin(p[2]) * at[0] + cos(p[2]) * at[1];
    }
    out[0] = across(s, x);
    out[1] = down(s, y);
}

// --- drawing -------------------------------------------------------------------------------------

static void put_ground(const struct scene *s) {
    const dp_mechanism_def *def = &s->config->def;
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        bool slides = joint_traits(j->type)->slides;
        if (slides && j->first < 0) {
            double length = hypot(j->axis[0], j->axis[1]), far = 4.0 * WIDTH / s->scale;
            double ax = j->axis[0] / length * far, ay = j->axis[1] / length * far;
            bool is_loose = joint_traits(j->type)->pairs > 0;
            double half = is_loose ? 0.5 * s->scale * (j->height + j->gap) : 0.0;
            for (int side = is_loose ? -1 : 0; side <= (is_loose ? 1 : 0); side += 2) {
                double dx = side * half * j->axis[1] / length,
                       dy = side * half * j->axis[0] / length;
                fprintf(s->out,
                        "<line class=\"guide\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                        across(s, j->through[0] - ax) + dx, down(s, j->through[1] - ay) + dy,
                        across(s, j->through[0] + ax) + dx, down(s, j->through[1] + ay) + dy);
            }
        }
        for (int end = 0; end < 2 && !slides; end++) {
            if ((end == 0 ? j->first : j->second) >= 0) continue;
            double x = across(s, j->at[end][0]), y = down(s, j->at[end][1]);
            fprintf(s->out,
                    "<path class=\"ground\" d=\"M%.1f %.1fl-13 20h26z\"/>"
                    "<path class=\"hatch\" d=\"M%.1f %.1fh36\"/>\n",
                    x, y, x - 18.0, y + 20.0);
        }
    }
}

static void put_planes(const struct scene *s) {
    const dp_mechanism_def *def = &s->config->def;
    for (int i = 0; i < def->touch_count; i++) {
        const dp_mechanism_contact *t = &def->touches[i];
        if (t->type != DP_TOUCH_PLANE || t->second >= 0) continue;
        double length = hypot(t->normal[0], t->normal[1]), far = 4.0 * WIDTH / s->scale;
        double ax = -t->normal[1] / length * far, ay = t->normal[0] / length * far;
        fprintf(s->out, "<line class=\"hatch\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                across(s, t->at[1][0] - ax), down(s, t->at[1][1] - ay), across(s, t->at[1][0] + ax),
                down(s, t->at[1][1] + ay));
    }
}

// Left of a to b?
static bool is_left(const struct outline *o, int a, int b, int i) {
    double turn =
        (o->x[b] - o->x[a]) * (o->y[i] - o->y[a]) - (o->y[b] - o->y[a]) * (o->x[i] - o->x[a]);
    return turn > 0.0;
}

// The hull by wrapping; points of a line go there and back.
static int hull(const struct outline *o, int order[POINTS_MAX]) {
    int start = 0, count = 0, at;
    for (int i = 1; i < o->count; i++) {
        bool is_first = o->x[i] < o->x[start] || (o->x[i] == o->x[start] && o->y[i] < o->y[start]);
        if (is_first) start = i;
    }
    at = start;
    do {
        order[count++] = at;
        int next = (at + 1) % o->count;
        for (int i = 0; i < o->count; i++) {
            double far = hypot(o->x[i] - o->x[at], o->y[i] - o->y[at]);
            double now = hypot(o->x[next] - o->x[at], o->y[next] - o->y[at]);
            bool is_straight = !is_left(o, at, next, i) && !is_left(o, at, i, next);
            if (is_left(o, at, i, next) || (is_straight && far > now)) next = i;
        }
        at = next;
    } while (at != start && count < o->count);
    return count;
}

static void put_shape(const struct scene *s, int body) {
    const struct outline *o = &s->outline[body];
    if (o->is_block) {
        double length = isnan(o->length) ? 40.0 : fmax(s->scale * o->length, 12.0);
        double height = isnan(o->height) ? 24.0 : fmax(s->scale * o->height, 8.0);
        fprintf(
            s->out,
            "<rect class=\"body\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" "
            "transform=\"rotate(%.2f)\" fill=\"%s\"/>",
            -0.5 * length, -0.5 * height, length, height, -DEGREES * o->tilt, fills[body % FILLS]);
    }
    int order[POINTS_MAX], count = o->count > 0 ? hull(o, order) : 0;
    if (count < 2) {
        if (!o->is_block && reach_of(s, body) == 0.0)
            fprintf(s->out, "<circle class=\"body\" r=\"9\" fill=\"%s\"/>", fills[body % FILLS]);
        return;
    }
    // an outline is a wider line below the body's own
    for (int layer = 0; layer < 2; layer++) {
        fprintf(s->out, "<path class=\"%s\" d=\"", layer == 0 ? "edge" : "link");
        for (int i = 0; i < count; i++)
            fprintf(s->out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', s->scale * o->x[order[i]],
                    -s->scale * o->y[order[i]]);
        fprintf(s->out, "%s\"", count > 2 ? "z" : "");
        if (layer == 1)
            fprintf(s->out, " stroke=\"%s\" fill=\"%s\"", fills[body % FILLS], fills[body % FILLS]);
        fprintf(s->out, "/>");
    }
}

static void put_circles(const struct scene *s, int body) {
    const dp_mechanism_def *def = &s->config->def;
    for (int i = 0; i < def->touch_count; i++) {
        const dp_mechanism_contact *t = &def->touches[i];
        for (int end = 0; end < (t->type == DP_TOUCH_CIRCLES ? 2 : 1); end++) {
            if ((end == 0 ? t->first : t->second) != body) continue;
            fprintf(s->out,
                    "<circle class=\"body\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>"
                    "<path class=\"edge thin\" d=\"M%.1f %.1fh%.1f\"/>",
                    s->scale * t->at[end][0], -s->scale * t->at[end][1],
                    fmax(s->scale * t->radius[end], 1.5), fills[body % FILLS],
                    s->scale * t->at[end][0], -s->scale * t->at[end][1], s->scale * t->radius[end]);
        }
    }
}

static void put_pins(const struct scene *s, int body) {
    const dp_mechanism_def *def = &s->config->def;
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        bool is_loose = joint_traits(j->type)->pairs > 0;
        for (int end = 0; end < 2 && joint_traits(j->type)->is_pin; end++) {
            if ((end == 0 ? j->first : j->second) != body) continue;
            fprintf(s->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>",
                    !is_loose  ? "pin"
                    : end == 0 ? "journal"
                               : "bearing",
                    s->scale * j->at[end][0], -s->scale * j->at[end][1],
                    !is_loose  ? "4"
                    : end == 0 ? "4.5"
                               : "8");
        }
    }
}

// All shapes, then all pins: a journal is not hidden by the body around it.
static void put_bodies(const struct scene *s) {
    int count = s->config->def.body_count;
    for (int i = 0; i < 2 * count; i++) {
        const double *p = frame_bodies(s, 0) + 3 * (i % count);
        fprintf(s->out,
                "<g class=\"animation-body\" transform=\"translate(%.2f %.2f) rotate(%.3f)\">",
                across(s, p[0]), down(s, p[1]), -DEGREES * p[2]);
        if (i < count) {
            put_circles(s, i);
            put_shape(s, i);
        } else {
            put_pins(s, i % count);
        }
        fprintf(s->out, "</g>\n");
    }
}

static void put_springs(const struct scene *s) {
    const dp_mechanism_def *def = &s->config->def;
    for (int i = 0; i < def->force_count; i++) {
        const dp_mechanism_force *f = &def->forces[i];
        double a[2], b[2];
        if (f->type != DP_FORCE_SPRING) continue;
        place(s, f->first, f->at[0], a);
        place(s, f->second, f->at[1], b);
        fprintf(s->out,
                "<line class=\"spring animation-spring\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
                "y2=\"%.1f\"/>\n",
                a[0], a[1], b[0], b[1]);
    }
}

// --- insets: a journal in its bearing, the clearance enlarged
// ---------------------------------------

enum { BEARING = 84, PLAY = 34, RIM = 5, DENT = 11 };  // of the deepest dent

static void choose_insets(struct scene *s) {
    const struct mechanism_config *c = s->config;
    int pairs = dp_mechanism_pair_count(c->model);
    bool has_pairs = s->campaign->bodies_at > s->campaign->pairs_at;
    for (int i = 0; i < pairs && has_pairs && s->inset_count < INSETS_MAX; i++) {
        if (mechanism_is_bearing(c, i)) s->inset[s->inset_count++] = i;
    }
}

static void find_eccentricity(const struct scene *s, int frame, int inset, double out[3]) {
    int pair = s->inset[inset];
    const double *p = frame_pairs(s, frame) + pair * PAIR_WIDTH;
    double gap = dp_mechanism_pair_gap(s->config->model, pair);
    out[0] = PLAY * p[PAIR_EX] / gap;
    out[1] = -PLAY * p[PAIR_EY] / gap;
    out[2] = p[PAIR_TOUCHES];
}

static int bearing_of(const struct scene *s, int inset) {
    return s->config->def.joints[mechanism_owner(s->config, s->inset[inset]).joint].second;
}

static double deepest_dent(const struct scene *s, int pair) {
    const struct dents *d = &s->campaign->dents;
    double most = 0.0;
    for (size_t i = 0; i < d->count; i++) {
        if (d->item[i].pair == pair) most = fmax(most, d->item[i].depth);
    }
    return most;
}

// Dents as spikes on the rim, which turn with the bearing; a sector is too narrow to be seen as it
// is.
static void put_dents(const struct scene *s, int inset) {
    const struct dents *d = &s->campaign->dents;
    int pair = s->inset[inset], body = bearing_of(s, inset);
    double most = deepest_dent(s, pair), from = BEARING + 0.5 * RIM;
    double turned = body < 0 ? 0.0 : -DEGREES * frame_bodies(s, 0)[3 * body + 2];
    fprintf(s->out, "<g class=\"animation-dents\" transform=\"rotate(%.3f)\">", turned);
    if (most > 0.0) fprintf(s->out, "<path class=\"dents\" d=\"");
    for (size_t i = 0; i < d->count && most > 0.0; i++) {
        if (d->item[i].pair != pair) continue;
        double x = cos(d->item[i].angle), y = -sin(d->item[i].angle);
        double to = from + DENT * d->item[i].depth / most;
        fprintf(s->out, "M%.2f %.2fL%.2f %.2f", from * x, from * y, to * x, to * y);
    }
    fprintf(s->out, "%s</g>", most > 0.0 ? "\"/>" : "");
}

// How much deeper dents are drawn than the clearance is.
static void say_dents(const struct scene *s, int pair, double gap) {
    double most = deepest_dent(s, pair);
    if (!(most > 0.0)) return;
    fprintf(s->out,
            " Spikes: dents at the end, the deepest %.3g \xc2\xb5m, enlarged %.2g times more.",
            1e6 * most, DENT / most * gap / PLAY);
}

static void put_inset(const struct scene *s, int inset) {
    double e[3];
    int pair = s->inset[inset];
    double gap = dp_mechanism_pair_gap(s->config->model, pair);
    find_eccentricity(s, 0, inset, e);
    fprintf(s->out,
            "<figure><svg viewBox=\"-100 -100 200 200\" width=\"%d\" height=\"%d\">"
            "<circle class=\"hole\" r=\"%d\"/><circle class=\"animation-journal%s\" cx=\"%.2f\" "
            "cy=\"%.2f\" r=\"%d\"/><circle class=\"limit\" r=\"%d\"/><polyline class=\"trace\" "
            "points=\"",
            INSET, INSET, BEARING, e[2] > 0.5 ? " touching" : "", e[0], e[1], BEARING - PLAY, PLAY);
    for (int frame = 0; frame < s->campaign->frames.count; frame++) {
        double at[3];
        find_eccentricity(s, frame, inset, at);
        fprintf(s->out, "%.1f,%.1f ", at[0], at[1]);
    }
    fprintf(s->out, "\"/>");
    put_dents(s, inset);
    fprintf(s->out,
            "<circle class=\"animation-centre\" cx=\"%.2f\" cy=\"%.2f\" r=\"3.5\"/></svg>"
            "<figcaption>%s: clearance %.3g mm, enlarged. Thick rim: contact. Line: path of the "
            "centre.",
            e[0], e[1], dp_mechanism_pair_name(s->config->model, pair), 1e3 * gap);
    say_dents(s, pair, gap);
    fprintf(s->out, "</figcaption></figure>\n");
}

// --- data and page -------------------------------------------------------------------------------

static void put_data(const struct scene *s) {
    const struct frames *f = &s->campaign->frames;
    const dp_mechanism_def *def = &s->config->def;
    fprintf(s->out, "var times=[");
    for (int i = 0; i < f->count; i++)
        fprintf(s->out, "%s%.6g", i > 0 ? "," : "", f->time[i]);
    fprintf(s->out, "];\nvar moves=[");
    for (int i = 0; i < f->count; i++) {
        const double *p = frame_bodies(s, i);
        fprintf(s->out, "%s[", i > 0 ? ",\n" : "");
        for (int b = 0; b < def->body_count; b++, p += 3)
            fprintf(s->out, "%s%.2f,%.2f,%.2f", b > 0 ? "," : "", across(s, p[0]), down(s, p[1]),
                    fmod(-DEGREES * p[2], 360.0));
        fprintf(s->out, "]");
    }
    fprintf(s->out, "];\nvar loose=[");
    for (int i = 0; i < f->count; i++) {
        fprintf(s->out, "%s[", i > 0 ? "," : "");
        for (int k = 0; k < s->inset_count; k++) {
            double e[3];
            find_eccentricity(s, i, k, e);
            fprintf(s->out, "%s%.2f,%.2f,%d", k > 0 ? "," : "", e[0], e[1], e[2] > 0.5);
        }
        fprintf(s->out, "]");
    }
    fprintf(s->out, "];\nvar bearings=[");
    for (int k = 0; k < s->inset_count; k++)
        fprintf(s->out, "%s%d", k > 0 ? "," : "", bearing_of(s, k));
    fprintf(s->out, "];\nvar springs=[");
    for (int i = 0, count = 0; i < def->force_count; i++) {
        const dp_mechanism_force *p = &def->forces[i];
        if (p->type != DP_FORCE_SPRING) continue;
        double first = s->scale;
        fprintf(s->out, "%s[%d,%.2f,%.2f,%d,%.2f,%.2f]", count++ > 0 ? "," : "", p->first,
                p->first < 0 ? across(s, p->at[0][0]) : first * p->at[0][0],
                p->first < 0 ? down(s, p->at[0][1]) : -first * p->at[0][1], p->second,
                p->second < 0 ? across(s, p->at[1][0]) : first * p->at[1][0],
                p->second < 0 ? down(s, p->at[1][1]) : -first * p->at[1][1]);
    }
    fprintf(s->out, "];\n");
}

static void put_legend(const struct scene *s) {
    fprintf(s->out, "<p class=\"names\">");
    for (int i = 0; i < s->config->def.body_count && i < 12; i++)
        fprintf(s->out, "<span><i style=\"background:%s\"></i>%s</span> ", fills[i % FILLS],
                s->config->def.bodies[i].name);
    fprintf(s->out, "</p>\n");
}

static void put_page(const struct scene *s) {
    const struct frames *f = &s->campaign->frames;
    fprintf(s->out,
            "<style>\n%s</style>\n"
            "<div id=\"animation\"><div class=\"row\"><svg id=\"animation-scene\" viewBox=\"0 0 %d "
            "%.0f\" role=\"img\" aria-label=\"the mechanism\">\n",
            asset_animation_css, WIDTH, s->height);
    put_ground(s);
    put_planes(s);
    put_springs(s);
    put_bodies(s);
    fprintf(s->out, "</svg>\n");
    if (s->inset_count > 0) fprintf(s->out, "<div class=\"insets\">\n");
    for (int i = 0; i < s->inset_count; i++)
        put_inset(s, i);
    if (s->inset_count > 0) fprintf(s->out, "</div>\n");
    fprintf(s->out, "</div>\n");
    put_legend(s);
    fprintf(s->out,
            "<p class=\"still\">At %.6g s; the last frame is at %.6g s.</p>\n"
            "<div class=\"controls\" hidden><button id=\"animation-play\" type=\"button\">Pause"
            "</button><label>time <input id=\"animation-time\" type=\"range\" min=\"0\" max=\"%d\" "
            "value=\"0\"></label><output id=\"animation-now\"></output><label>speed <input "
            "id=\"animation-speed\" type=\"range\" min=\"-20\" max=\"20\" value=\"0\"></label>"
            "<output id=\"animation-rate\"></output></div></div>\n<script>\n(function(){\n",
            f->time[0], f->time[f->count - 1], f->count - 1);
    put_data(s);
    fputs(asset_animation_js, s->out);
    fprintf(s->out, "})();\n</script>\n");
}

bool mechanism_animation(const struct campaign *k, char **page) {
    struct scene s = {.campaign = k, .config = k->config};
    size_t size = 0;
    *page = NULL;
    if (k->frames.count < 2) return true;
    s.outline = calloc((size_t)k->config->def.body_count + 1, sizeof *s.outline);
    if (s.outline == NULL) return false;
    take_outlines(&s);
    choose_insets(&s);
    bool is_drawn = find_scale(&s), has_failed = false;
    if (is_drawn) has_failed = (s.out = open_memstream(page, &size)) == NULL;
    if (s.out != NULL) {
        put_page(&s);
        has_failed = ferror(s.out) != 0;
        has_failed = fclose(s.out) != 0 || has_failed;
    }
    if (has_failed) {
        free(*page);
        *page = NULL;
    }
    free(s.outline);
    return !has_failed;
}
