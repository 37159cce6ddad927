// Series, further tables and pictures of a chain.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/chain/results.h"
#include "kinds/chain/watch.h"
#include "result/result.h"

enum { SHOWN_SENSORS = PLOT_APART_MAX, SENSORS_IN_ONE = 4 };

// --- the series ----------------------------------------------------------------------------------

static size_t row_count(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    // the last level was reached, but not passed
    return c->probes.count > 0 ? dp_chain_probe_at(w->chain, 0).row_count : chain_row_count(c);
}

static void fill_row(const struct chain_work *w, const dp_chain_probe *sensor, size_t row,
                     double *value) {
    const struct chain_config *c = w->config;
    *value++ = (double)row * (double)c->record_every * c->step;
    for (size_t i = 0; i < c->sensor_count; i++)
        *value++ = sensor[i].rows[row][0];
    for (size_t i = 0; i < c->sensor_count; i++)
        *value++ = sensor[i].rows[row][1];
    for (int side = 0; side < 2; side++) {
        if (chain_end_rows(w, side) == 0) continue;
        dp_chain_bar_wave end = chain_end_at(w, side, row);
        *value++ = end.force;
        if (c->end[side].type != DP_END_BAR) continue;
        if (c->end[side].signal.count > 0) *value++ = end.incident;
        *value++ = end.outgoing;
    }
}

// Columns that were asked for, all of them when none was; -1 ends the list.
static void choose(const struct chain_config *c, int *chosen) {
    const char *const *wanted = c->output.series.items;
    int count = 0;
    for (; wanted != NULL && count < c->output.series.count; count++) {
        chosen[count] = 0;
        while (strcmp(c->series.name[chosen[count]], wanted[count]) != 0)
            chosen[count]++;
    }
    for (; wanted == NULL && count < c->series.count; count++)
        chosen[count] = count;
    chosen[count] = -1;
}

struct scratch {
    dp_chain_probe *sensor;
    int *chosen;
    double *all, *row;
    const char **name, **unit;
};

static bool fill_series(const struct chain_work *w, const struct scratch *s) {
    const struct chain_config *c = w->config;
    struct table *table = &w->outcome->series;
    int count = 0;
    for (size_t i = 0; i < c->sensor_count; i++)
        s->sensor[i] = dp_chain_probe_at(w->chain, c->probes.sensor[i]);
    choose(c, s->chosen);
    for (; s->chosen[count] >= 0; count++) {
        s->name[count] = c->series.name[s->chosen[count]];
        s->unit[count] = c->series.unit[s->chosen[count]];
    }
    if (!table_init(table, count, s->name, s->unit)) return false;
    for (size_t row = 0; row < row_count(w); row++) {
        fill_row(w, s->sensor, row, s->all);
        for (int i = 0; i < count; i++)
            s->row[i] = s->all[s->chosen[i]];
        if (!table_add(table, s->row)) return false;
    }
    return true;
}

static bool write_series(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    size_t most = (size_t)c->series.count + (size_t)c->output.series.count + 1;
    struct scratch s = {
        .sensor = calloc(c->sensor_count + 1, sizeof *s.sensor),
        .chosen = calloc(most, sizeof *s.chosen),
        .all = calloc(most, sizeof *s.all),
        .row = calloc(most, sizeof *s.row),
        .name = calloc(most, sizeof *s.name),
        .unit = calloc(most, sizeof *s.unit),
    };
    bool is_done = s.sensor != NULL && s.chosen != NULL && s.all != NULL && s.row != NULL &&
                   s.name != NULL && s.unit != NULL && fill_series(w, &s);
    free(s.sensor);
    free(s.chosen);
    free(s.all);
    free(s.row);
    free(s.name);
    free(s.unit);
    return is_done;
}

// --- further tables ------------------------------------------------------------------------------

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static bool write_energy(const struct chain_work *w) {
    static const char *const names[] = {"time",    "kinetic", "potential", "stored",
                                        "viscous", "plastic", "released",  "input"};
    static const char *const units[] = {"s", "J", "J", "J", "J", "J", "J", "J"};
    struct table *table = add_table(w->outcome, "energy", COUNT(names), names, units);
    bool is_done = table != NULL;
    for (size_t i = 0; i < w->looks && is_done; i++)
        is_done = table_add(table, w->energy[i]);
    return is_done;
}

