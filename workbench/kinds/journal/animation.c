// The animation of a journal: the rows of its path, the collisions on it.

#include <math.h>

#include "assets.h"
#include "base/json.h"
#include "kinds/journal/journal.h"
#include "result/animation.h"

// Of a collision that is resolved every so many steps are a frame. A path that goes on for longer
// is shown up to there.
enum { FRAMES = 3000, STEPS_OF_FRAME = 6 };

enum { TIME, X, Y, ANGLE, WIDTH };

bool journal_frames_start(struct journal_frames *f, double spin) {
    static const char *const names[WIDTH] = {"time", "x", "y", "angle"};
    static const char *const units[WIDTH] = {"s", "m", "m", "rad"};
    *f = (struct journal_frames){.spin = spin, .collisions = json_array()};
    return table_init(&f->table, WIDTH, names, units);
}

void journal_frames_end(struct journal_frames *f) {
    json_decref(f->collisions);
    table_free(&f->table);
}

// The spin of a contact is known when it has ended; until then the mark turns as it came.
static bool keep(struct journal_frames *f, double time, double x, double y) {
    if (f->table.rows > 0) {
        if (!(time > f->time)) return true;
        f->angle += f->spin * (time - f->time);
    }
    f->time = time;
    const double value[WIDTH] = {time, x, y, f->angle};
    return table_add(&f->table, value);
}

bool journal_frames_step(struct journal_frames *f, const struct journal_config *c, double time,
                         double x, double y) {
    // ends of flights lie on the circle, give or take rounding
    bool is_within = hypot(x, y) > (1.0 + 1e-9) * c->clearance;
    f->steps = is_within ? f->steps + 1 : 0;
    if (is_within && f->steps % STEPS_OF_FRAME != 0) return true;
    return f->table.rows >= FRAMES || keep(f, time, x, y);
}

bool journal_frames_part(struct journal_frames *f, const struct journal_config *c,
                         const dp_collision *k) {
    bool is_resolved = c->journal.solver == DP_JOURNAL_RESOLVED;
    double angle = k->position + k->turn, duration = is_resolved ? k->duration : 0.0;
    f->all++;
    if (f->table.rows >= FRAMES) return true;
    const double told[] = {k->time, duration, k->position, k->restitution, k->plastic_work};
    json_push(f->collisions, animation_numbers(told, sizeof told / sizeof *told));
    bool is_kept =
        keep(f, k->time + duration, c->clearance * cos(angle), c->clearance * sin(angle));
    f->spin = k->spin;
    return is_kept;
}

bool journal_animate(const struct journal_config *c, const struct journal_frames *f, char **page) {
    const struct table *t = &f->table;
    *page = NULL;
    if (t->rows < 2) return true;
    json_t *facts = json_object(), *times = json_array(), *path = json_array();
    json_t *angles = json_array();
    for (size_t row = 0; row < t->rows; row++) {
        json_push(times, json_finite(table_at(t, row, TIME)));
        json_push(path, animation_numbers(t->value + row * WIDTH + X, 2));
        json_push(angles, json_finite(table_at(t, row, ANGLE)));
    }
    json_put(facts, "times", times);
    json_put(facts, "path", path);
    json_put(facts, "angles", angles);
    json_put(facts, "bearing_radius", json_finite(c->journal.bearing_radius));
    json_put(facts, "clearance", json_finite(c->clearance));
    json_put(facts, "collisions", json_incref(f->collisions));
    json_put(facts, "collision_count", json_integer(f->all));
    bool is_kept = c->journal.memory == JOURNAL_KEPT;
    json_put(facts, "sectors", json_integer(is_kept ? c->journal.sectors : 0));
    const struct animation animation = {
        .scene = "journal", .script = asset_scene_journal_js, .facts = facts, .digits = 9};
    return animation_write(&animation, page);
}
