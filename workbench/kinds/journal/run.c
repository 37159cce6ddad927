// Run a journal.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "kinds/journal/journal.h"
#include "result/result.h"
#include "scenario/failure.h"
#include "scenario/rows.h"
#include "scenario/validity.h"

// A contact may last this part of the flight that follows, and is then short enough to be taken
// for an instant.
static const double instant = 0.01;

struct journey {
    const struct journal_config *config;
    const struct call *call;
    json_t *collisions;
    struct journal_after after;
    double chord;  // of the flight that goes on
    double first_ratio, first_restitution, first_plastic, first_speed;
    double max_force, max_indentation, max_speed;
    double first_asked, last_asked;
    long above_critical, sliding_ends;  // sliding_ends -1: it still slides
    struct rows rows;
    struct journal_frames *frames;  // NULL: none are wanted
    double last_time, last_x, last_y;
};

// Sliding speed of the surfaces, with what is left of it by rounding taken for nothing.
static bool slides(const struct journal_config *c, double tangential, double spin) {
    double arm = c->journal.bearing_radius - c->clearance;
    double speed = tangential + arm * spin;
    return fabs(speed) > 1e-9 * (fabs(tangential) + arm * fabs(spin));
}

static struct journal_after before_all(const struct journal_config *c) {
    return (struct journal_after){
        .normal = c->meeting.speed,
        .tangential = c->tangential,
        .spin = c->journal.start.spin,
        .angle = atan2(fabs(c->tangential), c->meeting.speed),
    };
}

// Of each collision in the summary, and some of them in a table.
static const struct column collision_columns[] = {
    COLUMN(dp_collision, time, "s", "of the touch"),
    COLUMN(dp_collision, position, "rad", "polar angle"),
    COLUMN(dp_collision, normal_in, "m/s", "normal speed before"),
    COLUMN(dp_collision, normal_out, "m/s", "normal speed after"),
    COLUMN(dp_collision, tangential_in, "m/s", "tangential speed before"),
    COLUMN(dp_collision, tangential_out, "m/s", "tangential speed after"),
    COLUMN(dp_collision, spin, "rad/s", "after"),
    COLUMN(dp_collision, angle_in, "rad", "from the normal, before"),
    COLUMN(dp_collision, angle_out, "rad", "from the normal, after"),
    COLUMN(dp_collision, chord, "m", "of the flight that follows"),
    COLUMN(dp_collision, restitution, "1", "normal speed after over that before"),
    COLUMN(dp_collision, max_force, "N", "largest normal force"),
    COLUMN(dp_collision, max_indentation, "m", "largest indentation"),
    COLUMN(dp_collision, duration, "s", "of the contact"),
    COLUMN(dp_collision, time_ratio, "1", "duration over the flight that follows"),
    COLUMN(dp_collision, turn, "rad", "of the normal, resolved"),
    COLUMN(dp_collision, plastic_work, "J", "lost in plastic flow"),
    COLUMN(dp_collision, damping_work, "J", "lost in the dashpot"),
    COLUMN(dp_collision, friction_work, "J", "lost in sliding"),
    OPTIONAL(dp_collision, restitution_asked, "1", "the one asked for at this speed"),
    {0},
};

static void advance(struct journey *j, const dp_collision *k) {
    struct journal_after *a = &j->after;
    a->collision++;
    a->normal = k->normal_out;
    a->tangential = k->tangential_out;
    a->spin = k->spin;
    a->angle = k->angle_out;
    a->travel += j->chord;
    a->viscous += k->damping_work;
    a->plastic += k->plastic_work;
    a->friction += k->friction_work;
    j->chord = k->chord;
}

static void take_collision(void *user, const dp_collision *k) {
    struct journey *j = (struct journey *)user;
    const struct journal_config *c = j->config;
    advance(j, k);
    push_measures(j->collisions, results_json(collision_columns, k));
    if (j->after.collision == 1) {
        j->first_ratio = k->time_ratio;
        j->first_restitution = k->restitution;
        j->first_asked = k->restitution_asked;
        j->first_plastic = k->plastic_work;
        j->first_speed = k->normal_in;
    }
    j->last_asked = k->restitution_asked;
    j->max_force = fmax(j->max_force, k->max_force);
    j->max_indentation = fmax(j->max_indentation, k->max_indentation);
    j->max_speed = fmax(j->max_speed, k->normal_in);
    j->above_critical += k->normal_in > c->critical_speed;
    if (j->sliding_ends < 0 && !slides(c, k->tangential_out, k->spin))
        j->sliding_ends = j->after.collision;
}

