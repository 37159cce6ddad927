// What the probes of a chain say: the pulse, the ends.

#include <math.h>
#include <stdio.h>

#include "kinds/chain/results.h"

// --- one wave, or not ----------------------------------------------------------------------------

static dp_chain_timing timed_at(const struct chain_work *w, const struct chain_stretch *s) {
    dp_chain_timing t;
    for (int i = 0; i < 2; i++) {
        t.body[i] = dp_chain_probe_at(w->chain, s->probe[i]);
        t.contact[i] = dp_chain_probe_at(w->chain, s->contact[i]);
    }
    return t;
}

// The stretch that is timed at these two sensors; NULL: none.
static const struct chain_stretch *stretch_between(const struct chain_config *c, long one,
                                                   long other) {
    for (size_t i = 0; i < c->stretch_count; i++) {
        const long *sensor = c->stretches[i].sensor;
        if (sensor[0] < 0) continue;
        if ((sensor[0] == one && sensor[1] == other) || (sensor[0] == other && sensor[1] == one))
            return &c->stretches[i];
    }
    return NULL;
}

bool chain_times_all(const struct chain_config *c, const struct chain_stretch *s) {
    return c->sensor_count > 1 && stretch_between(c, 0, (long)c->sensor_count - 1) == s;
}

// Do the peaks come one after another, from the first sensor to the last? Otherwise they are not
// those of one wave: a reflected one was larger, or the force never fell.
static bool is_one_wave(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    int sense = 0;
    for (size_t i = 0; i + 1 < c->sensor_count; i++) {
        double t = dp_chain_probe_at(w->chain, c->probes.sensor[i]).peak_force_time;
        double next = dp_chain_probe_at(w->chain, c->probes.sensor[i + 1]).peak_force_time;
        int here = (next > t) - (next < t);
        if (here == 0 || (sense != 0 && here != sense)) return false;
        sense = here;
    }
    // where the right end is a wall, a wave to the left is an echo
    bool is_rightwards = c->sensor_count > 1 && (c->sensors[1] > c->sensors[0]) == (sense > 0);
    if (!is_rightwards && c->end[1].type == DP_END_WALL) return false;
    const struct chain_stretch *all = stretch_between(c, 0, (long)c->sensor_count - 1);
    if (all == NULL) return true;
    dp_chain_timing t = timed_at(w, all);
    return dp_chain_is_one_wave(&t);
}

bool chain_is_pressed(const struct chain_work *w) {
    // the outermost contacts that carry something
    return w->config->start_in_equilibrium &&
           (w->start_force[0] != 0.0 || w->start_force[1] != 0.0);
}

// A peak this late may be the front of what is still to come.
static bool is_at_end(const struct chain_config *c, double time) {
    return time >= (double)(c->steps - 2) * c->step;
}

// Why the peaks at the first and the last sensor are not those of a pulse that went past both.
static void find_reason(const struct chain_work *w, const dp_chain_probe end[2], char *text,
                        size_t size) {
    // ahead of the pulse the force falls so fast that three beads before it this little is left
    const double least = 0.01;
    const struct chain_config *c = w->config;
    const long bead[] = {c->sensors[0], c->sensors[c->sensor_count - 1]};
    double rise[2];
    for (int i = 0; i < 2; i++)
        rise[i] = end[i].peak_force - w->quiet[i];
    int late = end[1].peak_force_time >= end[0].peak_force_time, weak = rise[1] <= rise[0];
    text[0] = '\0';
    if (!(rise[weak] > 0.0))
        snprintf(text, size, "the pulse has not passed bead %ld", bead[weak]);
    else if (is_at_end(c, end[late].peak_force_time))
        snprintf(text, size, "the pulse has not passed bead %ld", bead[late]);
    else if (rise[weak] < least * rise[!weak])
        snprintf(text, size,
                 "the pulse has not passed bead %ld, or with less than 1 %% of its force",
                 bead[weak]);
    else if (!is_one_wave(w))
        snprintf(text, size,
                 "the peaks at the sensors do not follow one another as those of a wave");
}

struct chain_speed chain_wave_speed(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    struct chain_speed speed = {.value = NAN};
    if (c->sensor_count < 2) return speed;
    size_t last = c->sensor_count - 1;
    const dp_chain_probe end[] = {dp_chain_probe_at(w->chain, c->probes.sensor[0]),
                                  dp_chain_probe_at(w->chain, c->probes.sensor[last])};
    find_reason(w, end, speed.reason, sizeof speed.reason);
    if (speed.reason[0] != '\0') return speed;
    size_t from = chain_body_of(c, c->sensors[0]), to = chain_body_of(c, c->sensors[last]);
    double way = from < to ? chain_distance(c, from, to) : chain_distance(c, to, from);
    // peaks of one wave have a time between them
    speed.value = way / fabs(end[1].peak_force_time - end[0].peak_force_time);
    if (isnan(way)) snprintf(speed.reason, sizeof speed.reason, "a radius is not known");
    return speed;
}

static void measure_widths(const struct chain_work *w, struct chain_pulse *p) {
    static const double levels[] = {0.5, 0.1, 0.01};
    const struct chain_config *c = w->config;
    dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.pulse[1]);
    double row = (double)c->record_every * c->step;
    for (int i = 0; i < 3; i++) {
        p->width[i] = NAN;
        if (probe.row_count > 0)
            p->width[i] = row * dp_pulse_width(&probe.rows[0][0], probe.row_count, 3,
                                               levels[i] * probe.peak_force);
    }
}

