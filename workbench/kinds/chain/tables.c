// Series, further tables and pictures of a chain.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/chain/results.h"
#include "result/result.h"

enum { SHOWN_SENSORS = PLOT_APART_MAX, SENSORS_IN_ONE = 4 };

// --- the series ----------------------------------------------------------------------------------

static size_t row_count(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    // the last level was reached, but not passed
    return c->probes.count > 0 ? dp_chain_probe_at(w->chain, 0).row_count : chain_row_count(c);
}

static double value_at(const struct chain_work *w, const struct chain_column *from, size_t row) {
    if (from->of == FROM_CLOCK) return chain_row_time(w->config, row);
    if (from->of == FROM_SENSOR)
        return dp_chain_probe_at(w->chain, from->index).rows[row][from->part];
    dp_chain_bar_wave end = chain_end_at(w, (int)from->index, row);
    return *(const double *)(const void *)((const char *)&end + from->part);
}

static bool write_series(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    struct table *table = &w->outcome->series;
    size_t count = (size_t)c->series_count + 1;
    double *value = calloc(count, sizeof *value);
    const char **name = calloc(count, sizeof *name), **unit = calloc(count, sizeof *unit);
    bool is_done = value != NULL && name != NULL && unit != NULL;
    for (int i = 0; is_done && i < c->series_count; i++) {
        name[i] = c->series[i].name;
        unit[i] = c->series[i].unit;
    }
    is_done = is_done && table_init(table, c->series_count, name, unit);
    for (size_t row = 0; is_done && row < row_count(w); row++) {
        for (int i = 0; i < c->series_count; i++)
            value[i] = value_at(w, &c->series[i], row);
        is_done = table_add(table, value);
    }
    free(value);
    free(name);
    free(unit);
    return is_done;
}

// --- further tables ------------------------------------------------------------------------------

static const struct column energy_columns[] = {
    COLUMN(struct chain_energy, time, "s", "from the start"),
    COLUMN(struct chain_energy, kinetic, "J", "of motion"),
    COLUMN(struct chain_energy, potential, "J", "of height and preload"),
    COLUMN(struct chain_energy, stored, "J", "held by contacts"),
    COLUMN(struct chain_energy, viscous, "J", "lost in dashpots so far"),
    COLUMN(struct chain_energy, plastic, "J", "lost in plastic flow so far"),
    COLUMN(struct chain_energy, released, "J", "lost at release so far"),
    COLUMN(struct chain_energy, input, "J", "work done from outside so far"),
    {0},
};

static bool write_energy(const struct chain_work *w) {
    struct table *table = add_table_of(w->outcome, "energy", energy_columns);
    bool is_done = table != NULL;
    for (size_t i = 0; i < w->looks && is_done; i++)
        is_done = table_add_sample(table, energy_columns, &w->energy[i]);
    return is_done;
}

// A cell of the field is its first bead at a time.
struct cell {
    long bead;
    double time, value;
};

static bool write_field(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    bool is_force = c->chain.field.of == CHAIN_FORCE;
    const struct column columns[] = {
        COLUMN(struct cell, bead, "1", "number"),
        COLUMN(struct cell, time, "s", "from the start"),
        COLUMN_OF(is_force ? "force" : "velocity", COLUMN_NUMBER, struct cell, value,
                  is_force ? "N" : "m/s", "of the bead whose value is largest"),
        {0},
    };
    if (c->field_columns == 0) return true;
    struct table *table = add_table_of(w->outcome, "field", columns);
    bool is_done = table != NULL;
    for (size_t i = 0; i < w->looks * c->field_columns && is_done; i++) {
        size_t look = i / c->field_columns, column = i % c->field_columns;
        const struct cell cell = {chain_bead_of(c, c->field_from + column * c->field_stride),
                                  w->energy[look].time, w->field[i]};
        is_done = table_add_sample(table, columns, &cell);
    }
    return is_done;
}

// Open contacts have no loop; the row before a touch and the one after belong to it.
static bool is_near_touch(const dp_chain_probe *probe, size_t row) {
    size_t from = row > 0 ? row - 1 : 0, to = row + 1 < probe->row_count ? row + 1 : row;
    for (size_t i = from; i <= to; i++) {
        if (probe->rows[i][1] > 0.0) return true;
    }
    return false;
}

