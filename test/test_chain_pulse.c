// Pulses of chains: theory, and what is measured from the rows of probes.

#include "chain_rig.h"

#include <math.h>
#include <stdlib.h>

#include "dashpot/chain_pulse.h"

static const double pi = 3.14159265358979323846;

// Nesterenko 1983: C = 2/sqrt(5); the discrete chain is 1.2 % faster, and narrower
// (docs/chains.md).
static void solitary_wave_is_faster_than_the_long_one(void **state) {
    (void)state;
    dp_soliton s;
    dp_soliton_find(&s);
    CHECK_NEAR(s.force[0], 1.0, 1e-14);
    CHECK_NEAR(s.constant / dp_long_wave_constant(), 1.0124, 1e-4);
    assert_true(s.half_width < dp_long_wave_half_width());
    CHECK_NEAR(dp_soliton_force(&s, 0.5 * s.half_width), 0.5, 1e-6);
    CHECK_NEAR(dp_soliton_force(&s, -0.5 * s.half_width), 0.5, 1e-6);
    assert_true(dp_soliton_force(&s, 7.0) == 0.0);
    CHECK_NEAR(dp_long_wave_force(0.5 * dp_long_wave_half_width()), 0.5, 1e-12);
    assert_true(dp_long_wave_force(3.0) == 0.0);
}

// s = L * s^1.5 at the peak: twice the integral of (1 - t) F over one T is C^2.
static void solitary_wave_obeys_its_equation(void **state) {
    (void)state;
    dp_soliton s;
    dp_soliton_find(&s);
    double sum = 0.0;
    for (int i = 0; i < DP_SOLITON_CELLS; i++) {
        double t = (i + 0.5) / DP_SOLITON_CELLS;
        sum += 2.0 * (1.0 - t) * dp_soliton_force(&s, t) / DP_SOLITON_CELLS;
    }
    CHECK_NEAR(sum / (s.constant * s.constant), 1.0, 1e-4);  // the midpoint rule at this width
}

// Triangle times f, by Simpson's rule on either side of its kink.
static double convolved(const double *f, int i) {
    const double h = 1.0 / DP_SOLITON_CELLS;
    double sum = 0.0;
    for (int k = 0; k <= DP_SOLITON_CELLS; k++) {
        double weight = k == 0 || k == DP_SOLITON_CELLS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
        int left = abs(i - k), right = i + k;
        double pair = (right < DP_SOLITON_POINTS ? f[right] : 0.0) + f[left];
        sum += weight * (1.0 - h * k) * pair;
    }
    return sum * h / 3.0;
}

// The table of soliton.c by the way it was found, from another start.
static void solitary_wave_is_where_the_iteration_ends(void **state) {
    (void)state;
    enum { ROUNDS = 200 };
    dp_soliton known;
    dp_soliton_find(&known);
    double s[DP_SOLITON_POINTS], f[DP_SOLITON_POINTS], peak = 1.0, middle = 0.0;
    for (int i = 0; i < DP_SOLITON_POINTS; i++)
        s[i] = exp(-3.0 * (double)i * (double)i / DP_SOLITON_CELLS / DP_SOLITON_CELLS);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < DP_SOLITON_POINTS; i++)
            f[i] = s[i] * sqrt(s[i]);
        peak = convolved(f, 0);
        for (int i = 0; i < DP_SOLITON_POINTS; i++)
            s[i] = convolved(f, i) / peak;
    }
    for (int i = 0; i < DP_SOLITON_POINTS; i++) {
        // in the tail every T takes the power 1.5 of what is before it, so errors grow
        double allowed = i < 3 * DP_SOLITON_CELLS ? 1e-12 : 1e-10;
        CHECK_NEAR(s[i] * sqrt(s[i]) / known.force[i], 1.0, allowed);
    }
    CHECK_NEAR(sqrt(peak), known.constant, 1e-14);
    // half the peak lies between two points, where the wave is nearly straight
    int i = 0;
    while (known.force[i + 1] > 0.5)
        i++;
    middle = i + (known.force[i] - 0.5) / (known.force[i] - known.force[i + 1]);
    CHECK_NEAR(2.0 * middle / DP_SOLITON_CELLS, known.half_width, 1e-4);
}

