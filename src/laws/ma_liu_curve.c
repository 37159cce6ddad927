// Constants of the Ma-Liu loading curve.

#include "laws/ma_liu_curve.h"

dp_status dp_ml_constants(const dp_pair *pair, double psi, double epsilon, double *k,
                          dp_error *err) {
    const double R = pair->radius, E = pair->modulus, yield = pair->yield;
    const double py = 1.61 * yield, L = log(0.5 * epsilon * epsilon);
    const double dc = DP_PI * DP_PI * R * py * py / (4.0 * E * E);
    const double Ke = 4.0 / 3.0 * E * sqrt(R);
    const double Pc = Ke * dc * sqrt(dc);
    if (!isnormal(dc) || !isnormal(Pc) || !isfinite(1.0 / dc)) {
        dp_fail(err, DP_ERR_RANGE,
                "yield %g Pa, modulus %g Pa and radius %g m give a yield indentation of %g m; "
                "check their units (all are SI)",
                yield, E, R, dc);
        return dp_blame_number(err, DP_SUBJECT_PAIR_ENTRY, "yield", yield, NAN, NAN);
    }

    k[DP_ML_KE] = Ke;
    k[DP_ML_DC] = dc;
    k[DP_ML_DP] = 0.5 * epsilon * epsilon * dc;
    k[DP_ML_C1] = DP_PI * R * (py * (1.0 + L) - 2.0 * psi * yield) / L;
    k[DP_ML_C2] = DP_PI * R * (2.0 * psi * yield - py) / L;
    k[DP_ML_C3] = Pc - k[DP_ML_C1] * dc;
    k[DP_ML_K1] = 2.0 * DP_PI * R * psi * yield;
    k[DP_ML_INVERSE_DC] = 1.0 / dc;
    k[DP_ML_UC] = 0.4 * Pc * dc;

    // value and energy at dp from the stretch below it
    const double dp = k[DP_ML_DP];
    k[DP_ML_PP] = dp * (k[DP_ML_C1] + k[DP_ML_C2] * L) + k[DP_ML_C3];
    k[DP_ML_UP] = k[DP_ML_UC] + 0.5 * k[DP_ML_C1] * (dp * dp - dc * dc) +
                  k[DP_ML_C2] * (0.5 * dp * dp * L - 0.25 * (dp * dp - dc * dc)) +
                  k[DP_ML_C3] * (dp - dc);
    return DP_OK;
}

double dp_ml_chord(const double *k) {
    double Pc = k[DP_ML_C3] + k[DP_ML_C1] * k[DP_ML_DC];
    return (k[DP_ML_PP] - Pc) / (k[DP_ML_DP] - k[DP_ML_DC]);
}