struct loop_point {
    long contact;
    double time, indentation, rate, force;
};

static const struct column loop_columns[] = {
    COLUMN(struct loop_point, contact, "1", "number"),
    COLUMN(struct loop_point, time, "s", "from the start"),
    COLUMN(struct loop_point, indentation, "m", "negative when apart"),
    COLUMN(struct loop_point, rate, "m/s", "of the indentation"),
    COLUMN(struct loop_point, force, "N", "of the contact"),
    {0},
};

static bool write_loops(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    const long *loop = c->chain.loops.items;
    if (c->chain.loops.count == 0) return true;
    struct table *table = add_table_of(w->outcome, "loops", loop_columns);
    bool is_done = table != NULL;
    for (int i = 0; i < c->chain.loops.count; i++) {
        dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.loop[i]);
        for (size_t row = 0; row < probe.row_count && is_done; row++) {
            const double *v = probe.rows[row];
            if (!is_near_touch(&probe, row)) continue;
            const struct loop_point point = {loop[i], chain_row_time(c, row), v[1], v[2], v[0]};
            is_done = table_add_sample(table, loop_columns, &point);
        }
    }
    return is_done;
}

static bool write_sensors(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    if (c->sensor_count == 0) return true;
    struct table *table = add_table_of(w->outcome, "sensors", chain_sensor_columns);
    bool is_done = table != NULL;
    for (size_t i = 0; i < c->sensor_count && is_done; i++) {
        const struct chain_sensor sensor = chain_sensor_at(w, i);
        is_done = table_add_sample(table, chain_sensor_columns, &sensor);
    }
    return is_done;
}

// Force over its peak against time from the peak, in times from bead to bead.
struct shape_point {
    double time, measured, long_wave, exact;
};

static const struct column shape_columns[] = {
    COLUMN(struct shape_point, time, "1", "from the peak"),
    COLUMN(struct shape_point, measured, "1", "at the second sensor"),
    COLUMN(struct shape_point, long_wave, "1", "Nesterenko's cos^6"),
    COLUMN(struct shape_point, exact, "1", "solitary wave of the discrete chain"),
    {0},
};

static bool write_pulse(const struct chain_work *w, const struct chain_pulse *p) {
    const double span = 4.0;
    const struct chain_config *c = w->config;
    if (p->reason != NULL) return true;
    struct table *table = add_table_of(w->outcome, "pulse", shape_columns);
    bool is_done = table != NULL;
    dp_chain_probe probe = dp_chain_probe_at(w->chain, c->pulse.contact[1]);
    double every = (double)c->record_every * c->step * p->speed / p->beads.pitch;
    double peak = p->peak_time * p->speed / p->beads.pitch;
    for (size_t row = 0; row < probe.row_count && is_done; row++) {
        double t = (double)row * every - peak;
        if (fabs(t) > span) continue;
        const struct shape_point point = {t, probe.rows[row][0] / p->peak, dp_long_wave_force(t),
                                          dp_soliton_force(&p->soliton, t)};
        is_done = table_add_sample(table, shape_columns, &point);
    }
    return is_done;
}

struct final_state {
    long bead;
    double position, displacement, velocity, force;
};

static const struct column final_columns[] = {
    COLUMN(struct final_state, bead, "1", "number"),
    COLUMN(struct final_state, position, "m", "of the centre, from that of the first body"),
    COLUMN(struct final_state, displacement, "m", "from the start"),
    COLUMN(struct final_state, velocity, "m/s", "to the right"),
    COLUMN(struct final_state, force, "N", "mean of its two contacts"),
    {0},
};

static bool write_final(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    const dp_chain_snapshot *view = dp_chain_state(w->chain);
    struct table *table = add_table_of(w->outcome, "final", final_columns);
    bool is_done = table != NULL;
    size_t stride = (c->bodies + CHAIN_FINAL_MAX - 1) / CHAIN_FINAL_MAX;
    double place = 0.0, before = 0.0;  // of the centre, from that of the first body
    for (size_t i = 0; i < c->bodies && is_done; i++) {
        double radius = chain_bead(c, i).radius;
        if (i > 0) place += before + radius + (c->gap != NULL ? c->gap[i] : 0.0);
        before = radius;
        if (i % stride != 0) continue;
        const struct final_state state = {chain_bead_of(c, i), place + view->displacement[i],
                                          view->displacement[i], view->velocity[i],
                                          0.5 * (view->force[i] + view->force[i + 1])};
        is_done = table_add_sample(table, final_columns, &state);
    }
    if (stride > 1) add_fact(w->outcome, "The table `final` holds every %zuth body.", stride);
    return is_done;
}

