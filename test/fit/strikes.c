#include "strikes.h"

#include <math.h>

dp_pair strikes_pair(void) {
    dp_body ball = dp_body_defaults(), block = dp_body_defaults();
    ball.young = 207e9;
    ball.poisson = 0.3;
    ball.density = 7800.0;
    ball.radius = 0.01;
    block.young = 110e9;
    block.poisson = 0.34;
    block.yield = 200e6;
    block.radius = INFINITY;
    block.mass = INFINITY;
    dp_pair pair = dp_pair_defaults();
    dp_pair_from_bodies(&ball, &block, DP_FLAT, &pair, NULL);
    return pair;
}

static dp_status contact_of(const struct strikes *strikes, const double *theta, dp_contact *contact,
                            double *mass, dp_error *err) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(strikes->law));
    def.pair = strikes_pair();
    for (int j = 0; j < strikes->free_count; j++) {
        bool is_pair = dp_pair_index(strikes->free[j]) >= 0;
        dp_status status = is_pair ? dp_pair_set(&def.pair, strikes->free[j], theta[j], err)
                                   : dp_law_set(&def.law, strikes->free[j], theta[j], err);
        if (status != DP_OK) return status;
    }
    *mass = def.pair.mass;
    return dp_contact_init(contact, &def, err);
}

dp_status strikes_model(void *user, int worker, const double *theta, double *fitted,
                        dp_error *err) {
    (void)worker;
    const struct strikes *strikes = user;
    dp_contact contact;
    double mass, restitution[STRIKES_MAX], duration[STRIKES_MAX], masses[STRIKES_MAX];
    dp_status status = contact_of(strikes, theta, &contact, &mass, err);
    if (status != DP_OK) return status;
    for (int i = 0; i < strikes->count; i++)
        masses[i] = mass;
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.count = (size_t)strikes->count;
    batch.contact = &contact;
    batch.mass = masses;
    batch.speed = strikes->speed;
    batch.rtol = 1e-12;
    batch.threads = 1;
    batch.restitution = restitution;
    if (strikes->has_duration) batch.duration = duration;
    status = dp_impact_batch_run(&batch, err);
    for (int i = 0; status == DP_OK && i < strikes->count; i++) {
        fitted[strikes->has_duration ? 2 * i : i] = restitution[i];
        if (strikes->has_duration) fitted[2 * i + 1] = duration[i];
    }
    return status;
}
