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
    const struct pair_value *v = c->across.speed;
    double mass = c->meeting.body[0].mass + c->meeting.body[1].mass;
    if (isinf(mass)) return (struct centre){0.0, 0.0, 0.0};
    return (struct centre){
        .mass = mass,
        .speed = c->share[1] * v[0].x + c->share[0] * v[1].x,
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

// Velocities along x at the end.
static void speeds_after(const struct impact_config *c, const dp_impact *impact, double along[2]) {
    const struct centre centre = centre_of(c);
    double common = speed_at(&centre, impact->separation_time);
    along[0] = common - c->share[0] * impact->separation_speed;
    along[1] = common + c->share[1] * impact->separation_speed;
}

static struct motion motion_after(const struct impact_config *c, const dp_impact *impact) {
    double along[2];
    speeds_after(c, impact, along);
    return impact_motion(c, along, c->touch.friction.law != NULL ? impact->tangential_impulse : 0);
}

// The ledger of both bodies from that of the relative motion.
static dp_energy ledger(const struct impact_config *c, const dp_impact *impact) {
    struct centre centre = centre_of(c);
    double t = impact->separation_time;
    double centre_path = t * (centre.speed + 0.5 * centre.acceleration * t);
    dp_energy e = impact->energy;
    if (c->across.is_asked) {
        const double before[] = {c->across.speed[0].x, c->across.speed[1].x};
        const struct motion start = impact_motion(c, before, 0.0), end = motion_after(c, impact);
        e.initial = impact_kinetic(c, &start);
        e.final = impact_kinetic(c, &end) + e.stored;
    } else {
        e.initial += kinetic_at(&centre, 0.0);
        e.final += kinetic_at(&centre, t);
    }
    // the relative part was integrated with the motion
    e.input = impact->energy.input + c->impact.force * centre_path;
    dp_energy_close_over(&e, e.initial + c->impact.force * impact->max_indentation);
    return e;
}

// Only in the summary of an oblique impact.
static const char *const of_oblique[] = {"spins_after",   "tangential_restitution",
                                         "impulse_ratio", "max_tangential_force",
                                         "rebound_angle", NULL};
static const char *const nothing[] = {NULL};

// Impulse of the contact force. A push from outside adds to it; one that goes on for ever does so
// without end.
static double contact_impulse(const struct impact_config *c, const dp_impact *impact) {
    double change = c->meeting.mass * (c->meeting.speed + impact->separation_speed);
    double push = c->impact.force * c->share[0];
    if (push == 0.0) return change;
    return impact->at_rest ? NAN : change + push * impact->separation_time;
}

static void summarise(struct reader *reader, const struct impact_config *c, const dp_impact *impact,
                      const dp_energy *energy, json_t *map) {
    bool is_oblique = c->across.is_asked;
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
        .energy = energy_json(energy),
        .solver = effort_json(&effort),
    };
    if (is_oblique) {
        const struct motion after = motion_after(c, impact);
        impact_across_results(c, impact, &after, contact_impulse(c, impact), &summary);
    } else {
        double along[2];
        speeds_after(c, impact, along);
        summary.velocities_after = json_array();
        for (int i = 0; i < 2; i++)
            json_push(summary.velocities_after, json_finite(along[i]));
    }
    // at rest the force never vanishes for good
    if (impact->at_rest) summary.of.duration = NAN;
    put_results_but(map, reader->kind->results, &summary, is_oblique ? nothing : of_oblique);
}

static void tell_across(const struct impact_config *c, const dp_impact *impact,
                        const dp_energy *energy, struct outcome *out) {
    const struct motion after = motion_after(c, impact);
    struct impact_summary s;
    impact_across_results(c, impact, &after, contact_impulse(c, impact), &s);
    json_decref(s.velocities_after);
    json_decref(s.spins_after);
    add_headline(out, "tangential restitution", s.tangential_restitution, "");
    add_headline(out, "impulse ratio", s.impulse_ratio, "");
    add_headline(out, "peak friction",
                 c->touch.friction.law != NULL ? impact->max_tangential_force : 0.0, "N");
    add_headline(out, "rebound angle of body 1", s.rebound_angle, "rad");
    add_headline(out, "spin of body 1 after", after.spin[0], "rad/s");
    if (isfinite(c->across.inertia[1]))
        add_headline(out, "spin of body 2 after", after.spin[1], "rad/s");
    add_headline(out, "energy lost in friction", 100.0 * energy->friction / energy->initial, "%");
}