void chain_measure_pulse(const struct chain_work *w, struct chain_pulse *p) {
    const struct chain_config *c = w->config;
    *p = (struct chain_pulse){.reason = "no two sensors lie in a uniform stretch"};
    if (c->stretch[0] < 0) return;
    for (int i = 0; i < 2; i++)
        p->sensor[i] = c->sensors[c->stretch[i]];
    size_t from = chain_body_of(c, p->sensor[0]), to = chain_body_of(c, p->sensor[1]);
    dp_chain_probe near = dp_chain_probe_at(w->chain, c->probes.sensor[c->stretch[0]]);
    dp_chain_probe far = dp_chain_probe_at(w->chain, c->probes.sensor[c->stretch[1]]);
    dp_chain_probe first = dp_chain_probe_at(w->chain, c->probes.pulse[0]);
    dp_chain_probe last = dp_chain_probe_at(w->chain, c->probes.pulse[1]);
    double way = chain_distance(c, from, to), time = far.peak_force_time - near.peak_force_time;
    bool has_passed = first.peak_force > 0.0 && last.peak_force > 0.0 && time != 0.0 &&
                      !is_at_end(c, far.peak_force_time);
    p->reason = "the pulse has not passed both of them";
    if (!has_passed) return;
    p->reason = "a radius is not known";
    if (isnan(way)) return;
    p->reason = "the peaks there are not those of one wave";
    const struct chain_stretch *same = stretch_between(c, c->stretch[0], c->stretch[1]);
    if (same != NULL && isnan(chain_measure_stretch(w, (size_t)(same - c->stretches)).speed))
        return;
    p->reason = "the chain is pressed at the start";
    if (chain_is_pressed(w)) return;
    double deepest = fmax(first.peak_velocity, last.peak_velocity);
    p->beads.stiffness =
        dp_contact_hertz_stiffness(&c->laws[c->law != NULL ? c->law[to] : 0], deepest);
    p->reason = "the law is not Hertz's up to that indentation";
    if (isnan(p->beads.stiffness)) return;
    p->is_there = true;
    p->speed = way / fabs(time);
    p->beads.pitch = way / (double)(to - from);
    p->beads.mass = c->mass[from];
    p->peak = last.peak_force;
    p->peak_time = last.peak_force_time;
    p->mean_peak = 0.5 * (first.peak_force + last.peak_force);
    measure_widths(w, p);
}

// --- uniform stretches ---------------------------------------------------------------------------

static void find_stretch_reason(const struct chain_work *w, size_t index, const dp_chain_timing *t,
                                char *text, size_t size) {
    const double least = 0.01;
    const struct chain_config *c = w->config;
    const struct chain_stretch *s = &c->stretches[index];
    double rise[2];
    for (int i = 0; i < 2; i++)
        rise[i] = t->body[i].peak_force - w->still[index][i];
    text[0] = '\0';
    for (int i = 0; i < 2 && text[0] == '\0'; i++) {
        if (!(rise[i] > 0.0) || rise[i] < least * rise[1 - i] ||
            is_at_end(c, t->body[i].peak_force_time))
            snprintf(text, size, "the pulse has not passed bead %ld", chain_bead_of(c, s->body[i]));
    }
    if (text[0] == '\0' && !dp_chain_is_one_wave(t))
        snprintf(text, size, "the peaks there do not follow one another as those of a wave");
}

static double stretch_ratio(const struct chain_work *w, const struct chain_stretch *s,
                            const dp_chain_timing *t, const struct chain_stretch_wave *wave,
                            double way) {
    const struct chain_config *c = w->config;
    dp_soliton soliton;
    double deepest = fmax(t->contact[0].peak_velocity, t->contact[1].peak_velocity);
    const dp_contact *law = &c->laws[c->law != NULL ? c->law[s->from + 1] : 0];
    dp_hertz_chain beads = {way / (double)(s->body[1] - s->body[0]), c->mass[s->from],
                            dp_contact_hertz_stiffness(law, deepest)};
    if (chain_is_pressed(w) || isnan(beads.stiffness)) return NAN;
    dp_soliton_find(&soliton);
    return wave->speed / dp_pulse_speed(&beads, soliton.constant, wave->force);
}

struct chain_stretch_wave chain_measure_stretch(const struct chain_work *w, size_t index) {
    const struct chain_config *c = w->config;
    const struct chain_stretch *s = &c->stretches[index];
    struct chain_stretch_wave wave = {.speed = NAN, .force = NAN, .ratio = NAN};
    dp_chain_timing t = timed_at(w, s);
    // the same two beads have one speed, or for one reason none
    if (chain_times_all(c, s))
        snprintf(wave.reason, sizeof wave.reason, "%s", chain_wave_speed(w).reason);
    else
        find_stretch_reason(w, index, &t, wave.reason, sizeof wave.reason);
    if (wave.reason[0] != '\0') return wave;
    double way = chain_distance(c, s->body[0], s->body[1]);
    if (isnan(way)) {
        snprintf(wave.reason, sizeof wave.reason, "a radius is not known");
        return wave;
    }
    wave.speed = way / fabs(t.body[1].peak_force_time - t.body[0].peak_force_time);
    wave.force = 0.5 * (t.contact[0].peak_force + t.contact[1].peak_force);
    wave.ratio = stretch_ratio(w, s, &t, &wave, way);
    return wave;
}

// --- ends ----------------------------------------------------------------------------------------

size_t chain_end_rows(const struct chain_work *w, int side) {
    const struct chain_config *c = w->config;
    bool is_watched = c->end[side].type == DP_END_BAR || chain_has_contact(c, side);
    return is_watched ? dp_chain_probe_at(w->chain, c->probes.end[side]).row_count : 0;
}

dp_chain_bar_wave chain_end_at(const struct chain_work *w, int side, size_t row) {
    const struct chain_config *c = w->config;
    dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.end[side]);
    return dp_chain_bar_at(&c->end[side], side, w->rest[side], chain_row_time(c, row),
                           probe.rows[row]);
}
