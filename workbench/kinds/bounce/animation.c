// The animation of a bounce: some of its rows, all of its first impacts.

#include <math.h>

#include "assets.h"
#include "base/json.h"
#include "kinds/bounce/bounce.h"
#include "result/animation.h"

// Frames at even times, those of touches besides, and impacts that are told.
enum { EVEN_FRAMES = 800, TOUCH_FRAMES = 900, IMPACTS_TOLD = 500 };

enum { TIME, HEIGHT, VELOCITY, CONTACT, WAY, ANGLE, WIDTH };

static bool keep(struct bounce_frames *f, const struct bounce_frame *frame) {
    const dp_bounce_sample *s = &frame->row.of;
    const double value[WIDTH] = {s->time,        s->height,      s->velocity,
                                 s->force > 0.0, frame->row.way, frame->angle};
    // a row that is a frame already
    if (f->table.rows > 0 && !(s->time > table_at(&f->table, f->table.rows - 1, TIME))) return true;
    return table_add(&f->table, value);
}

bool bounce_frames_start(struct bounce_frames *f, double until) {
    static const char *const names[WIDTH] = {"time",    "height", "velocity",
                                             "contact", "way",    "angle"};
    static const char *const units[WIDTH] = {"s", "m", "m/s", "1", "m", "rad"};
    *f = (struct bounce_frames){.every = until / EVEN_FRAMES, .last = -INFINITY};
    return table_init(&f->table, WIDTH, names, units);
}

// Touch, turning point and parting are frames even where they lie closer than the others. The row
// before the first with a force is that of the touch.
bool bounce_frames_add(struct bounce_frames *f, const struct bounce_row *row) {
    const dp_bounce_sample *s = &row->of;
    struct bounce_frame before = f->before, now = {*row, 0.0};
    const dp_bounce_sample *p = &before.row.of;
    bool touches = s->force > 0.0, touched = p->force > 0.0;
    bool turns = touches && p->velocity < 0.0 && s->velocity >= 0.0;
    bool is_event = f->rows > 0 && (touches != touched || turns) && f->events < TOUCH_FRAMES;
    // exact in flight, where the spin stays
    if (f->rows++ > 0) now.angle = before.angle + 0.5 * (p->spin + s->spin) * (s->time - p->time);
    f->before = now;
    f->events += is_event;
    if (is_event && touches && !touched && !keep(f, &before)) return false;
    bool is_due = s->time >= f->last + f->every;
    if (is_due) f->last = s->time;
    return is_due || is_event ? keep(f, &now) : true;
}

// --- facts ---------------------------------------------------------------------------------------

static json_t *column_json(const struct table *table, int column) {
    json_t *array = json_array();
    for (size_t row = 0; row < table->rows; row++)
        json_push(array, json_finite(table_at(table, row, column)));
    return array;
}

static json_t *impacts_json(const json_t *impacts) {
    static const char *const keys[] = {"time", "speed_in", "speed_out"};
    json_t *told = json_array();
    for (size_t i = 0; i < json_array_size(impacts) && i < IMPACTS_TOLD; i++) {
        json_t *one = json_array();
        for (int k = 0; k < 3; k++)
            json_push(one, json_incref(json_object_get(json_array_get(impacts, i), keys[k])));
        json_push(told, one);
    }
    return told;
}

bool bounce_animate(const struct bounce_config *c, const struct bounce_frames *f,
                    const json_t *impacts, char **page) {
    json_t *facts = json_object();
    *page = NULL;
    if (f->table.rows < 2) {
        json_decref(facts);
        return true;
    }
    json_put(facts, "times", column_json(&f->table, TIME));
    json_put(facts, "heights", column_json(&f->table, HEIGHT));
    json_put(facts, "velocities", column_json(&f->table, VELOCITY));
    json_put(facts, "contacts", column_json(&f->table, CONTACT));
    if (c->is_oblique) {
        json_put(facts, "ways", column_json(&f->table, WAY));
        json_put(facts, "angles", column_json(&f->table, ANGLE));
    }
    json_put(facts, "radius", json_finite(c->radius));
    json_put(facts, "impacts", impacts_json(impacts));
    json_put(facts, "impact_count", json_integer((json_int_t)json_array_size(impacts)));
    // touches are short: their times differ in late digits
    const struct animation animation = {
        .scene = "bounce", .script = asset_scene_bounce_js, .facts = facts, .digits = 9};
    return animation_write(&animation, page);
}