static void tell(const struct impact_config *c, const dp_impact *impact, const dp_energy *energy,
                 struct outcome *out) {
    const dp_energy *e = c->across.is_asked ? energy : &impact->energy;
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
        add_headline(out, c->across.is_asked ? "energy lost" : "energy lost, of the approach",
                     100.0 * lost / e->initial, "%");
    if (c->across.is_asked) tell_across(c, impact, energy, out);

    // beyond rounding and the tolerance of a step
    if (impact->restitution > 1.0 + 1e-9 && c->impact.force == 0.0)
        add_note(
            out,
            "The law gave back more energy than it took: the bodies part %.4g times as fast as "
            "they met. No real contact does that.",
            impact->restitution);
    if (impact->at_rest) add_note(out, "The force keeps the bodies together: they come to rest.");
    if (impact->tension_seen) note_tension(out, c->touch.def.tension);
    contact_notes(&c->impact.contact, &c->touch, NULL, out);
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

static const struct plot_request oblique_plots[] = {
    {"friction-time", "Friction against time",
     "Within the shaded band, mu times the contact force to either side, the surfaces stick or "
     "slip in part; on its edge they slide.",
     PLOT_LINES, "time", "friction", CURVES("tangential_force")},
    {"sliding-speed", "Sliding speed of the surfaces",
     "Friction takes it down; where the surfaces give way along each other it may turn round.",
     PLOT_LINES, "time", "sliding speed", CURVES("sliding_speed")},
    {"spins", "Spins of the bodies", "Counter-clockwise is positive.", PLOT_LINES, "time", "spin",
     CURVES("spin_1", "spin_2")},
    {"across", "Velocities across", "Of the centres, along y.", PLOT_LINES, "time", "velocity",
     CURVES("across_1", "across_2")},
    {"velocities", "Velocities along", "Of the centres, along x.", PLOT_LINES, "time", "velocity",
     CURVES("velocity_1", "velocity_2")},
    {"friction-slide", "Friction against slide",
     "The area below the curve is what friction and the springs along the surface take.",
     PLOT_LINES, "slide", "friction", CURVES("tangential_force")},
    {"force-time", "Force against time", "From the touch until the bodies part.", PLOT_LINES,
     "time", "force", CURVES("force")},
    {"force-indentation", "Force against indentation",
     "The area within the loop is the energy lost along the line of the impact.", PLOT_LINES,
     "indentation", "force", CURVES("force")},
    {"indentation-time", "Indentation against time", "From the touch until the bodies part.",
     PLOT_LINES, "time", "indentation", CURVES("indentation")},
    {"phase", "Phase portrait",
     "Starts at the top with the approach speed; below the axis the bodies part.", PLOT_LINES,
     "indentation", "rate", CURVES("rate")},
    {"energy", "Where the energy is",
     "Kinetic energy of both bodies with their rotation, energy held by the contact, and what was "
     "lost so far.",
     PLOT_AREAS, "time", "energy", CURVES("kinetic", "stored", "viscous", "plastic", "friction")},
    {0},
};

static void record_across(const struct impact_config *c, struct impact_row *row) {
    const struct across *a = &c->across;
    const double along[] = {row->velocity_1, row->velocity_2};
    bool has_friction = c->touch.friction.law != NULL;
    if (!has_friction) {
        row->of.sliding_speed = a->sliding_speed;
        row->of.slide = a->sliding_speed * row->of.time;
        row->of.tangential_force = row->of.friction = 0.0;
    }
    double impulse = a->sliding_mass * (a->sliding_speed - row->of.sliding_speed);
    const struct motion now = impact_motion(c, along, impulse);
    row->across_1 = now.across[0];
    row->across_2 = now.across[1];
    row->spin_1 = now.spin[0];
    row->spin_2 = now.spin[1];
    row->friction_most = a->limit * row->of.force;
    row->friction_least = 0.0 - row->friction_most;
    row->of.kinetic = impact_kinetic(c, &now);
}

struct recording {
    struct rows rows;
    const struct impact_config *config;
    struct centre centre;
    double until;  // [s] later rows are not wanted
};

static void record(void *user, const dp_impact_sample *s) {
    struct recording *r = (struct recording *)user;
    const struct impact_config *c = r->config;
    double common = speed_at(&r->centre, s->time);
    if (s->time > r->until) return;
    struct impact_row row = {.of = *s,
                             .velocity_1 = common + c->share[0] * s->rate,
                             .velocity_2 = common - c->share[1] * s->rate};
    if (c->across.is_asked)
        record_across(c, &row);
    else
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
        add_plots(out, NULL, c->across.is_asked ? oblique_plots : plots);
        name_curves(find_plot(out, "velocities"), "body");
        name_curves(find_plot(out, "across"), "body");
        name_curves(find_plot(out, "spins"), "body");
        plot_band(find_plot(out, "friction-time"), "friction_least", "friction_most");
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
    if (c->touch.friction.law != NULL) {
        out->friction = c->touch.slider;
        def->friction = &c->touch.friction;
        def->sliding_speed = c->across.sliding_speed;
        def->sliding_mass = c->across.sliding_mass;
    }
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
    tell(c, &impact, &energy, out);
    if (rows) run_rows(reader, c, &def, out);
}