void chain_write_tables(struct chain_work *w, const struct chain_pulse *pulse) {
    bool is_done = write_series(w) && write_energy(w) && write_field(w) && write_loops(w) &&
                   write_sensors(w) && write_pulse(w, pulse) && write_final(w);
    if (!is_done) report_no_memory(w->reader);
}

// --- pictures ------------------------------------------------------------------------------------

// Is there no more to see than the far front of a wave that has not come? In a Hertz chain without
// preload it falls to 1e-180 N and less, which no axis should be scaled to.
static bool is_nothing(const struct table *table, const char *const *names, double scale) {
    double most = 0.0;
    for (; table != NULL && *names != NULL; names++) {
        int column = table_column(table, *names);
        for (size_t row = 0; column >= 0 && row < table->rows; row++) {
            double size = fabs(table->value[row * (size_t)table->columns + (size_t)column]);
            if (size > most) most = size;
        }
    }
    return most > 0.0 && most < 1e-12 * scale;
}

// Do contacts carry so much at the start that a curve from zero stands beside the name of another?
static bool is_pressed(const struct chain_work *w, const char *const *names) {
    const double least = 0.02;  // of the largest value
    const struct table *table = &w->outcome->series;
    double start = 0.0, most = 0.0;
    for (; *names != NULL; names++) {
        int column = table_column(table, *names);
        for (size_t row = 0; column >= 0 && row < table->rows; row++) {
            double size = fabs(table->value[row * (size_t)table->columns + (size_t)column]);
            if (row == 0 && size > start) start = size;
            if (size > most) most = size;
        }
    }
    return w->config->start_in_equilibrium && start > least * most;
}

// Some of the sensors, evenly; their columns by this name. A few are drawn over one another, more
// of them one above another.
static void draw_sensors(struct chain_work *w, const char *column, double scale,
                         const struct plot_request *base) {
    const struct chain_config *c = w->config;
    char name[SHOWN_SENSORS][CHAIN_NAME_MAX];
    const char *y[SHOWN_SENSORS + 1] = {NULL};
    size_t count = c->sensor_count < SHOWN_SENSORS ? c->sensor_count : SHOWN_SENSORS;
    struct plot_request p = *base;
    char caption[256];
    bool is_apart = count > SENSORS_IN_ONE, is_change = false;
    for (size_t i = 0; i < count; i++) {
        size_t sensor = count > 1 ? i * (c->sensor_count - 1) / (count - 1) : 0;
        snprintf(name[i], sizeof name[i], "%s_%ld", column, c->sensors[sensor]);
        y[i] = name[i];
    }
    p.y = y;
    if (count == 0 || is_nothing(&w->outcome->series, y, scale)) return;
    if (is_apart) {
        is_change = strcmp(column, "force") == 0 && is_pressed(w, y);
        snprintf(caption, sizeof caption, "%s%s One line for each sensor, from its own zero%s.",
                 base->caption, is_change ? " The force at the start is taken off." : "",
                 count < c->sensor_count ? "; some of the sensors, all are in series.csv" : "");
        p.caption = caption;
        if (is_change) p.y_name = "change of the force";
    }
    struct plot *plot = add_plot(w->outcome, &p);
    name_curves(plot, "bead");
    if (plot == NULL) return;
    plot->apart = is_apart;
    plot->from_start = is_change;
}

static void draw_field(struct chain_work *w) {
    const struct chain_config *c = w->config;
    bool is_force = c->chain.field.of == CHAIN_FORCE;
    const char *title = is_force ? "Force along the chain" : "Velocity along the chain";
    char caption[256];
    snprintf(caption, sizeof caption, "A pulse is a line, its slope the time from bead to bead.%s",
             c->field_stride > 1 ? " A cell shows the bead whose value is largest." : "");
    const struct map map = {"field", title,  caption,
                            "bead",  "time", is_force ? "force" : "velocity"};
    if (c->field_columns > 1) add_map(w->outcome, "field", &map);
}