// --- series --------------------------------------------------------------------------------------

static void add_row(struct journey *j, double time, double x, double y, double vx, double vy) {
    const struct journal_config *c = j->config;
    const struct journal_after *a = &j->after;
    double depth = hypot(x, y) - c->clearance;
    const struct journal_row row = {
        .after = *a,
        .time = time,
        .x = x,
        .y = y,
        .vx = vx,
        .vy = vy,
        // flights end on the circle, give or take rounding
        .indentation = depth > 1e-12 * c->clearance ? depth : 0.0,
        .translation =
            0.5 * c->journal.mass * (a->normal * a->normal + a->tangential * a->tangential),
        .rotation = 0.5 * c->journal.inertia * a->spin * a->spin,
    };
    rows_add(&j->rows, &row);
}

static void record_path(void *user, double time, double x, double y, double vx, double vy) {
    struct journey *j = (struct journey *)user;
    // a start on the wall is the first touch; a step of a contact may end where the next begins
    if (time == j->last_time && x == j->last_x && y == j->last_y) return;
    j->last_time = time;
    j->last_x = x;
    j->last_y = y;
    add_row(j, time, x, y, vx, vy);
    if (j->frames != NULL && !journal_frames_step(j->frames, j->config, time, x, y))
        j->rows.is_out_of_memory = true;
}

static void record_departure(void *user, const dp_collision *k) {
    struct journey *j = (struct journey *)user;
    const struct journal_config *c = j->config;
    bool is_resolved = c->journal.solver == DP_JOURNAL_RESOLVED;
    double angle = k->position + k->turn, nx = cos(angle), ny = sin(angle);
    advance(j, k);
    j->last_time = NAN;
    add_row(j, k->time + (is_resolved ? k->duration : 0.0), c->clearance * nx, c->clearance * ny,
            -k->normal_out * nx - k->tangential_out * ny,
            -k->normal_out * ny + k->tangential_out * nx);
    if (j->frames != NULL && !journal_frames_part(j->frames, c, k)) j->rows.is_out_of_memory = true;
}

// --- results -------------------------------------------------------------------------------------

static bool must_end(void *user) {
    return call_ends(((const struct journey *)user)->call);
}

void journal_define(const void *config, dp_definition *out) {
    const struct journal_config *c = (const struct journal_config *)config;
    const struct journal_block *b = &c->journal;
    dp_journal_def *def = &out->journal;
    out->contact = &c->touch.contact;
    *def = dp_journal_defaults((dp_journal_solver)b->solver);
    def->bearing_radius = b->bearing_radius;
    def->clearance = c->clearance;
    def->mass = b->mass;
    def->inertia = b->inertia;
    def->x = c->x;
    def->y = c->y;
    def->vx = c->vx;
    def->vy = c->vy;
    def->spin = b->start.spin;
    def->friction = c->friction;
    def->grip = c->gives ? &c->grip : NULL;
    def->collisions = b->collisions;
    def->normal_floor = c->run.normal_floor;
    def->keep_history = b->memory == JOURNAL_KEPT;
    def->sectors = (int)b->sectors;
    def->rtol = c->run.rtol;
}

static dp_journal_def define(const struct journal_config *c, struct journey *j) {
    dp_definition whole;
    journal_define(c, &whole);
    dp_journal_def def = whole.journal;
    def.stop = must_end;
    def.user = j;
    return def;
}

static json_t *ratios_json(const struct journey *j, const dp_journal *result) {
    json_t *object = json_object();
    put_measure(object, "first", j->first_ratio, "1");
    put_measure(object, "worst", result->worst_time_ratio, "1");
    return object;
}

static const char *const ends[] = {
    [DP_JOURNAL_COUNT] = "count", [DP_JOURNAL_SLIDES] = "slides", [DP_JOURNAL_RESTS] = "rests"};