static bool write_field(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    bool is_force = c->chain.field.of == CHAIN_FORCE;
    const char *const names[] = {"bead", "time", is_force ? "force" : "velocity"};
    const char *const units[] = {"1", "s", is_force ? "N" : "m/s"};
    if (c->field_columns == 0) return true;
    struct table *table = add_table(w->outcome, "field", 3, names, units);
    bool is_done = table != NULL;
    for (size_t i = 0; i < w->looks && is_done; i++) {
        for (size_t k = 0; k < c->field_columns && is_done; k++) {
            size_t body = c->field_from + k * c->field_stride;
            const double row[] = {(double)body + (c->has_striker ? 0.0 : 1.0), w->energy[i][0],
                                  w->field[i * c->field_columns + k]};
            is_done = table_add(table, row);
        }
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

static bool write_loops(const struct chain_work *w) {
    static const char *const names[] = {"contact", "time", "indentation", "rate", "force"};
    static const char *const units[] = {"1", "s", "m", "m/s", "N"};
    const struct chain_config *c = w->config;
    const long *loop = c->chain.loops.items;
    if (c->chain.loops.count == 0) return true;
    struct table *table = add_table(w->outcome, "loops", COUNT(names), names, units);
    bool is_done = table != NULL;
    for (int i = 0; i < c->chain.loops.count; i++) {
        dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.loop[i]);
        for (size_t row = 0; row < probe.row_count && is_done; row++) {
            const double *v = probe.rows[row];
            if (!is_near_touch(&probe, row)) continue;
            const double line[] = {(double)loop[i], (double)row * (double)c->record_every * c->step,
                                   v[1], v[2], v[0]};
            is_done = table_add(table, line);
        }
    }
    return is_done;
}

static bool write_sensors(const struct chain_work *w) {
    static const char *const names[] = {"bead", "peak_force", "peak_time", "peak_velocity"};
    static const char *const units[] = {"1", "N", "s", "m/s"};
    const struct chain_config *c = w->config;
    if (c->sensor_count == 0) return true;
    struct table *table = add_table(w->outcome, "sensors", COUNT(names), names, units);
    bool is_done = table != NULL;
    for (size_t i = 0; i < c->sensor_count && is_done; i++) {
        dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.sensor[i]);
        const double row[] = {(double)c->sensors[i], probe.peak_force, probe.peak_force_time,
                              probe.peak_velocity};
        is_done = table_add(table, row);
    }
    return is_done;
}

// Force over its peak against time from the peak, in times from bead to bead.
static bool write_pulse(const struct chain_work *w, const struct chain_pulse *p) {
    static const char *const names[] = {"time", "measured", "long_wave", "exact"};
    static const char *const units[] = {"1", "1", "1", "1"};
    const double span = 4.0;
    const struct chain_config *c = w->config;
    dp_soliton soliton;
    if (!p->is_there) return true;
    struct table *table = add_table(w->outcome, "pulse", COUNT(names), names, units);
    bool is_done = table != NULL;
    dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.pulse[1]);
    double every = (double)c->record_every * c->step * p->speed / p->beads.pitch;
    double peak = p->peak_time * p->speed / p->beads.pitch;
    dp_soliton_find(&soliton);
    for (size_t row = 0; row < probe.row_count && is_done; row++) {
        double t = (double)row * every - peak;
        if (fabs(t) > span) continue;
        const double line[] = {t, probe.rows[row][0] / p->peak, dp_long_wave_force(t),
                               dp_soliton_force(&soliton, t)};
        is_done = table_add(table, line);
    }
    return is_done;
}