static void width_of_a_cosine_is_found_between_rows(void **state) {
    (void)state;
    enum { ROWS = 101 };
    double row[ROWS][3];
    for (int i = 0; i < ROWS; i++) {
        row[i][0] = cos(0.02 * pi * (i - 47.3));
        row[i][1] = row[i][2] = NAN;
    }
    // cos x = 1/2 at 60 degrees
    CHECK_NEAR(dp_pulse_width(row[0], ROWS, 3, 0.5), 2.0 / 3.0 * 50.0, 1e-4);
    assert_true(isnan(dp_pulse_width(row[0], 48, 3, 0.5)));     // cut off
    assert_true(isnan(dp_pulse_width(row[0], ROWS, 3, 0.99)));  // four rows
    assert_true(isnan(dp_pulse_width(row[0], 0, 3, 0.5)));
}

static dp_contact contact_of(struct recipe recipe) {
    const dp_body bead = {.young = 193e9,
                          .poisson = 0.3,
                          .density = NAN,
                          .yield = 940e6,
                          .radius = 2.38e-3,
                          .mass = 0.45e-3};
    return rig_contact(&recipe, &bead, &bead, DP_CONVEX);
}

static void stiffness_is_that_of_hertz_or_none(void **state) {
    (void)state;
    dp_contact hertz = contact_of(rig_hertz()), plastic = contact_of(rig_ma_liu(2.8, 13.0));
    double k = 4.0 / 3.0 * (193e9 / (2.0 * (1.0 - 0.09))) * sqrt(1.19e-3);
    CHECK_NEAR(dp_contact_hertz_stiffness(&hertz, 1e-6) / k, 1.0, 1e-12);
    assert_true(isnan(dp_contact_hertz_stiffness(&plastic, 1e-5)));
}

// A pulse far down a Hertz chain runs as the solitary wave does.
static void measured_pulse_is_the_solitary_wave(void **state) {
    (void)state;
    enum { COUNT = 60, NEAR = 30, FAR = 45 };
    struct rig rig;
    dp_soliton s;
    rig_set_up(&rig, COUNT);
    rig.laws[0] = contact_of(rig_hertz());
    for (int i = 0; i < COUNT; i++)
        rig.mass[i] = 0.45e-3;
    rig.velocity[0] = 1.77;
    const double every = 2.5e-7;
    size_t at[] = {rig_watch(&rig, 0, NEAR), rig_watch(&rig, 0, FAR), rig_watch(&rig, 1, NEAR + 1),
                   rig_watch(&rig, 1, FAR)};
    rig_record(&rig, every, 4.5e-4);
    dp_chain *chain = rig_build(&rig);
    rig_go(chain, 4.5e-4);
    dp_chain_timing timing;
    for (int i = 0; i < 2; i++) {
        timing.body[i] = dp_chain_probe_at(chain, at[i]);
        timing.contact[i] = dp_chain_probe_at(chain, at[2 + i]);
    }
    assert_true(dp_chain_is_one_wave(&timing));
    const dp_chain_probe *far = &timing.contact[1];
    double time = timing.body[1].peak_force_time - timing.body[0].peak_force_time;
    dp_hertz_chain beads = {4.76e-3, 0.45e-3,
                            dp_contact_hertz_stiffness(&rig.laws[0], far->peak_velocity)};
    dp_soliton_find(&s);
    double speed = (FAR - NEAR) * beads.pitch / time;
    CHECK_NEAR(speed / dp_pulse_speed(&beads, s.constant, far->peak_force), 1.0, 1e-3);
    double rows = dp_pulse_width(far->rows[0], far->row_count, 3, 0.5 * far->peak_force);
    CHECK_NEAR(rows * every * speed / beads.pitch, s.half_width, 5e-3);
    // the same peaks the other way round on one side are no wave
    dp_chain_probe other = timing.contact[0];
    timing.contact[0] = timing.contact[1];
    timing.contact[1] = other;
    timing.contact[0].peak_force_time = timing.body[0].peak_force_time - 1e-6;
    assert_false(dp_chain_is_one_wave(&timing));
    dp_chain_free(chain);
}

