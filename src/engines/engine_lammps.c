// LAMMPS, pair_style granular. Nothing is clamped without limit_damping, and a contact ends at
// x = 0. tsuji takes a restitution and turns it into a damping by a polynomial that belongs to
// another law; the others take a coefficient.

#include <stdio.h>

#include "base/root.h"
#include "dashpot/restitution.h"
#include "engines/families.h"

enum { TSUJI, TSUJI_2026, COEFF_RESTITUTION, VELOCITY, MASS_VELOCITY, VISCOELASTIC, HOOKE };

static const char *const models[] = {
    "tsuji", "tsuji-2026", "coeff_restitution", "velocity", "mass_velocity", "viscoelastic",
    "hooke", NULL};

static const dp_param keys[] = {DP_KEY_MODEL(models), {0}};

// alpha over the restitution that tsuji is asked for, falling on 0..1
static double polynomial(double e) {
    static const double c[] = {1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218};
    double sum = 0.0;
    for (int i = 6; i >= 0; i--)
        sum = sum * e + c[i];
    return sum;
}

// The release of 20 August 2026 has a root of two more.
static double tsuji_ratio(double e, int model) {
    double alpha = polynomial(e) * (model == TSUJI_2026 ? sqrt(2.0) : 1.0);
    return alpha / sqrt(5.0);
}

struct wish {
    double zeta;
    int model;
};

static double excess(double e, const void *context) {
    const struct wish *wish = (const struct wish *)context;
    return tsuji_ratio(e, wish->model) - wish->zeta;
}

// The same contact with a wall, where LAMMPS takes radius and mass of the sphere alone. Where the
// wall stands is not known, so its line is a comment.
static void put_block(const char *spring, double first, double second, const char *damping,
                      dp_export *out) {
    char contact[200];
    snprintf(contact, sizeof contact, "%s %.15g %.15g tangential linear_nohistory 0 0 damping %s",
             spring, first, second, damping);
    dp_block(out,
             "pair_style granular\n"
             "pair_coeff * * %s\n"
             "# fix wall all wall/gran granular %s zplane 0 NULL\n",
             contact, contact);
    dp_note(out, "the fix is the same contact with a wall: put in its place for zplane 0 NULL");
}

static void hertz_block(const char *damping, double second, dp_export *out) {
    put_block("hertz", out->value[0].value, second, damping, out);
}

static dp_status convert_tsuji(const dp_export_case *c, int model, dp_export *out, dp_error *err) {
    const struct wish wish = {dp_pulling_ratio(c->restitution), model};
    double e = dp_root(excess, &wish, 0.0, 1.0);
    if (isnan(e))
        return dp_unreachable(c, dp_pulling(tsuji_ratio(0.0, model)),
                              dp_pulling(tsuji_ratio(1.0, model)), err);
    dp_put(out, "e", "1", e);
    out->delivered = dp_pulling(tsuji_ratio(e, model));
    out->naive = dp_pulling(tsuji_ratio(c->restitution, model));
    hertz_block("tsuji", e, out);
    dp_note_any_speed(out);
    dp_note(out, model == TSUJI ? "for releases before 20Aug2026; later ones take model=tsuji-2026"
                                : "for releases from 20Aug2026 on; earlier ones take model=tsuji");
    return DP_OK;
}

static dp_status convert_coefficient(const dp_export_case *c, dp_export *out) {
    dp_put(out, "e", "1", c->restitution);
    out->delivered = out->naive = dp_pulling(dp_pulling_ratio(c->restitution));
    hertz_block("coeff_restitution", c->restitution, out);
    dp_note_any_speed(out);
    dp_note(out, "for releases from 27Jun2024 on");
    return DP_OK;
}

