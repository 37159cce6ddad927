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

// Why the peaks at two bodies are not those of a pulse that went past both; empty: they are.
static void find_reason(const struct chain_work *w, const struct chain_stretch *s,
                        const double quiet[2], char *text, size_t size) {
    // ahead of the pulse the force falls so fast that three beads before it this little is left
    const double least = 0.01;
    const struct chain_config *c = w->config;
    double rise[2];
    bool is_missing[2];
    for (int i = 0; i < 2; i++) {
        dp_chain_probe probe = dp_chain_probe_at(w->chain, s->probe[i]);
        rise[i] = probe.peak_force - quiet[i];
        is_missing[i] = !(rise[i] > 0.0) || is_at_end(c, probe.peak_force_time);
    }
    // it comes first to the one that felt more of it
    int bad = rise[1] > rise[0];
    if (!is_missing[bad]) bad = !bad;
    bool is_weak = rise[bad] < least * rise[!bad];
    text[0] = '\0';
    if (is_missing[bad] || is_weak)
        snprintf(text, size, "the pulse has not passed bead %ld%s", chain_bead_of(c, s->body[bad]),
                 is_missing[bad] ? "" : ", or with less than 1 % of its force");
}

// Distance of the centres of its two bodies [m]; NaN where a radius is not known.
static double way_of(const struct chain_config *c, const struct chain_stretch *s) {
    bool is_rightwards = s->body[0] < s->body[1];
    size_t from = s->body[!is_rightwards], to = s->body[is_rightwards];
    double sum = 0.0, left = chain_bead(c, from).radius;
    for (size_t i = from; i < to; i++) {
        double right = chain_bead(c, i + 1).radius;
        sum += left + right + (c->gap != NULL ? c->gap[i + 1] : 0.0);
        left = right;
    }
    return sum;
}

// Peaks of one wave have a time between them.
static void measure_speed(const struct chain_work *w, const struct chain_stretch *s,
                          struct chain_wave *wave) {
    double way = way_of(w->config, s);
    wave->speed = way / fabs(dp_chain_probe_at(w->chain, s->probe[1]).peak_force_time -
                             dp_chain_probe_at(w->chain, s->probe[0]).peak_force_time);
    if (isnan(way)) snprintf(wave->reason, sizeof wave->reason, "a radius is not known");
}

struct chain_wave chain_measure_wave(const struct chain_work *w) {
    const struct chain_config *c = w->config;
    struct chain_wave wave = {.speed = NAN, .force = NAN, .ratio = NAN};
    if (c->sensor_count < 2) return wave;
    struct chain_stretch all = {.sensor = {0, (long)c->sensor_count - 1}};
    for (int i = 0; i < 2; i++) {
        all.body[i] = chain_body_of(c, c->sensors[all.sensor[i]]);
        all.probe[i] = c->probes.sensor[all.sensor[i]];
    }
    find_reason(w, &all, w->quiet, wave.reason, sizeof wave.reason);
    if (wave.reason[0] == '\0' && !is_one_wave(w))
        snprintf(wave.reason, sizeof wave.reason,
                 "the peaks at the sensors do not follow one another as those of a wave");
    if (wave.reason[0] == '\0') measure_speed(w, &all, &wave);
    return wave;
}

// --- the pulse -----------------------------------------------------------------------------------

// A row of equal beads as theory has it. The stiffness is NaN where the law is another one.
static dp_hertz_chain beads_of(const struct chain_config *c, const struct chain_stretch *s,
                               const dp_chain_timing *t) {
    double deepest = fmax(t->contact[0].peak_velocity, t->contact[1].peak_velocity);
    const dp_contact *law = &c->laws[c->law != NULL ? c->law[s->body[1]] : 0];
    return (dp_hertz_chain){way_of(c, s) / (double)(s->body[1] - s->body[0]), c->mass[s->body[0]],
                            dp_contact_hertz_stiffness(law, deepest)};
}

