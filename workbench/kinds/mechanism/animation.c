// The moving picture of the report: the mechanism and its frames as data, which a script draws and
// moves. Without scripts there is a line drawing of the first frame.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "assets.h"
#include "base/json.h"
#include "kinds/mechanism/mechanism.h"

enum { BEARINGS_MAX = 2, PLACE_WIDTH = 3 };  // x, y and angle of a body

// A point of a body, from its centre of mass, or of the ground.
struct end {
    int body;
    const double *at;
};

struct scene {
    const struct campaign *campaign;
    const dp_mechanism_def *def;
    struct end *ends;  // what shows the shape of the bodies
    int end_count;
};

// Place of the first body in a frame; the others follow.
static const double *frame_bodies(const struct campaign *k, size_t frame) {
    const struct table *f = &k->frames;
    return f->value + frame * (size_t)f->columns + 1 + (k->bodies_at - k->pairs_at);
}

static void add_end(struct scene *s, int body, const double at[2]) {
    s->ends[s->end_count++] = (struct end){body, at};
}

static bool list_ends(struct scene *s) {
    const dp_mechanism_def *def = s->def;
    int parts = def->joint_count + def->force_count + def->touch_count;
    s->ends = calloc(2 * (size_t)parts + 1, sizeof *s->ends);
    if (s->ends == NULL) return false;
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        bool slides = joint_traits(j->type)->slides;
        if (!slides) add_end(s, j->first, j->at[0]);
        if (!slides || j->second >= 0) add_end(s, j->second, j->at[1]);
    }
    for (int i = 0; i < def->force_count; i++) {
        const dp_mechanism_force *f = &def->forces[i];
        if (f->type != DP_FORCE_SPRING) continue;
        add_end(s, f->first, f->at[0]);
        add_end(s, f->second, f->at[1]);
    }
    for (int i = 0; i < def->touch_count; i++) {
        const dp_mechanism_contact *t = &def->touches[i];
        add_end(s, t->first, t->at[0]);
        if (t->type == DP_TOUCH_CIRCLES) add_end(s, t->second, t->at[1]);
    }
    return true;
}

// --- data ----------------------------------------------------------------------------------------

static json_t *numbers(const double *value, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_push(array, json_finite(value[i]));
    return array;
}

// What acts between two bodies, at a point of each.
static json_t *link_json(int first, int second, const double at[2][2]) {
    return json_pack("{s:[ii], s:[oo]}", "bodies", first, second, "at", numbers(at[0], 2),
                     numbers(at[1], 2));
}

static json_t *joints_json(const dp_mechanism_def *def) {
    json_t *array = json_array();
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        const struct joint_traits *is = joint_traits(j->type);
        json_t *joint = link_json(j->first, j->second, j->at);
        json_put(joint, "is_pin", json_boolean(is->is_pin));
        json_put(joint, "is_loose", json_boolean(is->pairs > 0));
        if (is->slides) {
            json_put(joint, "axis", numbers(j->axis, 2));
            json_put(joint, "through", numbers(j->through, 2));
            json_put(joint, "angle", json_finite(j->angle));
            // NaN, and so null, unless it is loose
            json_put(joint, "length", json_finite(j->length));
            json_put(joint, "height", json_finite(j->height));
            json_put(joint, "gap", json_finite(j->gap));
        }
        json_push(array, joint);
    }
    return array;
}

static json_t *springs_json(const dp_mechanism_def *def) {
    json_t *array = json_array();
    for (int i = 0; i < def->force_count; i++) {
        const dp_mechanism_force *f = &def->forces[i];
        if (f->type == DP_FORCE_SPRING) json_push(array, link_json(f->first, f->second, f->at));
    }
    return array;
}

static json_t *contacts_json(const dp_mechanism_def *def) {
    json_t *array = json_array();
    for (int i = 0; i < def->touch_count; i++) {
        const dp_mechanism_contact *t = &def->touches[i];
        bool is_plane = t->type == DP_TOUCH_PLANE;
        json_t *contact = link_json(t->first, t->second, t->at);
        json_put(contact, "radii", numbers(t->radius, is_plane ? 1 : 2));
        if (is_plane) json_put(contact, "normal", numbers(t->normal, 2));
        json_push(array, contact);
    }
    return array;
}

// The first pairs that are journals in bearings, which are shown enlarged.
static json_t *bearings_json(const struct scene *s) {
    const struct campaign *k = s->campaign;
    const struct mechanism_config *c = k->config;
    json_t *array = json_array();
    int pairs = (k->bodies_at - k->pairs_at) / PAIR_WIDTH;
    for (int i = 0; i < pairs && json_array_size(array) < BEARINGS_MAX; i++) {
        if (!mechanism_is_bearing(c, i)) continue;
        json_t *dents = json_array(), *path = json_array();
        const dp_mechanism_dent *dent = k->dents.item;
        for (size_t d = 0; d < k->dents.count; d++, dent++) {
            if (dent->pair == i) json_push(dents, json_pack("[ff]", dent->angle, dent->depth));
        }
        for (size_t frame = 0; frame < k->frames.rows; frame++) {
            const double *row = k->frames.value + frame * (size_t)k->frames.columns;
            json_push(path, numbers(row + 1 + i * PAIR_WIDTH, PAIR_WIDTH));
        }
        json_push(array, json_pack("{s:s, s:f, s:i, s:o, s:o}", "name",
                                   dp_mechanism_pair_name(c->model, i), "clearance",
                                   dp_mechanism_pair_gap(c->model, i), "body",
                                   s->def->joints[mechanism_owner(c, i).joint].second, "dents",
                                   dents, "path", path));
    }
    return array;
}