// The library speaks of sliding when the normal speed is below its floor; where the tangential one
// is not above it either, nothing is left to slide with.
static dp_journal_end end_of(const struct journey *j, const dp_journal *result) {
    bool is_slow = fabs(j->after.tangential) <= j->after.normal;
    return result->end == DP_JOURNAL_SLIDES && is_slow ? DP_JOURNAL_RESTS : result->end;
}

static void summarise(struct reader *reader, const struct journey *j, const dp_journal *result,
                      double damped, json_t *map) {
    const struct journal_config *c = j->config;
    // the library counts evaluations only, where it counts at all
    const struct effort effort = {
        .path = c->journal.solver == DP_JOURNAL_RESOLVED ? "resolved" : "event-driven",
        .steps = -1,
        .evaluations = result->evaluations > 0 ? result->evaluations : -1,
        .rejected = -1,
        .events = result->collisions,
    };
    const struct journal_summary summary = {
        .critical_speed = c->critical_speed,
        .damped_critical_speed = damped,
        .collisions = json_incref(j->collisions),
        .travel = result->travel,
        .collisions_above_critical = isnan(c->critical_speed) ? -1 : j->above_critical,
        .sliding_ends = j->sliding_ends,
        .end = ends[end_of(j, result)],
        .event_driven_valid = result->worst_time_ratio <= instant,
        .time_ratio = ratios_json(j, result),
        .requested_restitution = c->touch.requested,
        .energy = energy_json(&result->energy),
        .solver = effort_json(&effort),
    };
    put_results(map, reader->kind->results, &summary);
}

static void note_instant(const struct journey *j, const dp_journal *result, struct outcome *out) {
    bool is_resolved = j->config->journal.solver == DP_JOURNAL_RESOLVED;
    if (result->worst_time_ratio <= instant) return;
    if (is_resolved)
        add_note(out,
                 "An event-driven run would not do: the first contact lasts %.3g times the flight "
                 "after it, the worst %.3g times.",
                 j->first_ratio, result->worst_time_ratio);
    else
        add_note(
            out,
            "A collision is taken for an instant, but the first contact lasts %.3g times the "
            "flight after it, the worst %.3g times (1 %% would do). solver: resolved follows the "
            "centre through the contact.",
            j->first_ratio, result->worst_time_ratio);
}

static void tell(const struct journey *j, const dp_journal *result, double damped,
                 struct outcome *out) {
    static const char *const words[] = {
        [DP_JOURNAL_SLIDES] = "The journal slides along the wall in the end: infinitely many "
                              "collisions would follow in finite time.",
        [DP_JOURNAL_RESTS] = "The journal has come to rest, but for speeds below the floor.",
    };
    const struct journal_config *c = j->config;
    const dp_energy *e = &result->energy;
    add_headline(out, "collisions", (double)result->collisions, "");
    add_headline(out, "critical speed", c->critical_speed, "m/s");
    add_headline(out, "critical speed with damping", damped, "m/s");
    add_headline(out, "speed at the start", hypot(c->vx, c->vy), "m/s");
    add_headline(out, "restitution of the first collision", j->first_restitution, "");
    add_headline(out, "peak force", j->max_force, "N");
    add_headline(out, "largest indentation", j->max_indentation, "m");
    add_headline(out, "travel", result->travel, "m");
    add_headline(out, "lost in damping", 100.0 * e->viscous / e->initial, "%");
    add_headline(out, "lost in plastic flow", 100.0 * e->plastic / e->initial, "%");
    add_headline(out, "lost in friction", 100.0 * e->friction / e->initial, "%");
    add_headline(out, "contact time over flight time, first", j->first_ratio, "");
    note_instant(j, result, out);
    // the last contact has not ended
    bool stays = c->journal.solver == DP_JOURNAL_RESOLVED && j->after.normal == 0.0;
    if (stays && end_of(j, result) == DP_JOURNAL_SLIDES)
        add_note(out, "The journal no longer leaves the wall in the end: it slides along it.");
    else if (result->end != DP_JOURNAL_COUNT)
        add_note(out, "%s", words[end_of(j, result)]);
    note_following(out, &c->touch.contact, j->first_asked, j->last_asked, "collision");
    contact_notes(&c->journal.contact, &c->touch, NULL, out);
    friction_note_ratio(c->has_guessed_ratio, NULL, out);
}

