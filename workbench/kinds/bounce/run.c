// Run a bounce.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "kinds/bounce/bounce.h"
#include "result/result.h"
#include "scenario/failure.h"
#include "scenario/rows.h"
#include "scenario/validity.h"

struct bouncing {
    const struct bounce_config *config;
    json_t *impacts, *apexes, *rebounds;
    double first_restitution, first_speed, max_force, max_indentation, max_speed;
    double first_asked, last_asked;
    bool is_held;  // at the fastest touch its weight kept it on the floor
    struct rows rows;
    struct bounce_frames *frames;  // NULL: none are wanted
    double last_time;
    double way, last_across;  // [m], [m/s] of the last row
    const struct call *call;
    double end_time;  // of the first pass
};

// Of each impact, in the summary and in a table.
static const struct column impact_columns[] = {
    COLUMN(dp_bounce_impact, time, "s", "of the touch"),
    COLUMN(dp_bounce_impact, speed_in, "m/s", "just before"),
    COLUMN(dp_bounce_impact, speed_out, "m/s", "just after"),
    COLUMN(dp_bounce_impact, max_force, "N", "largest contact force"),
    COLUMN(dp_bounce_impact, max_indentation, "m", "largest indentation"),
    OPTIONAL(dp_bounce_impact, restitution_asked, "1", "the one asked for at this speed"),
    OPTIONAL(dp_bounce_impact, across_in, "m/s", "along the floor just before"),
    OPTIONAL(dp_bounce_impact, across_out, "m/s", "along the floor just after"),
    OPTIONAL(dp_bounce_impact, spin_in, "rad/s", "just before"),
    OPTIONAL(dp_bounce_impact, spin_out, "rad/s", "just after"),
    OPTIONAL(dp_bounce_impact, max_tangential_force, "N", "largest size of the friction"),
    {0},
};

static void take_impact(void *user, const dp_bounce_impact *impact) {
    struct bouncing *b = (struct bouncing *)user;
    dp_bounce_impact told = *impact;
    if (!b->config->is_oblique)
        told.across_in = told.across_out = told.spin_in = told.spin_out =
            told.max_tangential_force = NAN;
    push_measures(b->impacts, results_json(impact_columns, &told));
    if (isnan(b->first_restitution)) {
        b->first_restitution = impact->speed_out / impact->speed_in;
        b->first_asked = impact->restitution_asked;
    }
    b->last_asked = impact->restitution_asked;
    b->max_force = fmax(b->max_force, impact->max_force);
    b->max_indentation = fmax(b->max_indentation, impact->max_indentation);
    if (impact->speed_in > b->max_speed) b->is_held = impact->speed_out == 0.0;
    b->max_speed = fmax(b->max_speed, impact->speed_in);
    // a run to rest is as far as its speed has fallen
    double until = b->config->run.until;
    double share = isfinite(until)
                       ? impact->time / until
                       : 1.0 - impact->speed_in / fmax(impact->speed_in, b->first_speed);
    if (b->first_speed == 0.0) b->first_speed = impact->speed_in;
    call_progress(b->call, 0.5 * share);
}

static void take_apex(void *user, double time, double gap) {
    struct bouncing *b = (struct bouncing *)user;
    (void)time;
    json_push(b->apexes, json_finite(gap + b->config->radius));
    json_push(b->rebounds, json_finite(gap));
}

static void record(void *user, const dp_bounce_sample *s) {
    struct bouncing *b = (struct bouncing *)user;
    // a flight starts where the contact before it ended: one row is enough
    if (s->time <= b->last_time) return;
    call_progress(b->call, 0.5 + 0.5 * s->time / b->end_time);
    // exact in flight, where the velocity along the floor stays
    if (isfinite(b->last_time))
        b->way += 0.5 * (b->last_across + s->across) * (s->time - b->last_time);
    b->last_time = s->time;
    b->last_across = s->across;
    struct bounce_row row = {.of = *s, .way = b->way};
    row.of.height += b->config->radius;
    rows_add(&b->rows, &row);
    if (b->frames != NULL && !bounce_frames_add(b->frames, &row)) b->rows.is_out_of_memory = true;
}

static bool must_end(void *user) {
    return call_ends(((const struct bouncing *)user)->call);
}

