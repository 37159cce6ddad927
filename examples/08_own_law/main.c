// A law of one's own: a rubber buffer that grows stiffer, F = K delta + C delta^3 + D rate.
// A law is a constant table. It is used by its address: no list, no registration, no rebuilt
// library, and every solver takes it. Its parameters are checked like those of the built-in laws.
// Watch the two checks: the depth without damping is known in closed form, and what `stored` says
// at that depth must be the energy of the impact. A negative K is refused.

#include <math.h>
#include <stdio.h>

#include "dashpot/dashpot.h"

enum { LINEAR, CUBIC, DAMPING };

static const dp_param params[] = {
    [LINEAR] = {"linear", "N/m", "stiffness at rest", 2e5, 1.0, 1e12, NULL, false},
    [CUBIC] = {"cubic", "N/m^3", "how it stiffens", 3e9, 0.0, 1e24, NULL, false},
    [DAMPING] = {"damping", "N s/m", "dashpot", 0.0, 0.0, 1e9, NULL, false},
    {0},
};

// The arithmetic, pure. Nothing outside; the library makes `force` of it by the tension policy.
static dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)m;  // no history
    if (delta <= 0.0) return (dp_response){0};
    double square = delta * delta;
    return (dp_response){
        .spring = (k[LINEAR] + k[CUBIC] * square) * delta,
        .damper = k[DAMPING] * rate,
        .dforce_ddelta = k[LINEAR] + 3.0 * k[CUBIC] * square,
        .dforce_drate = k[DAMPING],
        .stored = (0.5 * k[LINEAR] + 0.25 * k[CUBIC] * square) * square,
    };
}

// The force is linear in the indentation at first, so the motion is smooth as it is: power 1.
static const dp_kernel kernel = {
    .name = "buffer", .smooth_power = 1.0, .pulls = true, .respond = respond};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    (void)pair, (void)err;  // it needs nothing of the bodies, and every value in range is good
    contact->kernel = &kernel;
    for (int i = LINEAR; i <= DAMPING; i++)
        contact->k[i] = def->value[i];
    return DP_OK;
}

static const dp_law buffer = {
    .name = "buffer",
    .summary = "rubber that stiffens, with a dashpot",
    .formula = "F = K delta + C delta^3 + D rate",
    .params = params,
    .delivery = DP_DELIVERS_BY_CASE,
    .prepare = prepare,
};

static const double mass = 50.0, speed = 0.5;  // [kg], [m/s] a small trolley

static dp_status strike(double damping, dp_contact *contact, dp_impact *result, dp_error *err) {
    dp_contact_def def = dp_contact_defaults(&buffer);
    dp_impact_def impact = dp_impact_defaults();
    impact.mass = mass;
    impact.speed = speed;
    dp_status status = dp_law_set(&def.law, "damping", damping, err);
    if (status == DP_OK) status = dp_contact_init(contact, &def, err);
    return status == DP_OK ? dp_impact_run(contact, &impact, result, err) : status;
}

int main(void) {
    dp_contact contact;
    dp_impact damped, elastic;
    dp_error err;
    if (strike(1000.0, &contact, &damped, &err) != DP_OK ||
        strike(0.0, &contact, &elastic, &err) != DP_OK)
        return fprintf(stderr, "%s\n", err.text), 1;

    // m v^2/2 = K d^2/2 + C d^4/4, a quadratic equation for d^2
    double k = params[LINEAR].initial, c = params[CUBIC].initial,
           energy = 0.5 * mass * speed * speed;
    double depth = sqrt((sqrt(k * k + 4.0 * c * energy) - k) / c);
    dp_response r = dp_contact_respond(&contact, elastic.history, elastic.max_indentation, 0.0);
    printf("depth without damping  %.7f mm, closed form %.7f mm\n", 1e3 * elastic.max_indentation,
           1e3 * depth);
    printf("energy stored there    %.7f J, of the impact %.7f J\n", r.stored, energy);
    printf("depth with damping     %.7f mm, restitution %.7f\n", 1e3 * damped.max_indentation,
           damped.restitution);
    dp_law_def def = dp_law_defaults(&buffer);
    if (dp_law_set(&def, "linear", -1.0, &err) != DP_OK) printf("refused: %s\n", err.text);
    return 0;
}
