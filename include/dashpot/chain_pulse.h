#ifndef DP_CHAIN_PULSE_H
#define DP_CHAIN_PULSE_H

#include "dashpot/chain.h"

// Pulses in a chain: what probes measured, and what theory says about equal beads whose law at rest
// is F = K d^1.5. Time is counted in T, the time the pulse takes from bead to bead, from its peak.
//
// The solitary wave of the discrete chain obeys s'' = F(t-T) - 2 F(t) + F(t+T) with F = s^1.5,
// which is s = L * s^1.5 with the triangle L(t) = 1 - |t|/T; it is solved by iteration.
// Nesterenko's long-wave theory gives F = cos^6(sqrt(10)/5 t/T) and a speed that is 1.2 % lower.

/// Points of a dp_soliton: to one T, and in all.
enum { DP_SOLITON_CELLS = 64, DP_SOLITON_POINTS = 6 * DP_SOLITON_CELLS + 1 };

/// The solitary wave of the discrete chain. It is even, so this is its half from the peak on.
typedef struct dp_soliton {
    double force[DP_SOLITON_POINTS];  ///< over its peak, DP_SOLITON_CELLS points to a T
    double constant;                  ///< C in speed = C a K^(1/3) m^(-1/2) F^(1/6)
    double half_width;                ///< full width at half the peak, in T
} dp_soliton;

/// A row of equal beads under the law F = K d^1.5.
typedef struct dp_hertz_chain {
    double pitch;      ///< [m] between centres, a
    double mass;       ///< [kg] of a bead, m
    double stiffness;  ///< [N/m^1.5] K
} dp_hertz_chain;

/// Probes of two bodies in a uniform part of a chain, left to right, and of the contacts between
/// them: right of the first body and left of the second.
typedef struct dp_chain_timing {
    dp_chain_probe body[2];     ///< where the wave is timed
    dp_chain_probe contact[2];  ///< on the inner side of each
} dp_chain_timing;

/// An elastic bar at an end of the chain, at one instant.
typedef struct dp_chain_bar_wave {
    double force;               ///< [N] between bar and chain
    double incident, outgoing;  ///< [m/s] velocities of the two waves
} dp_chain_bar_wave;

/// What the rows of an end's probe say.
typedef struct dp_chain_end_record {
    size_t rows;                   ///< how many there are
    double peak_force, peak_time;  ///< [N], [s] of the largest force; -INFINITY and NaN: no rows
    double last_force;             ///< [N] in the last row
    double impulse;                ///< [N s] by the trapezoid rule, from first to last row
    double incident, outgoing;     ///< [m/s] waves of a bar: largest, either sign; NaN: none
} dp_chain_end_record;

DP_BEGIN_DECLS

/// Find the solitary wave.
DP_API void dp_soliton_find(dp_soliton *soliton);

/// Its force over the peak at time t, in T.
DP_API double dp_soliton_force(const dp_soliton *soliton, double t);

/// The same three numbers of the long-wave theory.
DP_API double dp_long_wave_constant(void);
DP_API double dp_long_wave_half_width(void);
DP_API double dp_long_wave_force(double t);

/// Speed [m/s] of a pulse of this peak force [N]; `constant` is that of one of the two theories.
DP_API double dp_pulse_speed(const dp_hertz_chain *chain, double constant, double force);

/// Full width, in rows, of the peak of a series at a level; `stride`: doubles from value to value.
/// NaN when the series cuts it off, or it has fewer than six rows.
DP_API double dp_pulse_width(const double *value, size_t rows, size_t stride, double level);

/// K where the law of a contact at rest is F = K d^1.5 up to this indentation [m]; else NaN.
DP_API double dp_contact_hertz_stiffness(const dp_contact *contact, double deepest);

/// Do the peaks go one way, from body to contact and on? Otherwise they are those of two waves that
/// met, or of one and its echo.
DP_API bool dp_chain_is_one_wave(const dp_chain_timing *timing);

/// Velocity [m/s] of a signal at a time [s]; 0 without points.
DP_API double dp_chain_signal_at(const dp_chain_signal *signal, double time);

/// Waves in the bar at an end of the chain (0: left, 1: right) from a row of its probe: that of the
/// contact with the bar, or of the body glued to it. `rest`: [N] static force there. An end that is
/// no bar has a force and no waves (NaN).
DP_API dp_chain_bar_wave dp_chain_bar_at(const dp_chain_end *end, int side, double rest,
                                         double time, const double row[3]);

/// All rows of such a probe of a chain of this definition.
DP_API dp_chain_end_record dp_chain_end_read(const dp_chain_def *def, int side, double rest,
                                             const dp_chain_probe *probe);

DP_END_DECLS

#endif