static bool write_final(const struct chain_work *w) {
    static const char *const names[] = {"bead", "position", "displacement", "velocity", "force"};
    static const char *const units[] = {"1", "m", "m", "m/s", "N"};
    const struct chain_config *c = w->config;
    const dp_chain_snapshot *view = dp_chain_state(w->chain);
    struct table *table = add_table(w->outcome, "final", COUNT(names), names, units);
    bool is_done = table != NULL;
    size_t stride = (c->bodies + CHAIN_FINAL_MAX - 1) / CHAIN_FINAL_MAX;
    double place = 0.0, before = 0.0;  // of the centre, from that of the first body
    for (size_t i = 0; i < c->bodies && is_done; i++) {
        double radius = chain_bead(c, i).radius;
        if (i > 0) place += before + radius + (c->gap != NULL ? c->gap[i] : 0.0);
        before = radius;
        if (i % stride != 0) continue;
        const double row[] = {(double)i + (c->has_striker ? 0.0 : 1.0),
                              place + view->displacement[i], view->displacement[i],
                              view->velocity[i], 0.5 * (view->force[i] + view->force[i + 1])};
        is_done = table_add(table, row);
    }
    if (stride > 1) add_note(w->outcome, "The table `final` holds every %zuth body.", stride);
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

static double force_scale(const struct chain_work *w) {
    return dp_chain_maxima(w->chain).force;
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
    bool is_apart = count > SENSORS_IN_ONE;
    snprintf(caption, sizeof caption, "%s", base->caption);
    if (is_apart)
        snprintf(caption, sizeof caption, "%s One line for each sensor, from its own zero%s.",
                 base->caption,
                 count < c->sensor_count ? "; some of the sensors, all are in series.csv" : "");
    p.caption = caption;
    for (size_t i = 0; i < count; i++) {
        size_t sensor = count > 1 ? i * (c->sensor_count - 1) / (count - 1) : 0;
        snprintf(name[i], sizeof name[i], "%s_%ld", column, c->sensors[sensor]);
        y[i] = name[i];
    }
    p.y = y;
    if (count == 0 || is_nothing(&w->outcome->series, y, scale)) return;
    struct plot *plot = add_plot(w->outcome, &p);
    name_curves(plot, "bead");
    if (plot != NULL) plot->apart = is_apart;
}

static void draw_field(struct chain_work *w) {
    const struct chain_config *c = w->config;
    bool is_force = c->chain.field.of == CHAIN_FORCE;
    char caption[256];
    snprintf(caption, sizeof caption, "A pulse is a line, its slope the time from bead to bead.%s",
             c->field_stride > 1 ? " A cell shows the bead whose value is largest." : "");
    const struct map map = {.stem = "field",
                            .title =
                                is_force ? "Force along the chain" : "Velocity along the chain",
                            .caption = caption,
                            .x = "bead",
                            .y = "time",
                            .z = is_force ? "force" : "velocity"};
    if (c->field_columns > 1) add_map(w->outcome, "field", &map);
}

static void draw_loops(struct chain_work *w) {
    static const char *const force[] = {"force", NULL};
    static const struct plot_request loops = {"loops",
                                              "Hysteresis of contacts",
                                              "The area within a loop is the energy lost there.",
                                              PLOT_LINES,
                                              "indentation",
                                              "force",
                                              force};
    if (is_nothing(outcome_table(w->outcome, "loops"), force, force_scale(w))) return;
    struct plot *plot = add_plot_of(w->outcome, "loops", &loops);
    if (plot != NULL) plot_groups(plot, "contact", "contact");
}

static void draw_ends(struct chain_work *w) {
    static const char *const forces[][3] = {
        {"left_force", "right_force", NULL}, {"left_force", NULL}, {"right_force", NULL}};
    static const char *const waves[][4] = {
        {"left_incident", "left_reflected", "right_transmitted", NULL},
        {"left_incident", "left_reflected", NULL},
        {"right_transmitted", NULL},
    };
    static const char *const titles[] = {"Forces at the ends", "Force at the left end",
                                         "Force at the right end"};
    struct plot *plot = NULL;
    for (int i = 0; i < 3 && plot == NULL; i++) {
        const struct plot_request ends = {"end-forces",
                                          titles[i],
                                          "Between the outermost "
                                          "body and what stands there.",
                                          PLOT_LINES,
                                          "time",
                                          "force",
                                          forces[i]};
        if (is_nothing(&w->outcome->series, forces[i], force_scale(w))) break;
        plot = add_plot(w->outcome, &ends);
    }
    plot = NULL;
    for (int i = 0; i < 3 && plot == NULL; i++) {
        const struct plot_request bars = {"bar-waves",
                                          "Waves in the bars",
                                          "Particle velocities.",
                                          PLOT_LINES,
                                          "time",
                                          "velocity",
                                          waves[i]};
        if (is_nothing(&w->outcome->series, waves[i], w->config->speed)) break;
        plot = add_plot(w->outcome, &bars);
    }
}

// Peaks that differ in their fifth digit are equal, and look so.
static void begin_at_zero(struct plot *plot) {
    if (plot != NULL) plot->from_zero = 1;
}

static void draw_theory(struct chain_work *w) {
    static const char *const shapes[] = {"measured", "exact", "long_wave", NULL};
    static const char *const peaks[] = {"peak_force", NULL};
    static const struct plot_request pulse = {
        "pulse",
        "Shape of the pulse",
        "Contact force over its peak; time in units of that from "
        "bead to bead. Exact: solitary wave "
        "of the discrete chain; long wave: Nesterenko's cos^6.",
        PLOT_LINES,
        "time",
        "force / peak force",
        shapes};
    static const struct plot_request attenuation = {
        "peaks", "Peak force along the chain", "At the sensors.", PLOT_POINTS, "bead", "peak force",
        peaks};
    struct plot *plot = add_plot_of(w->outcome, "pulse", &pulse);
    if (plot != NULL)
        snprintf(plot->x_label, sizeof plot->x_label, "time from the peak / bead-to-bead time");
    if (w->config->sensor_count > 1 &&
        !is_nothing(outcome_table(w->outcome, "sensors"), peaks, force_scale(w)))
        begin_at_zero(add_plot_of(w->outcome, "sensors", &attenuation));
}

void chain_draw(struct chain_work *w, const struct chain_pulse *pulse) {
    static const char *const parts[] = {"kinetic", "stored", "viscous", "plastic", NULL};
    static const struct plot_request energy = {"energy",
                                               "Where the energy is",
                                               "Of motion, held by contacts, and lost so far.",
                                               PLOT_AREAS,
                                               "time",
                                               "energy",
                                               parts};
    static const struct plot_request force = {"forces",
                                              "Force at the sensors",
                                              "Mean of the two contact forces of a bead.",
                                              PLOT_LINES,
                                              "time",
                                              "force",
                                              NULL};
    static const struct plot_request velocity = {"velocities",
                                                 "Velocity at the sensors",
                                                 "Positive to the right.",
                                                 PLOT_LINES,
                                                 "time",
                                                 "velocity",
                                                 NULL};
    (void)pulse;
    draw_field(w);
    draw_sensors(w, "force", force_scale(w), &force);
    draw_sensors(w, "velocity", w->config->speed, &velocity);
    draw_theory(w);
    draw_loops(w);
    add_plot_of(w->outcome, "energy", &energy);
    draw_ends(w);
}