// A picture that is left out where it shows nothing.
static struct plot *draw(struct chain_work *w, const char *table, double scale,
                         const struct plot_request *request) {
    if (is_nothing(outcome_table(w->outcome, table), request->y, scale)) return NULL;
    return add_plot_of(w->outcome, table, request);
}

// The first of a list that has all its columns: both ends, or one.
static void draw_first(struct chain_work *w, double scale, const struct plot_request *requests) {
    for (; requests->stem != NULL; requests++) {
        if (is_nothing(&w->outcome->series, requests->y, scale)) return;
        if (add_plot(w->outcome, requests) != NULL) return;
    }
}

#define BETWEEN_ENDS "Between the outermost body and what stands there."
static const struct plot_request end_plots[] = {
    {"end-forces", "Forces at the ends", BETWEEN_ENDS, PLOT_LINES, "time", "force",
     CURVES("left_force", "right_force")},
    {"end-forces", "Force at the left end", BETWEEN_ENDS, PLOT_LINES, "time", "force",
     CURVES("left_force")},
    {"end-forces", "Force at the right end", BETWEEN_ENDS, PLOT_LINES, "time", "force",
     CURVES("right_force")},
    {0},
};

static const struct plot_request bar_plots[] = {
    {"bar-waves", "Waves in the bars", "Particle velocities.", PLOT_LINES, "time", "velocity",
     CURVES("left_incident", "left_reflected", "right_transmitted")},
    {"bar-waves", "Waves in the bars", "Particle velocities.", PLOT_LINES, "time", "velocity",
     CURVES("left_incident", "left_reflected")},
    {"bar-waves", "Waves in the bars", "Particle velocities.", PLOT_LINES, "time", "velocity",
     CURVES("right_transmitted")},
    {0},
};

enum { FORCES, VELOCITIES, SHAPE, PEAKS, LOOPS, ENERGY };
static const struct plot_request plots[] = {
    [FORCES] = {"forces", "Force at the sensors", "Mean of the two contact forces of a bead.",
                PLOT_LINES, "time", "force", NULL},
    [VELOCITIES] = {"velocities", "Velocity at the sensors", "Positive to the right.", PLOT_LINES,
                    "time", "velocity", NULL},
    [SHAPE] = {"pulse", "Shape of the pulse",
               "Contact force over its peak; time in units of that from bead to bead. Exact: "
               "solitary wave of the discrete chain; long wave: Nesterenko's cos^6.",
               PLOT_LINES, "time", "force / peak force", CURVES("measured", "exact", "long_wave")},
    [PEAKS] = {"peaks", "Peak force along the chain", "At the sensors.", PLOT_POINTS, "bead",
               "peak force", CURVES("peak_force")},
    [LOOPS] = {"loops", "Hysteresis of contacts",
               "The area within a loop is the energy lost there.", PLOT_LINES, "indentation",
               "force", CURVES("force")},
    [ENERGY] = {"energy", "Where the energy is", "Of motion, held by contacts, and lost so far.",
                PLOT_AREAS, "time", "energy", CURVES("kinetic", "stored", "viscous", "plastic")},
};

void chain_draw(struct chain_work *w) {
    double force = dp_chain_maxima(w->chain).force, speed = w->config->speed;
    struct plot *plot;
    draw_field(w);
    draw_sensors(w, "force", force, &plots[FORCES]);
    draw_sensors(w, "velocity", speed, &plots[VELOCITIES]);
    plot = add_plot_of(w->outcome, "pulse", &plots[SHAPE]);
    if (plot != NULL)
        snprintf(plot->x_label, sizeof plot->x_label, "time from the peak / bead-to-bead time");
    plot = w->config->sensor_count > 1 ? draw(w, "sensors", force, &plots[PEAKS]) : NULL;
    // peaks that differ in their fifth digit are equal, and look so
    if (plot != NULL) plot->from_zero = 1;
    plot = draw(w, "loops", force, &plots[LOOPS]);
    if (plot != NULL) plot_groups(plot, "contact", "contact");
    add_plot_of(w->outcome, "energy", &plots[ENERGY]);
    draw_first(w, force, end_plots);
    draw_first(w, speed, bar_plots);
}
