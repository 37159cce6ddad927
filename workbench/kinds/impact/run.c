// Run an impact. The library works in the relative coordinate; here the two bodies come back, with
// the motion of their common centre of mass.

#include <math.h>

#include "base/json.h"
#include "base/status.h"
#include "kinds/impact/impact.h"
#include "result/result.h"
#include "scenario/failure.h"
#include "scenario/rows.h"
#include "scenario/validity.h"

// The centre of mass: moves steadily, or is pushed by the force on body 1. Still when one body is
// fixed.
struct centre {
    double mass, speed, acceleration;
};

static struct centre centre_of(const struct impact_config *c) {
    const struct body_block *bodies = c->impact.bodies.items;
    double mass = c->meeting.body[0].mass + c->meeting.body[1].mass;
    if (isinf(mass)) return (struct centre){0.0, 0.0, 0.0};
    return (struct centre){
        .mass = mass,
        .speed = c->share[1] * bodies[0].velocity + c->share[0] * bodies[1].velocity,
        .acceleration = c->impact.force / mass,
    };
}

static double speed_at(const struct centre *centre, double time) {
    return centre->speed + centre->acceleration * time;
}

static double kinetic_at(const struct centre *centre, double time) {
    double v = speed_at(centre, time);
    return 0.5 * centre->mass * v * v;
}

// The ledger of both bodies from that of the relative motion.
static dp_energy ledger(const struct impact_config *c, const dp_impact *impact) {
    struct centre centre = centre_of(c);
    double t = impact->separation_time;
    double centre_path = t * (centre.speed + 0.5 * centre.acceleration * t);
    dp_energy e = impact->energy;
    e.initial += kinetic_at(&centre, 0.0);
    e.final += kinetic_at(&centre, t);
    // the relative part was integrated with the motion
    e.input = impact->energy.input + c->impact.force * centre_path;
    dp_energy_close_over(&e, e.initial + c->impact.force * impact->max_indentation);
    return e;
}

static void summarise(struct reader *reader, const struct impact_config *c, const dp_impact *impact,
                      const dp_energy *energy, json_t *map) {
    const struct centre centre = centre_of(c);
    double common = speed_at(&centre, impact->separation_time);
    const struct effort effort = {
        .path = impact->path == DP_PATH_CLOSED ? "closed-form" : "integrated",
        .steps = impact->steps,
        .evaluations = impact->evaluations,
        .rejected = impact->rejected,
        .events = impact->events,
    };
    struct impact_summary summary = {
        .of = *impact,
        .requested_restitution = c->touch.requested,
        .approach_speed = c->meeting.speed,
        .velocities_after = json_array(),
        .energy = energy_json(energy),
        .solver = effort_json(&effort),
    };
    for (int i = 0; i < 2; i++) {
        double share = i == 0 ? -c->share[0] : c->share[1];
        json_push(summary.velocities_after, json_finite(common + share * impact->separation_speed));
    }
    // at rest the force never vanishes for good
    if (impact->at_rest) summary.of.duration = NAN;
    put_results(map, reader->kind->results, &summary);
}

static void tell(const struct impact_config *c, const dp_impact *impact, struct outcome *out) {
    const dp_energy *e = &impact->energy;
    double lost = e->viscous + e->plastic + e->friction + e->released;
    add_headline(out, "restitution", impact->restitution, "");
    add_headline(out, "peak force", impact->max_force, "N");
    add_headline(out, "largest indentation", impact->max_indentation, "m");
    add_headline(out, "duration", impact->at_rest ? NAN : impact->duration, "s");
    add_headline(out, "approach speed", c->meeting.speed, "m/s");
    add_headline(out, "separation speed", impact->separation_speed, "m/s");
    add_headline(out, "residual indentation", impact->residual_indentation, "m");
    // what a force does between the bodies can be lost as well
    if (c->impact.force > 0.0)
        add_headline(out, "energy lost, of all put in", 100.0 * lost / (e->initial + e->input),
                     "%");
    else
        add_headline(out, "energy lost, of the approach", 100.0 * lost / e->initial, "%");

    // beyond rounding and the tolerance of a step
    if (impact->restitution > 1.0 + 1e-9 && c->impact.force == 0.0)
        add_note(
            out,
            "The law gave back more energy than it took: the bodies part %.4g times as fast as "
            "they met. No real contact does that.",
            impact->restitution);
    if (impact->at_rest) add_note(out, "The force keeps the bodies together: they come to rest.");
    if (impact->tension_seen) note_tension(out, c->touch.def.tension);
    contact_notes(&c->impact.contact, &c->touch, out);
}

static const struct plot_request plots[] = {
    {"force-indentation", "Force against indentation",
     "The area within the loop is the energy lost.", PLOT_LINES, "indentation", "force",
     CURVES("force")},
    {"force-time", "Force against time", "From the touch until the bodies part.", PLOT_LINES,
     "time", "force", CURVES("force")},
    {"indentation-time", "Indentation against time", "From the touch until the bodies part.",
     PLOT_LINES, "time", "indentation", CURVES("indentation")},
    {"phase", "Phase portrait",
     "Starts at the top with the approach speed; below the axis the bodies part.", PLOT_LINES,
     "indentation", "rate", CURVES("rate")},
    {"velocities", "Velocities of the bodies", "Of the centres, along the line of the impact.",
     PLOT_LINES, "time", "velocity", CURVES("velocity_1", "velocity_2")},
    {"energy", "Where the energy is",
     "Kinetic energy of both bodies, energy held by the contact, and what was lost so far.",
     PLOT_AREAS, "time", "energy", CURVES("kinetic", "stored", "viscous", "plastic")},
    {0},
};

