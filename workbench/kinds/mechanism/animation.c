// The moving picture of the report: the mechanism and its frames as data, which a script draws and
// moves. Without scripts there is a line drawing of the first frame.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "assets.h"
#include "base/json.h"
#include "kinds/mechanism/mechanism.h"
#include "result/animation.h"

enum { BEARINGS_MAX = 2, PLACE_WIDTH = 3 };  // x, y and angle of a body

// Place of the first body in a frame; the others follow.
static const double *frame_bodies(const struct campaign *k, size_t frame) {
    const struct table *f = &k->frames;
    return f->value + frame * (size_t)f->columns + 1 + (k->bodies_at - k->pairs_at);
}

// --- data ----------------------------------------------------------------------------------------

// What acts between two bodies, at a point of each.
static json_t *link_json(int first, int second, const double at[2][2]) {
    return json_pack("{s:[ii], s:[oo]}", "bodies", first, second, "at", animation_numbers(at[0], 2),
                     animation_numbers(at[1], 2));
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
            json_put(joint, "axis", animation_numbers(j->axis, 2));
            json_put(joint, "through", animation_numbers(j->through, 2));
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
        json_put(contact, "radii", animation_numbers(t->radius, is_plane ? 1 : 2));
        if (is_plane) json_put(contact, "normal", animation_numbers(t->normal, 2));
        json_push(array, contact);
    }
    return array;
}

// The first pairs that are journals in bearings, which are shown enlarged.
static json_t *bearings_json(const struct campaign *k) {
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
            json_push(path, animation_numbers(row + 1 + i * PAIR_WIDTH, PAIR_WIDTH));
        }
        json_push(array, json_pack("{s:s, s:f, s:i, s:o, s:o}", "name",
                                   dp_mechanism_pair_name(c->model, i), "clearance",
                                   dp_mechanism_pair_gap(c->model, i), "body",
                                   c->def.joints[mechanism_owner(c, i).joint].second, "dents",
                                   dents, "path", path));
    }
    return array;
}

static json_t *facts_json(const struct campaign *k) {
    const dp_mechanism_def *def = &k->config->def;
    json_t *facts = json_object(), *bodies = json_array();
    json_t *times = json_array(), *places = json_array();
    for (int i = 0; i < def->body_count; i++)
        json_push(bodies, json_string(def->bodies[i].name));
    for (size_t frame = 0; frame < k->frames.rows; frame++) {
        json_push(times, json_finite(k->frames.value[frame * (size_t)k->frames.columns]));
        json_push(places, animation_numbers(frame_bodies(k, frame),
                                            (size_t)PLACE_WIDTH * (size_t)def->body_count));
    }
    json_put(facts, "bodies", bodies);
    json_put(facts, "joints", joints_json(def));
    json_put(facts, "springs", springs_json(def));
    json_put(facts, "contacts", contacts_json(def));
    json_put(facts, "bearings", bearings_json(k));
    json_put(facts, "times", times);
    json_put(facts, "places", places);
    return facts;
}

// --- page ----------------------------------------------------------------------------------------

struct still {
    const double *bodies;    // of the first frame
    double low[2], high[2];  // room it takes
    FILE *out;
};

// A body is a star of lines from its centre of mass; a point of the ground is a dot.
static void put_end(struct still *still, const json_t *link, size_t end) {
    const json_t *at = json_array_get(json_object_get(link, "at"), end);
    json_int_t body = json_integer_value(json_array_get(json_object_get(link, "bodies"), end));
    double x = json_number_value(json_array_get(at, 0));
    double y = json_number_value(json_array_get(at, 1));
    const double *p = body < 0 ? (const double[]){x, y, 0.0} : still->bodies + PLACE_WIDTH * body;
    double c = cos(p[2]), s = sin(p[2]);
    const double to[] = {body < 0 ? x : p[0] + c * x - s * y, body < 0 ? y : p[1] + s * x + c * y};
    for (int i = 0; i < 2; i++) {
        still->low[i] = fmin(still->low[i], fmin(p[i], to[i]));
        still->high[i] = fmax(still->high[i], fmax(p[i], to[i]));
    }
    if (still->out != NULL) fprintf(still->out, "M%g %gL%g %g", p[0], p[1], to[0], to[1]);
}

static void put_links(struct still *still, const json_t *facts) {
    static const char *const lists[] = {"joints", "springs", "contacts"};
    for (int i = 0; i < 3; i++) {
        size_t index;
        const json_t *link;
        json_array_foreach(json_object_get(facts, lists[i]), index, link) {
            // of a slide the first body has a line, no point
            if (json_object_get(link, "axis") == NULL) put_end(still, link, 0);
            put_end(still, link, 1);
        }
    }
}

static void put_still(const struct campaign *k, const json_t *facts, FILE *out) {
    const double width = 760.0, height = 400.0, margin = 30.0, thick = 6.0;
    const double *p = frame_bodies(k, 0);
    struct still s = {p, {p[0], p[1]}, {p[0], p[1]}, NULL};
    put_links(&s, facts);
    // what is a point has no size to scale
    double wide = fmax(s.high[0] - s.low[0], 1e-9), tall = fmax(s.high[1] - s.low[1], 1e-9);
    double scale = fmin((width - 2.0 * margin) / wide, (height - 2.0 * margin) / tall);
    fprintf(out,
            "<svg viewBox=\"0 0 %g %g\"><path stroke=\"#24364d\" stroke-width=\"%g\" "
            "stroke-linecap=\"round\" transform=\"translate(%g %g) scale(%g %g) "
            "translate(%g %g)\" d=\"",
            width, height, thick / scale, 0.5 * width, 0.5 * height, scale, -scale,
            -0.5 * (s.low[0] + s.high[0]), -0.5 * (s.low[1] + s.high[1]));
    s.out = out;
    put_links(&s, facts);
    fprintf(out, "\"/></svg>\n<p>At %.6g s. The whole picture, and its motion, need scripts.</p>\n",
            k->frames.value[0]);
}

bool mechanism_animation(const struct campaign *k, char **page) {
    char *still = NULL;
    size_t size = 0;
    *page = NULL;
    if (k->frames.rows < 2) return true;
    // a hundredth of a pixel is a 76000th of the picture; the rest is for one far from the origin
    struct animation animation = {"mechanism", asset_scene_mechanism_js, facts_json(k), NULL, 8};
    FILE *out = open_memstream(&still, &size);
    if (out != NULL) put_still(k, animation.facts, out);
    // without memory for it the still is left out, and the rest will fail by itself
    if (out != NULL && fclose(out) == 0) animation.still = still;
    bool is_good = animation_write(&animation, page);
    free(still);
    return is_good;
}