void bounce_define(const void *config, dp_definition *out) {
    const struct bounce_config *c = (const struct bounce_config *)config;
    dp_bounce_def *def = &out->bounce;
    out->contact = &c->touch.contact;
    out->body[0] = c->meeting.body[0];
    out->body[1] = c->meeting.body[1];
    *def = dp_bounce_defaults();
    def->mass = c->meeting.mass;
    def->gravity = c->bounce.gravity;
    def->height = c->gap;
    def->speed = isnan(c->bounce.velocity.x) ? 0.0 : c->bounce.velocity.x;
    def->across = c->bounce.velocity.y;
    def->spin = isnan(c->bounce.spin) ? 0.0 : c->bounce.spin;
    if (c->touch.friction.law != NULL) {
        out->friction = c->touch.slider;
        def->friction = &c->touch.friction;
    }
    if (c->is_oblique) {
        def->radius = c->radius;
        def->inertia = isnan(c->bounce.body.inertia) ? 0.0 : c->bounce.body.inertia;
    }
    def->until = isnan(c->run.until) ? INFINITY : c->run.until;
    def->rtol = c->run.rtol;
    def->keep_history = c->bounce.memory == BOUNCE_KEPT;
}

static dp_bounce_def define(const struct bounce_config *c, struct bouncing *b) {
    dp_definition whole;
    bounce_define(c, &whole);
    dp_bounce_def def = whole.bounce;
    def.stop = must_end;
    def.user = b;
    return def;
}

static void summarise(struct reader *reader, const struct bouncing *b, const dp_bounce *result,
                      json_t *map) {
    const struct effort effort = {
        .path = "integrated",
        .steps = result->steps,
        .evaluations = result->evaluations,
        .rejected = result->rejected,
        .events = result->events,
    };
    const struct bounce_summary summary = {
        .of = *result,
        .impacts = json_incref(b->impacts),
        .apexes = json_incref(b->apexes),
        .rebounds = json_incref(b->rebounds),
        .requested_restitution = b->config->touch.requested,
        .fall = b->config->gap > 0.0 ? b->config->gap : NAN,
        .across = b->config->is_oblique ? result->across : NAN,
        .spin = b->config->is_oblique ? result->spin : NAN,
        .energy = energy_json(&result->energy),
        .solver = effort_json(&effort),
    };
    put_results(map, reader->kind->results, &summary);
}

// Height counts from the undeformed floor. A body that rests in it has gone lower still, and
// gravity has put that much more in: it can be lost, too.
static double put_in(const dp_energy *e) {
    double mechanical = e->final - e->stored;
    return e->initial + (mechanical < 0.0 ? -mechanical : 0.0);
}

// What the body does along the floor once it no longer leaves it.
static void tell_slide(const struct bounce_config *c, const dp_bounce *result,
                       struct outcome *out) {
    const double nothing = 1e-9;
    double slip = fabs(result->across + c->radius * result->spin), roll = result->roll_time;
    bool rolls = c->touch.friction.law != NULL && !(slip > nothing * fabs(result->across));
    if (isnan(result->rest_time)) return;
    if (isnan(roll)) add_headline(out, "still slides at", result->end_time, "s");
    if (roll > result->rest_time) add_headline(out, "slides until", roll, "s");
    if (result->across == 0.0 && result->spin == 0.0) return;
    add_headline(out, rolls ? "then rolls at" : "then slides at", result->across, "m/s");
    if (isnan(roll) || isfinite(c->run.until)) return;
    add_note(out,
             "The body moves on along the floor at %.4g m/s, which nothing slows down; the run "
             "ends there, as run.until is not given.",
             result->across);
}

static void tell(const struct bounce_config *c, const struct bouncing *b, const dp_bounce *result,
                 struct outcome *out) {
    const dp_energy *e = &result->energy;
    double lost = e->viscous + e->plastic + e->friction + e->released;
    if (c->gap > 0.0) add_headline(out, "falls", c->gap, "m");
    add_headline(out, "impacts", (double)result->impacts, "");
    add_headline(out, c->is_oblique ? "bounces until" : "time of rest", result->rest_time, "s");
    if (isnan(result->rest_time)) add_headline(out, "still bouncing at", result->end_time, "s");
    if (c->is_oblique) tell_slide(c, result, out);
    add_headline(out, "restitution of the first impact", b->first_restitution, "");
    const json_t *apex = json_array_get(b->apexes, 0);
    add_headline(out, "apex after the first impact", apex == NULL ? NAN : json_real_value(apex),
                 "m");
    add_headline(out, "peak force", b->max_force, "N");
    add_headline(out, "largest indentation", b->max_indentation, "m");
    add_headline(out, "energy lost, of all put in", 100.0 * lost / put_in(e), "%");
    note_following(out, &c->touch.contact, b->first_asked, b->last_asked, "impact");
    if (c->is_oblique) {
        const json_t *first = json_array_get(b->impacts, 0);
        add_headline(out, "across after the first impact",
                     json_real_value(json_object_get(first, "across_out")), "m/s");
        add_headline(out, "spin after the first impact",
                     json_real_value(json_object_get(first, "spin_out")), "rad/s");
        add_headline(out, "energy lost in friction", 100.0 * e->friction / put_in(e), "%");
    }
    contact_notes(&c->bounce.contact, &c->touch, NULL, out);
}