static const struct plot_request plots[] = {
    {"trajectory", "Path of the centre", "The circle is the clearance.", PLOT_LINES, "x", "y",
     CURVES("y")},
    {"speeds", "Speeds after each collision", "0 is the first approach.", PLOT_LINES, "collision",
     "speed", CURVES("normal", "tangential")},
    {"angle", "Departure angle", "From the normal; 0 is the first approach.", PLOT_LINES,
     "collision", "angle", CURVES("angle")},
    {"spin", "Spin after each collision", "Friction turns flight into spin.", PLOT_LINES,
     "collision", "spin", CURVES("spin")},
    {"energy", "Where the energy is", "After each collision; 0 is the start.", PLOT_AREAS,
     "collision", "energy", CURVES("translation", "rotation", "viscous", "plastic", "friction")},
    {0},
};

static const struct plot_request plot_of_resolved = {
    "indentation",        "Indentation", "How far the centre is outside the clearance circle.",
    PLOT_LINES,           "time",        "indentation",
    CURVES("indentation")};

static const struct plot_request plots_of_collisions[] = {
    {"restitution", "Restitution of each collision", "Normal speed after over normal speed before.",
     PLOT_POINTS, "collision", "restitution", CURVES("restitution")},
    {"peak-force", "Peak force of each collision", "Of the normal contact force.", PLOT_POINTS,
     "collision", "peak force", CURVES("max_force")},
    {0},
};

static void draw(const struct journal_config *c, struct outcome *out) {
    add_plots(out, NULL, plots);
    if (c->journal.solver == DP_JOURNAL_RESOLVED) add_plot(out, &plot_of_resolved);
    struct plot *path = find_plot(out, "trajectory"), *energy = find_plot(out, "energy");
    if (path != NULL) plot_circle(path, c->clearance, "m");
    if (energy != NULL) energy->bars = 1;
    if (json_array_size(json_object_get(out->summary, "collisions")) > 0)
        add_plots(out, "collisions", plots_of_collisions);
}

static bool fill_collisions(const struct journal_config *c, struct outcome *out) {
    const struct list_table collisions = {
        .name = "collisions",
        .list = json_object_get(out->summary, "collisions"),
        .count_name = "collision",
        .columns = collision_columns,
        .chosen = CURVES("time", "normal_in", "normal_out", "restitution", "max_force",
                         "max_indentation", "duration", "restitution_asked"),
        .leaves_optional = isnan(c->touch.first.restitution),
    };
    return add_table_of_list(out, &collisions);
}

static bool are_same(const dp_contact *a, const dp_contact *b) {
    // NaN, no fixed approach, is not equal to itself
    bool same_approach = a->approach == b->approach || (isnan(a->approach) && isnan(b->approach));
    return a->kernel == b->kernel && same_approach && a->approach_floor == b->approach_floor &&
           a->tension == b->tension && a->limit == b->limit &&
           memcmp(a->k, b->k, sizeof a->k) == 0 &&
           memcmp(&a->recipe, &b->recipe, sizeof a->recipe) == 0;
}

// Costs as much as ten collisions. The runs of a sweep mostly share one contact, so the last answer
// is remembered; it depends on nothing but the arguments.
static double find_damped(const dp_contact *contact, double mass) {
    static _Thread_local struct {
        dp_contact contact;
        double mass, speed;
    } last;
    if (last.mass == mass && are_same(&last.contact, contact)) return last.speed;
    last.speed = dp_damped_yield_speed(contact, mass);
    last.contact = *contact;
    last.mass = mass;
    return last.speed;
}

// Which collision it was, behind what the library says.
static void report_collision(struct reader *reader, const struct journey *j, dp_error *err) {
    size_t used = strlen(err->text);
    snprintf(err->text + used, sizeof err->text - used, "; this was collision %ld",
             j->after.collision + 1);
    report_library_error(reader, j->config->journal.contact.node, err);
}