static json_t *facts_json(const struct scene *s) {
    const struct campaign *k = s->campaign;
    json_t *facts = json_object(), *bodies = json_array(), *ends = json_array();
    json_t *times = json_array(), *places = json_array();
    for (int i = 0; i < s->def->body_count; i++)
        json_push(bodies, json_string(s->def->bodies[i].name));
    for (int i = 0; i < s->end_count; i++)
        json_push(ends, json_pack("[io]", s->ends[i].body, numbers(s->ends[i].at, 2)));
    for (size_t frame = 0; frame < k->frames.rows; frame++) {
        json_push(times, json_finite(k->frames.value[frame * (size_t)k->frames.columns]));
        json_push(places, numbers(frame_bodies(k, frame), PLACE_WIDTH * s->def->body_count));
    }
    json_put(facts, "bodies", bodies);
    json_put(facts, "ends", ends);
    json_put(facts, "joints", joints_json(s->def));
    json_put(facts, "springs", springs_json(s->def));
    json_put(facts, "contacts", contacts_json(s->def));
    json_put(facts, "bearings", bearings_json(s));
    json_put(facts, "times", times);
    json_put(facts, "places", places);
    return facts;
}

// --- page ----------------------------------------------------------------------------------------

// A body is a star of lines from its centre of mass; a point of the ground is a dot.
static void place_end(const struct scene *s, int i, double from[2], double to[2]) {
    const struct end *end = &s->ends[i];
    from[0] = to[0] = end->at[0];
    from[1] = to[1] = end->at[1];
    if (end->body < 0) return;
    const double *p = frame_bodies(s->campaign, 0) + PLACE_WIDTH * end->body;
    from[0] = p[0];
    from[1] = p[1];
    to[0] = p[0] + cos(p[2]) * end->at[0] - sin(p[2]) * end->at[1];
    to[1] = p[1] + sin(p[2]) * end->at[0] + cos(p[2]) * end->at[1];
}

static void put_still(const struct scene *s, FILE *out) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, from[2], to[2];
    for (int i = 0; i < s->end_count; i++) {
        place_end(s, i, from, to);
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], fmin(from[k], to[k]));
            high[k] = fmax(high[k], fmax(from[k], to[k]));
        }
    }
    double wide = high[0] - low[0], tall = high[1] - low[1], margin = 0.05 * fmax(wide, tall);
    if (!(margin > 0.0)) return;
    fprintf(out,
            "<svg viewBox=\"%g %g %g %g\"><g transform=\"scale(1 -1)\" fill=\"#24364d\" "
            "stroke=\"#24364d\" stroke-width=\"%g\">\n",
            low[0] - margin, -high[1] - margin, wide + 2.0 * margin, tall + 2.0 * margin,
            0.1 * margin);
    for (int i = 0; i < s->end_count; i++) {
        place_end(s, i, from, to);
        fprintf(out, "<path d=\"M%g %gL%g %g\"/><circle cx=\"%g\" cy=\"%g\" r=\"%g\"/>\n", from[0],
                from[1], to[0], to[1], to[0], to[1], 0.15 * margin);
    }
    fprintf(out, "</g></svg>\n");
}

static void put_page(const struct scene *s, const char *facts, FILE *out) {
    fprintf(out, "<style>\n%s</style>\n%s<noscript>\n", asset_animation_css, asset_animation_html);
    put_still(s, out);
    fprintf(out,
            "<p>At %.6g s. The whole picture, and its motion, need scripts.</p>\n"
            "</noscript>\n<script>\n(function () {\nvar facts = %s;\n%s})();\n</script>\n",
            s->campaign->frames.value[0], facts, asset_animation_js);
}

bool mechanism_animation(const struct campaign *k, char **page) {
    struct scene s = {.campaign = k, .def = &k->config->def};
    size_t size = 0;
    *page = NULL;
    if (k->frames.rows < 2) return true;
    if (!list_ends(&s)) return false;
    json_t *document = facts_json(&s);
    // a hundredth of a pixel is a 76000th of the picture; the rest is for one far from the origin
    char *facts = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(8));
    FILE *out = facts != NULL ? open_memstream(page, &size) : NULL;
    bool is_good = out != NULL && !json_lacks_memory();
    if (is_good) put_page(&s, facts, out);
    if (out != NULL) is_good = fclose(out) == 0 && is_good;
    if (!is_good) {
        free(*page);
        *page = NULL;
    }
    json_decref(document);
    free(facts);
    free(s.ends);
    return is_good;
}
