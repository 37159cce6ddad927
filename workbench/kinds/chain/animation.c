// The animation of a chain: frames that are kept at looks while it runs, and what they become.

#include <math.h>
#include <stdlib.h>

#include "assets.h"
#include "base/json.h"
#include "kinds/chain/results.h"
#include "result/animation.h"

// Cells that are coloured, and beads that can still be told apart; longer chains are a strip.
enum { FRAMES = 400, CELLS = 400, BEADS_DRAWN = 100 };

static size_t parts_of(size_t count, size_t most) {
    return (count + most - 1) / most;
}

static bool is_drawn(const struct chain_config *c) {
    return c->bodies <= BEADS_DRAWN;
}

static size_t cell_stride(const struct chain_config *c) {
    return parts_of(c->bodies, CELLS);
}

// Values of a frame: a force for each cell; displacements where beads are drawn.
static size_t cell_count(const struct chain_config *c) {
    return parts_of(c->bodies, cell_stride(c));
}

static size_t frame_width(const struct chain_config *c) {
    return cell_count(c) + (is_drawn(c) ? c->bodies : 0);
}

// Looks from one frame to the next; the last look is a frame anyway.
static size_t frame_stride(const struct chain_config *c) {
    return parts_of(chain_look_count(c), FRAMES);
}

static size_t frames_of(const struct chain_config *c, size_t looks) {
    size_t stride = frame_stride(c), all = chain_look_count(c);
    return looks < all ? parts_of(looks, stride) : parts_of(all - 1, stride) + 1;
}

static size_t look_of(const struct chain_config *c, size_t frame) {
    size_t look = frame * frame_stride(c), last = chain_look_count(c) - 1;
    return look < last ? look : last;
}

size_t chain_frame_bytes(const struct chain_config *c) {
    return frames_of(c, chain_look_count(c)) * frame_width(c) * sizeof(float);
}

bool chain_frames_are_finite(const struct chain_work *w) {
    size_t count = frames_of(w->config, w->looks) * frame_width(w->config);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(w->frames[i])) return false;
    }
    return true;
}

void chain_keep_frame(struct chain_work *w, const dp_chain_snapshot *view) {
    const struct chain_config *c = w->config;
    size_t frame = frames_of(c, w->looks), stride = cell_stride(c), cells = cell_count(c);
    if (look_of(c, frame) != w->looks) return;
    float *row = w->frames + frame * frame_width(c);
    for (size_t cell = 0; cell < cells; cell++) {
        double most = 0.0;
        // of the contacts of a bead the mean, as in the series
        for (size_t i = cell * stride; i < (cell + 1) * stride && i < c->bodies; i++) {
            double force = 0.5 * (view->force[i] + view->force[i + 1]);
            most = force > most ? force : most;
        }
        row[cell] = (float)most;
    }
    for (size_t i = 0; is_drawn(c) && i < c->bodies; i++)
        row[cells + i] = (float)view->displacement[i];
}

// --- facts ---------------------------------------------------------------------------------------

// Is what the contacts carry at the start so much that the colours should show what is added?
static bool is_pressed(const struct chain_work *w) {
    const float least = 0.1f;  // of the largest force
    size_t cells = cell_count(w->config), width = frame_width(w->config);
    float start = 0.0f, most = 0.0f;
    for (size_t i = 0; i < frames_of(w->config, w->looks); i++) {
        for (size_t k = 0; k < cells; k++) {
            float force = w->frames[i * width + k];
            if (i == 0 && force > start) start = force;
            if (force > most) most = force;
        }
    }
    return w->config->start_in_equilibrium && start > least * most;
}

// Forces less those of the first frame, which is at rest.
static void take_start_off(float *value, size_t frames, size_t cells) {
    for (size_t i = frames * cells; i-- > 0;)
        value[i] -= value[i % cells];
}

// One part of all frames, behind one another; with `is_change` less the first of them.
static json_t *part_json(const struct chain_work *w, size_t from, size_t count, bool is_change,
                         int bytes) {
    size_t frames = frames_of(w->config, w->looks), width = frame_width(w->config);
    float *value = malloc((frames * count + 1) * sizeof *value);
    if (value == NULL) return NULL;
    for (size_t i = 0; i < frames * count; i++)
        value[i] = w->frames[i / count * width + from + i % count];
    if (is_change) take_start_off(value, frames, count);
    json_t *packed = animation_packed(value, frames * count, count, bytes);
    free(value);
    return packed;
}

static bool is_to_scale(const struct chain_config *c) {
    for (size_t i = 0; i < c->bodies; i++) {
        double radius = chain_bead(c, i).radius;
        if (!(radius > 0.0) || !isfinite(radius)) return false;
    }
    return true;
}

// Centres at the start and radii; a chain of unknown radii has beads of radius 1 that touch.
static void put_beads(const struct chain_config *c, json_t *facts) {
    json_t *places = json_array(), *radii = json_array();
    bool has_radii = is_to_scale(c);
    double place = 0.0, before = 0.0;
    for (size_t i = 0; i < c->bodies; i++) {
        double radius = has_radii ? chain_bead(c, i).radius : 1.0;
        if (i > 0) place += before + radius + (has_radii && c->gap != NULL ? c->gap[i] : 0.0);
        before = radius;
        json_push(places, json_finite(place));
        json_push(radii, json_finite(radius));
    }
    json_put(facts, "places", places);
    json_put(facts, "radii", radii);
    json_put(facts, "is_to_scale", json_boolean(has_radii));
}

static json_t *ends_json(const struct chain_config *c) {
    json_t *ends = json_array();
    for (int side = 0; side < 2; side++)
        json_push(ends, json_string(c->end[side].type == DP_END_FREE ? "free" : "wall"));
    return ends;
}

bool chain_animate(const struct chain_work *w, char **page) {
    const struct chain_config *c = w->config;
    size_t frames = frames_of(c, w->looks);
    json_t *facts = json_object(), *times = json_array();
    for (size_t i = 0; i < frames; i++)
        json_push(times, json_finite(w->energy[look_of(c, i)].time));
    json_put(facts, "times", times);
    json_put(facts, "first", json_integer(chain_bead_of(c, 0)));
    json_put(facts, "last", json_integer(chain_bead_of(c, c->bodies - 1)));
    json_put(facts, "stride", json_integer((json_int_t)cell_stride(c)));
    json_put(facts, "ends", ends_json(c));
    bool is_change = is_pressed(w);
    // changes have signs, for which one byte has no room
    json_put(facts, "forces", part_json(w, 0, cell_count(c), is_change, is_change ? 2 : 1));
    json_put(facts, "is_change", json_boolean(is_change));
    if (is_drawn(c)) {
        put_beads(c, facts);
        json_put(facts, "displacements", part_json(w, cell_count(c), c->bodies, false, 2));
    }
    const struct animation animation = {
        .scene = "chain", .script = asset_scene_chain_js, .facts = facts, .digits = 8};
    return animation_write(&animation, page);
}