static void signal_is_straight_between_its_points(void **state) {
    (void)state;
    const double time[] = {1.0, 2.0, 4.0}, velocity[] = {3.0, 5.0, 1.0};
    const dp_chain_signal signal = {3, time, velocity}, none = {0};
    assert_true(dp_chain_signal_at(&signal, 0.0) == 3.0);
    assert_true(dp_chain_signal_at(&signal, 1.5) == 4.0);
    assert_true(dp_chain_signal_at(&signal, 3.0) == 3.0);
    assert_true(dp_chain_signal_at(&signal, 9.0) == 1.0);
    assert_true(dp_chain_signal_at(&none, 1.0) == 0.0);
}

// A bar of impedance Z: F = Z (v_i - v_o) for waves in either direction, v = v_i + v_o.
static void waves_in_a_bar_follow_from_force_or_velocity(void **state) {
    (void)state;
    const double time[] = {0.0, 1.0}, velocity[] = {2.0, 2.0}, row[] = {30.0, 1.5, 0.0};
    dp_chain_end end = {.type = DP_END_BAR, .signal = {2, time, velocity}, .impedance = 10.0};
    dp_chain_bar_wave left = dp_chain_bar_at(&end, 0, 0.0, 0.5, row);
    assert_true(left.force == 30.0 && left.incident == 2.0 && left.outgoing == -1.0);
    dp_chain_bar_wave right = dp_chain_bar_at(&end, 1, 10.0, 0.5, row);
    assert_true(right.outgoing == 4.0);
    end.glued = true;
    dp_chain_bar_wave glued = dp_chain_bar_at(&end, 0, 1.0, 0.5, row);
    assert_true(glued.outgoing == -0.5 && glued.force == 26.0);
    end.type = DP_END_WALL;
    dp_chain_bar_wave wall = dp_chain_bar_at(&end, 0, 0.0, 0.5, row);
    assert_true(wall.force == 30.0 && isnan(wall.incident) && isnan(wall.outgoing));
}

static void an_end_is_read_from_its_rows(void **state) {
    (void)state;
    const double time[] = {0.0, 1.0}, velocity[] = {0.0, 1.0};
    const double rows[][3] = {{1.0}, {4.0}, {-2.0}};
    const dp_chain_probe probe = {.row_count = 3, .rows = rows};
    dp_chain_def def = dp_chain_defaults();
    def.record_every = 2;
    def.step = 0.125;
    def.left = (dp_chain_end){.type = DP_END_BAR, .impedance = 10.0};
    def.right = def.left;
    def.right.signal = (dp_chain_signal){2, time, velocity};
    dp_chain_end_record bar = dp_chain_end_read(&def, 1, 1.0, &probe);
    assert_true(bar.rows == 3 && bar.peak_force == 4.0 && bar.peak_time == 0.25);
    assert_true(bar.last_force == -2.0 && bar.impulse == 0.25 * (2.5 + 1.0));
    assert_true(bar.incident == 0.5);
    CHECK_NEAR(bar.outgoing, 0.25 + 0.3, 1e-15);
    // nothing comes in; of both signs the larger one counts
    bar = dp_chain_end_read(&def, 0, 0.0, &probe);
    assert_true(isnan(bar.incident));
    CHECK_NEAR(bar.outgoing, -0.4, 1e-15);
    def.left.type = DP_END_WALL;
    dp_chain_end_record wall = dp_chain_end_read(&def, 0, 0.0, &probe);
    assert_true(wall.peak_force == 4.0 && isnan(wall.incident) && isnan(wall.outgoing));
    const dp_chain_probe none = {.row_count = 0};
    dp_chain_end_record nothing = dp_chain_end_read(&def, 0, 0.0, &none);
    assert_true(nothing.rows == 0 && isinf(nothing.peak_force) && isnan(nothing.peak_time));
    assert_true(nothing.impulse == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solitary_wave_is_faster_than_the_long_one),
        cmocka_unit_test(solitary_wave_obeys_its_equation),
        cmocka_unit_test(solitary_wave_is_where_the_iteration_ends),
        cmocka_unit_test(width_of_a_cosine_is_found_between_rows),
        cmocka_unit_test(stiffness_is_that_of_hertz_or_none),
        cmocka_unit_test(measured_pulse_is_the_solitary_wave),
        cmocka_unit_test(signal_is_straight_between_its_points),
        cmocka_unit_test(waves_in_a_bar_follow_from_force_or_velocity),
        cmocka_unit_test(an_end_is_read_from_its_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
