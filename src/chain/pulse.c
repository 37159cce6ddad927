// Solitary waves, measured and predicted.

#include "dashpot/chain_pulse.h"

#include <math.h>

static double at(const double *f, int i) {
    int k = i < 0 ? -i : i;
    return k < DP_SOLITON_POINTS ? f[k] : 0.0;
}

// Lagrange's cubic through values at -1, 0, 1 and 2.
static double cubic(double a, double b, double c, double d, double x) {
    return -a * x * (x - 1.0) * (x - 2.0) / 6.0 + b * (x + 1.0) * (x - 1.0) * (x - 2.0) / 2.0 -
           c * (x + 1.0) * x * (x - 2.0) / 2.0 + d * (x + 1.0) * x * (x - 1.0) / 6.0;
}

// Where the cubic meets a level between 0 and 1.
static double cubic_meets(double a, double b, double c, double d, double level) {
    double low = 0.0, high = 1.0, sign = b < c ? 1.0 : -1.0;
    for (int round = 0; round < 52; round++) {
        double x = 0.5 * (low + high);
        if (sign * (cubic(a, b, c, d, x) - level) > 0.0)
            high = x;
        else
            low = x;
    }
    return 0.5 * (low + high);
}

double dp_soliton_force(const dp_soliton *soliton, double t) {
    double place = fabs(t) * DP_SOLITON_CELLS;
    if (!(place < DP_SOLITON_POINTS - 2)) return 0.0;
    int i = (int)place;
    double x = place - i;
    const double *f = soliton->force;
    double value = cubic(at(f, i - 1), at(f, i), at(f, i + 1), at(f, i + 2), x);
    return value > 0.0 ? value : 0.0;
}

static const double wave_number = 0.63245553203367586640;  // sqrt(10)/5

double dp_long_wave_constant(void) {
    return 2.0 / sqrt(5.0);
}

double dp_long_wave_half_width(void) {
    return 2.0 * acos(pow(0.5, 1.0 / 6.0)) / wave_number;
}

double dp_long_wave_force(double t) {
    double angle = wave_number * t, c = cos(angle);
    return fabs(angle) < 1.57079632679489661923 ? c * c * c * c * c * c : 0.0;
}

double dp_pulse_speed(const dp_hertz_chain *chain, double constant, double force) {
    return constant * chain->pitch * cbrt(chain->stiffness) / sqrt(chain->mass) *
           pow(force, 1.0 / 6.0);
}

// --- measured ---

struct values {
    const double *first;
    size_t rows, stride;
};

static double row(const struct values *v, size_t i) {
    return v->first[i * v->stride];
}

// Where between rows i and i+1 the cubic through their neighbours meets the level.
static double meet(const struct values *v, size_t i, double level) {
    size_t before = i > 0 ? i - 1 : i, after = i + 2 < v->rows ? i + 2 : i + 1;
    return (double)i + cubic_meets(row(v, before), row(v, i), row(v, i + 1), row(v, after), level);
}

double dp_pulse_width(const double *value, size_t rows, size_t stride, double level) {
    const double least = 6.0;
    struct values v = {value, rows, stride};
    size_t top = 0;
    for (size_t i = 1; i < rows; i++) {
        if (row(&v, i) > row(&v, top)) top = i;
    }
    size_t left = top, right = top;
    while (left > 0 && row(&v, left) > level)
        left--;
    while (right + 1 < rows && row(&v, right) > level)
        right++;
    bool is_cut = rows == 0 || row(&v, left) > level || row(&v, right) > level;
    if (is_cut || left == right) return NAN;
    double width = meet(&v, right - 1, level) - meet(&v, left, level);
    return width >= least ? width : NAN;
}

double dp_contact_hertz_stiffness(const dp_contact *contact, double deepest) {
    double history[DP_HISTORY_MAX];
    dp_contact_reset(history);
    double k = dp_contact_force(contact, history, deepest, 0.0) / (deepest * sqrt(deepest));
    for (int i = 1; i < 8; i++) {
        double delta = deepest * i / 8.0;
        double force = dp_contact_force(contact, history, delta, 0.0);
        // a formula with other roundings, not another curve
        if (!(fabs(force - k * delta * sqrt(delta)) <= 1e-9 * force)) return NAN;
    }
    return k;
}

// An outermost body has one contact only, whose peak is its own.
bool dp_chain_is_one_wave(const dp_chain_timing *t) {
    double way = t->body[1].peak_force_time - t->body[0].peak_force_time;
    double left = t->contact[0].peak_force_time - t->body[0].peak_force_time;
    double right = t->body[1].peak_force_time - t->contact[1].peak_force_time;
    return way != 0.0 && way * left >= 0.0 && way * right >= 0.0;
}

dp_chain_bar_wave dp_chain_bar_at(const dp_chain_end *end, int side, double rest, double time,
                                  const double row[3]) {
    double sign = side == 0 ? 1.0 : -1.0;
    dp_chain_bar_wave wave = {row[0], NAN, NAN};
    if (end->type != DP_END_BAR) return wave;
    wave.incident = dp_chain_signal_at(&end->signal, time);
    if (end->glued) {  // the probe is a body, and moves as the bar does
        double velocity = row[1];
        wave.outgoing = velocity - wave.incident;
        wave.force = rest + sign * end->impedance * (2.0 * wave.incident - velocity);
    } else {
        wave.outgoing = wave.incident - sign * (wave.force - rest) / end->impedance;
    }
    return wave;
}

static void raise(double *most, double value) {
    if (isfinite(value) && (isnan(*most) || fabs(value) > fabs(*most))) *most = value;
}

dp_chain_end_record dp_chain_end_read(const dp_chain_def *def, int side, double rest,
                                      const dp_chain_probe *probe) {
    const dp_chain_end *end = side == 0 ? &def->left : &def->right;
    double every = (double)def->record_every * def->step;
    dp_chain_end_record record = {
        .peak_force = -INFINITY, .peak_time = NAN, .incident = NAN, .outgoing = NAN};
    for (size_t row = 0; row < probe->row_count; row++) {
        double time = (double)row * (double)def->record_every * def->step;
        dp_chain_bar_wave wave = dp_chain_bar_at(end, side, rest, time, probe->rows[row]);
        if (row > 0) record.impulse += 0.5 * every * (wave.force + record.last_force);
        if (wave.force > record.peak_force) {
            record.peak_force = wave.force;
            record.peak_time = (double)row * every;
        }
        // a bar that nothing comes in through has no incident wave
        if (end->signal.count > 0) raise(&record.incident, wave.incident);
        raise(&record.outgoing, wave.outgoing);
        record.last_force = wave.force;
    }
    record.rows = probe->row_count;
    return record;
}