// F = K x^1.5 + chi x^p u, p = 0 or 1/2
static dp_status convert_power(const dp_export_case *c, int model, dp_export *out, dp_error *err) {
    double p = model == VISCOELASTIC ? 0.5 : 0.0;
    double gamma = dp_power_dashpot_damping(p, c->restitution, 0);
    if (isnan(gamma)) return dp_unreachable(c, 0.01, 1.0, err);
    double length = pow(c->mass * c->approach * c->approach / c->stiffness, 0.4);
    double chi = gamma * c->mass * c->approach / pow(length, p + 1.0);
    static const char *const units[] = {"kg/s", "1/s", "1/(m s)"};
    double divisor[] = {1.0, c->mass, c->mass * sqrt(c->radius)};
    double eta = chi / divisor[model - VELOCITY];
    dp_put(out, "eta_n0", units[model - VELOCITY], eta);
    out->delivered = dp_power_dashpot_restitution(p, gamma, 0);
    hertz_block(models[model], eta, out);
    dp_note_at_speed(c, out);
    return DP_OK;
}

static dp_status convert_hooke(const dp_export_case *c, dp_export *out) {
    double zeta = dp_pulling_ratio(c->restitution);
    double eta = 2.0 * zeta * sqrt(c->spring * c->mass);
    dp_put(out, "k_n", "N/m", c->spring);
    dp_put(out, "eta_n0", "kg/s", eta);
    out->delivered = dp_pulling(zeta);
    put_block("hooke", c->spring, eta, "velocity", out);
    dp_note(out, "the same at every speed, but for a reduced mass of %g kg alone", c->mass);
    return DP_OK;
}

static dp_status convert(const dp_export_case *c, dp_export *out, dp_error *err) {
    static const unsigned wants[] = {
        [TSUJI] = DP_WANTS_MODULUS,
        [TSUJI_2026] = DP_WANTS_MODULUS,
        [COEFF_RESTITUTION] = DP_WANTS_MODULUS,
        [VELOCITY] = DP_WANTS_MODULUS | DP_WANTS_HERTZ | DP_WANTS_MASS | DP_WANTS_APPROACH,
        [MASS_VELOCITY] = DP_WANTS_MODULUS | DP_WANTS_HERTZ | DP_WANTS_MASS | DP_WANTS_APPROACH,
        [VISCOELASTIC] =
            DP_WANTS_MODULUS | DP_WANTS_HERTZ | DP_WANTS_RADIUS | DP_WANTS_MASS | DP_WANTS_APPROACH,
        [HOOKE] = DP_WANTS_SPRING | DP_WANTS_MASS,
    };
    int model = dp_model(c);
    dp_status status = dp_case_wants(c, wants[model], err);
    if (status != DP_OK) return status;
    const char *damping = model == TSUJI_2026 ? "tsuji"
                          : model == HOOKE    ? "velocity"
                                              : models[model];
    snprintf(out->law, sizeof out->law, "pair_style granular, %s, damping %s",
             model == HOOKE ? "hooke" : "hertz", damping);
    if (model != HOOKE) dp_put(out, "k_n", "Pa", 4.0 / 3.0 * c->modulus);
    dp_note(out, "without limit_damping: the force pulls at the end of a contact");
    dp_note_duration(c, out);
    if (model == TSUJI || model == TSUJI_2026) return convert_tsuji(c, model, out, err);
    if (model == COEFF_RESTITUTION) return convert_coefficient(c, out);
    return model == HOOKE ? convert_hooke(c, out) : convert_power(c, model, out, err);
}

const dp_engine dp_engine_lammps = {
    .name = "lammps",
    .summary = "LAMMPS, pair_style granular",
    .formula = "F = k_n sqrt(R) x^1.5 + eta u (hooke: k_n x + eta u); tsuji: eta = p(e) "
               "sqrt(m F/x), velocity: eta_n0, mass_velocity: eta_n0 m, viscoelastic: eta_n0 m "
               "sqrt(R x)",
    .source = "gran_sub_mod_damping.cpp and gran_sub_mod_normal.cpp at 4db85d8, pair_granular.cpp "
              "of 29Sep2021",
    .keys = keys,
    .convert = convert,
};