static void run_with_frames(struct reader *reader, const struct journal_config *c,
                            struct journal_frames *frames, struct outcome *out) {
    struct journey j = {
        .config = c, .call = reader->call, .after = before_all(c), .last_time = NAN};
    dp_journal_def def = define(c, &j);
    dp_journal again;
    dp_error err;
    if (!rows_start(&j.rows, reader, &c->output, &out->series)) return;
    j.frames = frames;
    def.path = record_path;
    def.collision = record_departure;
    if (dp_journal_run(&c->touch.contact, &def, &again, &err) != DP_OK)
        report_collision(reader, &j, &err);
    else if (again.end == DP_JOURNAL_STOPPED)
        failure_ended(reader, c->run.node);
    else if (j.rows.is_out_of_memory || !fill_collisions(c, out))
        report_no_memory(reader);
    else {
        draw(c, out);
        if (!journal_animate(c, frames, &out->animation)) report_no_memory(reader);
    }
}

static void run_rows(struct reader *reader, const struct journal_config *c, struct outcome *out) {
    struct journal_frames frames;
    if (journal_frames_start(&frames, c->journal.start.spin))
        run_with_frames(reader, c, &frames, out);
    else
        report_no_memory(reader);
    journal_frames_end(&frames);
}

static void note_time(void *user, double time, double x, double y, double vx, double vy) {
    struct journey *j = (struct journey *)user;
    (void)x, (void)y, (void)vx, (void)vy;
    j->last_time = time;
}

// A run that broke off: where, and the rows up to there. `time`: of the last touch; a collision
// that is resolved went on from there.
static void break_off(struct reader *reader, const struct journey *j, double time,
                      struct outcome *out) {
    const struct journal_config *c = j->config;
    struct journey rows = {.config = c, .after = before_all(c), .last_time = NAN};
    dp_journal_def def = define(c, &rows);
    dp_journal again;
    dp_error same;
    bool is_kept =
        failure_is_kept(reader) && rows_start(&rows.rows, reader, &c->output, &out->series);
    def.path = is_kept ? record_path : note_time;
    if (is_kept) def.collision = record_departure;
    def.stop = NULL;
    if (j->after.collision > 0) def.collisions = j->after.collision + 1;
    dp_journal_run(&c->touch.contact, &def, &again, &same);
    if (rows.last_time > time) time = rows.last_time;
    failure_at(reader, time, "the journal", "contact of journal and bearing");
    if (!is_kept) return;
    json_put(out->summary, "collisions", json_incref(j->collisions));
    failure_trim(&out->series);
}

static bool is_sound(struct reader *reader, const struct journey *j, const dp_journal *result,
                     struct outcome *out) {
    const struct reach reach = {.touch = &j->config->touch,
                                .indentation = j->max_indentation,
                                .speed = j->max_speed,
                                .is_known = j->first_speed == j->max_speed,
                                .delivered = j->first_restitution,
                                .has_flowed = j->first_plastic > 0.0};
    return energy_check(reader, j->config->journal.contact.node, &result->energy) &&
           validity_tell(reader, &reach, out);
}

void journal_run(struct reader *reader, const void *config, int rows, struct outcome *out) {
    const struct journal_config *c = (const struct journal_config *)config;
    struct journey j = {
        .config = c,
        .call = reader->call,
        .collisions = json_array(),
        .after = before_all(c),
        .sliding_ends = slides(c, c->tangential, c->journal.start.spin) ? -1 : 0,
    };
    dp_journal_def def = define(c, &j);
    dp_journal result;
    dp_error err;
    def.collision = take_collision;
    if (dp_journal_run(&c->touch.contact, &def, &result, &err) != DP_OK) {
        report_collision(reader, &j, &err);
        break_off(reader, &j, result.time, out);
    } else if (result.end == DP_JOURNAL_STOPPED) {
        failure_ended(reader, c->run.node);
        break_off(reader, &j, result.time, out);
    } else if (!is_sound(reader, &j, &result, out)) {
        break_off(reader, &j, result.time, out);
    } else {
        double damped = isnan(c->critical_speed) ? NAN : find_damped(&c->yielding, c->journal.mass);
        summarise(reader, &j, &result, damped, out->summary);
        tell(&j, &result, damped, out);
        if (rows) run_rows(reader, c, out);
    }
    json_decref(j.collisions);
}
