#ifndef WORKBENCH_KINDS_CHAIN_PULSE_H
#define WORKBENCH_KINDS_CHAIN_PULSE_H

#include <stdbool.h>
#include <stddef.h>

// The pulse of a Hertz chain: what was measured at a contact, and what theory says. Time is counted
// in T, the time the pulse takes from bead to bead, from the peak.
//
// The solitary wave of the discrete chain obeys s'' = F(t-T) - 2 F(t) + F(t+T) with F = s^1.5,
// which is s = L * s^1.5 with the triangle L(t) = 1 - |t|/T; solved here by iteration. Nesterenko's
// long-wave theory gives F = cos^6(sqrt(10)/5 t/T) and a speed that is 1.2 % lower.

enum { SOLITON_CELLS = 64, SOLITON_POINTS = 6 * SOLITON_CELLS + 1 };

/// Half of the solitary wave, it is even: force over its peak at SOLITON_CELLS points to a T.
struct soliton {
    double force[SOLITON_POINTS];
    double constant;    // C in speed = C a K^(1/3) m^(-1/2) F^(1/6)
    double half_width;  // full width at half the peak, in T
};

void soliton_find(struct soliton *soliton);

/// Force over its peak at time t/T.
double soliton_force(const struct soliton *soliton, double t);

double long_wave_constant(void);
double long_wave_half_width(void);
double long_wave_force(double t);

/// Full width [in rows] of the peak of a series of values (`stride` doubles apart) at a level;
/// NaN when it is cut off, or has fewer than a handful of rows.
double pulse_width(const double *value, size_t rows, size_t stride, double level);

#endif