static const struct plot_request plots[] = {
    {"height-time", "Height against time", "Height of the centre.", PLOT_LINES, "time", "height",
     CURVES("height")},
    {"phase", "Phase portrait", "Every flight is a parabola; contacts join them at the left.",
     PLOT_LINES, "height", "velocity", CURVES("velocity")},
    {"force-time", "Force against time", "Every spike is one impact.", PLOT_LINES, "time", "force",
     CURVES("force")},
    {"energy", "Where the energy is",
     "Energy of motion, of height, held by the contact, and what was lost so far.", PLOT_AREAS,
     "time", "energy", CURVES("kinetic", "potential", "stored", "viscous", "plastic")},
    {0},
};

static const struct plot_request oblique_plots[] = {
    {"path", "Path of the centre", "Height of the centre over the way along the floor.", PLOT_LINES,
     "way", "height", CURVES("height")},
    {"spin-time", "Spin against time", "It changes only where friction turns the body.", PLOT_LINES,
     "time", "spin", CURVES("spin")},
    {"across-time", "Velocity along the floor", "It changes only in contact.", PLOT_LINES, "time",
     "velocity", CURVES("across")},
    {"height-time", "Height against time", "Height of the centre.", PLOT_LINES, "time", "height",
     CURVES("height")},
    {"forces-time", "Force and friction against time", "Every spike is one impact.", PLOT_LINES,
     "time", "force", CURVES("force", "tangential_force")},
    {"phase", "Phase portrait", "Every flight is a parabola; contacts join them at the left.",
     PLOT_LINES, "height", "velocity", CURVES("velocity")},
    {"energy", "Where the energy is",
     "Energy of motion and rotation, of height, held by the contact, and what was lost so far.",
     PLOT_AREAS, "time", "energy",
     CURVES("kinetic", "potential", "stored", "viscous", "plastic", "friction")},
    {0},
};

static const struct plot_request plots_of_oblique_impacts[] = {
    {"impact-across", "Velocity along the floor at each impact", "Just before and just after.",
     PLOT_POINTS, "impact", "velocity", CURVES("across_in", "across_out")},
    {"impact-spins", "Spin at each impact", "Just before and just after.", PLOT_POINTS, "impact",
     "spin", CURVES("spin_in", "spin_out")},
    {0},
};

static const struct plot_request plots_of_impacts[] = {
    {"impact-speeds", "Speeds of each impact",
     "Just before and just after; their ratio is the restitution.", PLOT_POINTS, "impact", "speed",
     CURVES("speed_in", "speed_out")},
    {"impact-forces", "Peak force of each impact", "Counted from the first.", PLOT_POINTS, "impact",
     "peak force", CURVES("max_force")},
    {0},
};

static bool fill_impacts(const struct bouncing *b, struct outcome *out) {
    enum { COLUMNS = sizeof impact_columns / sizeof *impact_columns };
    const char *chosen[COLUMNS];
    int count = 0;
    for (int i = 0; impact_columns[i].name != NULL; i++) {
        const struct column *column = &impact_columns[i];
        bool is_asked = strcmp(column->name, "restitution_asked") == 0;
        bool has_asked = !isnan(b->config->touch.first.restitution);
        if (column->type != COLUMN_OPTIONAL || (is_asked ? has_asked : b->config->is_oblique))
            chosen[count++] = column->name;
    }
    chosen[count] = NULL;
    const struct list_table impacts = {
        .name = "impacts",
        .list = b->impacts,
        .count_name = "impact",
        .columns = impact_columns,
        .chosen = chosen,
    };
    return add_table_of_list(out, &impacts);
}

static void draw(const struct bouncing *b, struct outcome *out) {
    bool is_oblique = b->config->is_oblique, has_impacts = json_array_size(b->impacts) > 0;
    add_plots(out, NULL, is_oblique ? oblique_plots : plots);
    if (has_impacts) add_plots(out, "impacts", plots_of_impacts);
    if (has_impacts && is_oblique) add_plots(out, "impacts", plots_of_oblique_impacts);
}

static void run_with_frames(struct reader *reader, struct bouncing *b, double every,
                            struct outcome *out) {
    const struct bounce_config *c = b->config;
    dp_bounce_def def = define(c, b);
    dp_bounce again;
    dp_error err;
    if (!rows_start(&b->rows, reader, &c->output, &out->series)) return;
    b->last_time = -INFINITY;
    b->way = 0.0;
    def.every = every;
    def.observe = record;
    if (dp_bounce_run(&c->touch.contact, &def, &again, &err) != DP_OK)
        report_library_error(reader, c->bounce.contact.node, &err);
    else if (again.stopped)
        failure_ended(reader, c->run.node);
    else if (b->rows.is_out_of_memory || !fill_impacts(b, out))
        report_no_memory(reader);
    else {
        draw(b, out);
        if (!bounce_animate(c, b->frames, b->impacts, &out->animation)) report_no_memory(reader);
    }
}