static void measure_widths(const struct chain_work *w, struct chain_pulse *p) {
    static const double levels[] = {0.5, 0.1, 0.01};
    const struct chain_config *c = w->config;
    dp_chain_probe probe = dp_chain_probe_at(w->chain, c->pulse.contact[1]);
    double row = (double)c->record_every * c->step;
    for (int i = 0; i < 3; i++) {
        p->width[i] = NAN;
        if (probe.row_count > 0)
            p->width[i] = row * dp_pulse_width(&probe.rows[0][0], probe.row_count, 3,
                                               levels[i] * probe.peak_force);
    }
}

static const char *why_no_pulse(const struct chain_work *w, const dp_chain_timing *t,
                                const dp_hertz_chain *beads) {
    const struct chain_config *c = w->config;
    const struct chain_stretch *s = &c->pulse;
    bool has_passed = t->contact[0].peak_force > 0.0 && t->contact[1].peak_force > 0.0 &&
                      t->body[0].peak_force_time != t->body[1].peak_force_time &&
                      !is_at_end(c, t->body[1].peak_force_time);
    if (!has_passed) return "the pulse has not passed both of them";
    if (isnan(beads->pitch)) return "a radius is not known";
    const struct chain_stretch *same = stretch_between(c, s->sensor[0], s->sensor[1]);
    if (same != NULL && isnan(chain_measure_stretch(w, (size_t)(same - c->stretches)).speed))
        return "the peaks there are not those of one wave";
    if (chain_is_pressed(w)) return "the chain is pressed at the start";
    return isnan(beads->stiffness) ? "the law is not Hertz's up to that indentation" : NULL;
}

void chain_measure_pulse(const struct chain_work *w, struct chain_pulse *p) {
    const struct chain_stretch *s = &w->config->pulse;
    *p = (struct chain_pulse){.reason = "no two sensors lie in a uniform stretch"};
    if (s->sensor[0] < 0) return;
    dp_chain_timing t = timed_at(w, s);
    p->beads = beads_of(w->config, s, &t);
    p->reason = why_no_pulse(w, &t, &p->beads);
    if (p->reason != NULL) return;
    p->speed = way_of(w->config, s) / fabs(t.body[1].peak_force_time - t.body[0].peak_force_time);
    p->peak = t.contact[1].peak_force;
    p->peak_time = t.contact[1].peak_force_time;
    p->mean_peak = 0.5 * (t.contact[0].peak_force + t.contact[1].peak_force);
    dp_soliton_find(&p->soliton);
    measure_widths(w, p);
}

// --- uniform stretches ---------------------------------------------------------------------------

struct chain_wave chain_measure_stretch(const struct chain_work *w, size_t index) {
    const struct chain_stretch *s = &w->config->stretches[index];
    struct chain_wave wave = {.speed = NAN, .force = NAN, .ratio = NAN};
    dp_chain_timing t = timed_at(w, s);
    // the same two beads have one speed, or for one reason none
    bool is_all = chain_times_all(w->config, s);
    if (is_all)
        wave = chain_measure_wave(w);
    else
        find_reason(w, s, w->still[index], wave.reason, sizeof wave.reason);
    if (!is_all && wave.reason[0] == '\0' && !dp_chain_is_one_wave(&t))
        snprintf(wave.reason, sizeof wave.reason,
                 "the peaks there do not follow one another as those of a wave");
    if (wave.reason[0] == '\0') measure_speed(w, s, &wave);
    if (isnan(wave.speed)) return wave;
    wave.force = 0.5 * (t.contact[0].peak_force + t.contact[1].peak_force);
    dp_hertz_chain beads = beads_of(w->config, s, &t);
    if (chain_is_pressed(w) || isnan(beads.stiffness)) return wave;
    dp_soliton soliton;
    dp_soliton_find(&soliton);
    wave.ratio = wave.speed / dp_pulse_speed(&beads, soliton.constant, wave.force);
    return wave;
}

// --- ends ----------------------------------------------------------------------------------------

dp_chain_bar_wave chain_end_at(const struct chain_work *w, int side, size_t row) {
    const struct chain_config *c = w->config;
    dp_chain_probe probe = dp_chain_probe_at(w->chain, c->probes.end[side]);
    return dp_chain_bar_at(&c->end[side], side, w->rest[side], chain_row_time(c, row),
                           probe.rows[row]);
}