struct recording {
    struct rows rows;
    const struct impact_config *config;
    struct centre centre;
    double until;  // [s] later rows are not wanted
};

static void record(void *user, const dp_impact_sample *s) {
    struct recording *r = (struct recording *)user;
    const double *share = r->config->share;
    double common = speed_at(&r->centre, s->time);
    if (s->time > r->until) return;
    struct impact_row row = {.of = *s,
                             .velocity_1 = common + share[0] * s->rate,
                             .velocity_2 = common - share[1] * s->rate};
    row.of.kinetic += kinetic_at(&r->centre, s->time);
    rows_add(&r->rows, &row);
}

static void report_run(struct reader *reader, const struct impact_config *c, dp_error *err) {
    if (err->status == DP_ERR_UNSUPPORTED)
        report_error(reader, place_of(c->run.node, "path"),
                     "path is closed-form, but %s; it must be "
                     "integrated here",
                     err->text);
    else
        report_library_error(reader, c->impact.contact.node, err);
}

// Rows cut the time into equal parts and do not change the result.
static void run_rows(struct reader *reader, const struct impact_config *c, dp_impact_def *def,
                     struct outcome *out) {
    struct recording recording = {.config = c, .centre = centre_of(c), .until = INFINITY};
    dp_impact again;
    dp_error err;
    if (!rows_start(&recording.rows, reader, &c->output, &out->series)) return;
    def->observe = record;
    def->user = &recording;
    def->path = DP_PATH_INTEGRATED;
    if (dp_impact_run(&c->touch.contact, def, &again, &err) != DP_OK)
        report_run(reader, c, &err);
    else if (recording.rows.is_out_of_memory)
        report_no_memory(reader);
    else {
        add_plots(out, NULL, plots);
        name_curves(find_plot(out, "velocities"), "body");
    }
}

// A motion that broke off at `time`: where, and the rows up to there. `end`: how long it goes on
// nevertheless.
static void break_off(struct reader *reader, const struct impact_config *c, dp_impact_def *def,
                      double time, double end, struct outcome *out) {
    enum { ROWS = 2000, ROWS_TO_END = 100000 };
    struct recording recording = {.config = c, .centre = centre_of(c), .until = time};
    dp_impact again;
    dp_error same;
    def->path = DP_PATH_INTEGRATED;
    // a closed form does not know how far it came
    if (!(time > 0.0) && dp_impact_run(&c->touch.contact, def, &again, &same) != DP_OK)
        recording.until = time = end = again.separation_time;
    failure_at(reader, time, "body 1", "contact of body 1 and body 2");
    if (!failure_is_kept(reader) || !rows_start(&recording.rows, reader, &c->output, &out->series))
        return;
    def->observe = record;
    def->user = &recording;
    def->every = fmax(time / ROWS, end / ROWS_TO_END);
    dp_impact_run(&c->touch.contact, def, &again, &same);
    failure_trim(&out->series);
}

void impact_define(const void *config, dp_definition *out) {
    static const dp_impact_path path[] = {DP_PATH_AUTO, DP_PATH_CLOSED, DP_PATH_INTEGRATED};
    const struct impact_config *c = (const struct impact_config *)config;
    dp_impact_def *def = &out->impact;
    out->contact = &c->touch.contact;
    out->body[0] = c->meeting.body[0];
    out->body[1] = c->meeting.body[1];
    *def = dp_impact_defaults();
    def->mass = c->meeting.mass;
    def->speed = c->meeting.speed;
    def->rtol = c->run.rtol;
    def->acceleration = c->impact.force / c->meeting.body[0].mass;
    def->path = path[c->run.path + 1];
}

void impact_run(struct reader *reader, const void *config, int rows, struct outcome *out) {
    const struct impact_config *c = (const struct impact_config *)config;
    dp_definition whole;
    impact_define(c, &whole);
    dp_impact_def def = whole.impact;
    dp_impact impact;
    dp_error err;
    if (dp_impact_run(&c->touch.contact, &def, &impact, &err) != DP_OK) {
        report_run(reader, c, &err);
        if (err.status != DP_ERR_UNSUPPORTED && err.status != DP_ERR_RANGE)
            break_off(reader, c, &def, impact.separation_time, impact.separation_time, out);
        return;
    }
    dp_energy energy = ledger(c, &impact);
    if (!energy_check(reader, c->impact.contact.node, &energy)) {
        break_off(reader, c, &def, impact.separation_time, impact.separation_time, out);
        return;
    }
    // before what follows from a forgotten unit, such as a contact that lasts too long
    // a force that goes on pushing takes its share of what comes back
    const struct reach reach = {.touch = &c->touch,
                                .indentation = impact.max_indentation,
                                .speed = c->meeting.speed,
                                .is_known = c->impact.force == 0.0,
                                .delivered = impact.restitution,
                                .has_flowed = impact.energy.plastic > 0.0};
    if (!validity_tell(reader, &reach, out)) {
        break_off(reader, c, &def, impact.time_of_max_indentation, impact.separation_time, out);
        return;
    }
    if (impact.separation_time > c->run.until) {
        report_status(reader, DP_RUN_NUMERIC, place_of(c->run.node, "until"),
                      "until is %g s, but the bodies part at %g s; it must be later", c->run.until,
                      impact.separation_time);
        break_off(reader, c, &def, c->run.until, impact.separation_time, out);
        return;
    }
    // the force may vanish long before the surfaces part
    def.every = isnan(c->output.every)
                    ? fmax(impact.duration / 400.0, impact.separation_time / 4000.0)
                    : c->output.every;
    if (!rows_check(reader, &c->output, impact.separation_time / def.every)) return;
    summarise(reader, c, &impact, &energy, out->summary);
    tell(c, &impact, out);
    if (rows) run_rows(reader, c, &def, out);
}