static void run_rows(struct reader *reader, struct bouncing *b, double every, struct outcome *out) {
    struct bounce_frames frames;
    b->frames = &frames;
    if (bounce_frames_start(&frames, b->end_time))
        run_with_frames(reader, b, every, out);
    else
        report_no_memory(reader);
    table_free(&frames.table);
    b->frames = NULL;
}

// A run that broke off at `time`: where, and the rows up to there.
static void break_off(struct reader *reader, struct bouncing *b, double time, struct outcome *out) {
    enum { ROWS = 2000, IMPACTS_MAX = 20000 };
    const struct bounce_config *c = b->config;
    dp_bounce_def def = define(c, b);
    dp_bounce again;
    dp_error same;
    char contact[64];
    snprintf(contact, sizeof contact, "contact of body and floor, impact %zu",
             json_array_size(b->impacts) + 1);
    failure_at(reader, time, "the body", contact);
    if (!failure_is_kept(reader) || !rows_start(&b->rows, reader, &c->output, &out->series)) return;
    json_put(out->summary, "impacts", json_incref(b->impacts));
    json_put(out->summary, "apexes", json_incref(b->apexes));
    json_put(out->summary, "rebounds", json_incref(b->rebounds));
    b->last_time = -INFINITY;
    b->way = 0.0;
    b->end_time = time;
    def.every = time / ROWS;
    def.observe = record;
    def.until = time;
    def.stop = NULL;
    // rows of very many impacts would take longer than the run itself
    if (time > 0.0 && json_array_size(b->impacts) <= IMPACTS_MAX)
        dp_bounce_run(&c->touch.contact, &def, &again, &same);
    failure_trim(&out->series);
}

// The time that fills more rows than there may be; a run that gets there need not go on. NaN: rows
// are as far apart as fits.
static double time_of_most_rows(const struct bounce_config *c) {
    return 1.001 * ROWS_MAX * c->output.every;
}

static bool has_room(struct reader *reader, const struct bounce_config *c,
                     const dp_bounce *result) {
    if (!(result->end_time >= time_of_most_rows(c))) return true;
    report_error(
        reader, place_of(c->output.node, "every"),
        "every is %g s, which makes more than 10 million rows, as the body bounces for longer "
        "than %.4g s; it must be so long that there are at most 10 million",
        c->output.every, ROWS_MAX * c->output.every);
    return false;
}

static bool is_sound(struct reader *reader, const struct bouncing *b, const dp_bounce *result,
                     struct outcome *out) {
    struct reach reach = {
        .touch = &b->config->touch, .indentation = b->max_indentation, .speed = b->max_speed};
    // what the law would deliver without gravity is not what happens
    if (b->is_held) reach.speed = NAN;
    if (b->is_held)
        add_note(out,
                 "The body touches the floor at %.3g m/s at most, and its weight keeps it there: "
                 "it does not rebound, whatever restitution %s delivers.",
                 b->max_speed, b->config->touch.def.law.law->name);
    return energy_check(reader, b->config->bounce.contact.node, &result->energy) &&
           validity_tell(reader, &reach, out);
}

void bounce_run(struct reader *reader, const void *config, int rows, struct outcome *out) {
    enum { ROWS_PER_IMPACT = 42 };
    const struct bounce_config *c = (const struct bounce_config *)config;
    struct bouncing b = {.config = c,
                         .impacts = json_array(),
                         .apexes = json_array(),
                         .rebounds = json_array(),
                         .first_restitution = NAN,
                         .first_asked = NAN,
                         .call = reader->call};
    dp_bounce_def def = define(c, &b);
    dp_bounce result;
    dp_error err;
    def.impact = take_impact;
    def.apex = take_apex;
    def.until = fmin(def.until, time_of_most_rows(c));
    if (dp_bounce_run(&c->touch.contact, &def, &result, &err) != DP_OK) {
        report_library_error(reader, c->bounce.contact.node, &err);
        break_off(reader, &b, result.end_time, out);
    } else if (result.stopped) {
        failure_ended(reader, c->run.node);
        break_off(reader, &b, result.end_time, out);
    } else if (!is_sound(reader, &b, &result, out)) {
        break_off(reader, &b, result.end_time, out);
    } else if (has_room(reader, c, &result)) {
        double every = isnan(c->output.every) ? result.end_time / 2000.0 : c->output.every;
        double count = result.end_time / every + ROWS_PER_IMPACT * (double)result.impacts;
        if (rows_check(reader, &c->output, count)) {
            summarise(reader, &b, &result, out->summary);
            tell(c, &b, &result, out);
            b.end_time = result.end_time;
            if (rows) run_rows(reader, &b, every, out);
        }
    }
    json_decref(b.impacts);
    json_decref(b.apexes);
    json_decref(b.rebounds);
}
