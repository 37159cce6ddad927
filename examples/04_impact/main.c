// A steel ball strikes a steel block at 1 m/s. First without loss, where Hertz gave the answer in
// closed form; then with a law that is asked for a restitution and delivers another one.
// Watch the delivered restitution, and how dp_tune gets the wanted one out of the same law.
// Change the law to exact-restitution: it delivers what it is asked for.

#include <math.h>
#include <stdio.h>

#include "dashpot/dashpot.h"

enum { ROWS = 16 };

static const double speed = 1.0, wanted = 0.6;  // [m/s], [1]

static dp_status steel_on_steel(dp_pair *pair, dp_error *err) {
    dp_body block = dp_body_defaults();
    block.young = 207e9;  // [Pa]
    block.poisson = 0.3;
    block.density = 7800;  // [kg/m^3]
    dp_body ball = block;
    ball.radius = 0.01;  // [m]
    block.radius = block.mass = INFINITY;
    return dp_pair_from_bodies(&ball, &block, DP_FLAT, pair, err);
}

// One impact; the table gets a row every 10 us.
static dp_status strike(const dp_contact_def *def, dp_impact_table *table, dp_impact *result,
                        dp_error *err) {
    dp_impact_def impact = dp_impact_defaults();
    impact.mass = def->pair.mass;
    impact.speed = speed;
    impact.every = 10e-6;  // [s]
    impact.table = table;
    dp_contact contact;
    dp_status status = dp_contact_init(&contact, def, err);
    return status == DP_OK ? dp_impact_run(&contact, &impact, result, err) : status;
}

static void show_elastic(const dp_pair *pair, const dp_impact *result) {
    // all the energy is in the spring when the ball stands still: m v^2/2 = (2/5) K d^(5/2)
    double stiffness = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    double depth = pow(1.25 * pair->mass * speed * speed / stiffness, 0.4);
    double factor = 0.8 * sqrt(acos(-1.0)) * tgamma(0.4) / tgamma(0.9);
    printf("hertz             computed  closed form\n");
    printf("depth [um]     %11.6f  %11.6f\n", 1e6 * result->max_indentation, 1e6 * depth);
    printf("force [N]      %11.4f  %11.4f\n", result->max_force, stiffness * pow(depth, 1.5));
    printf("duration [us]  %11.6f  %11.6f\n", 1e6 * result->duration, 1e6 * factor * depth / speed);
}

static void show_damped(const dp_impact_table *table, const dp_impact *result) {
    printf("\ntime [us]  depth [um]  force [N]  lost [mJ]\n");
    for (size_t i = 0; i < table->count; i++) {
        const dp_impact_sample *row = &table->rows[i];
        printf("%9.1f  %10.5f  %9.4f  %9.6f\n", 1e6 * row->time, 1e6 * row->indentation, row->force,
               1e3 * row->viscous);
    }
    printf("lost %.6f of the energy, closed form 1 - e^2 = %.6f\n",
           result->energy.viscous / result->energy.initial, 1.0 - wanted * wanted);
}

int main(void) {
    dp_error err = {0};
    dp_impact result;
    dp_impact_sample rows[ROWS];
    dp_impact_table table = {.rows = rows, .capacity = ROWS};
    dp_contact_def def = dp_contact_defaults(dp_law_find("hertz"));
    dp_status status = steel_on_steel(&def.pair, &err);
    if (status == DP_OK) status = strike(&def, NULL, &result, &err);
    if (status == DP_OK) show_elastic(&def.pair, &result);

    dp_delivered delivered;
    dp_tuning tuning;
    def.law = dp_law_defaults(dp_law_find("hunt-crossley"));
    if (status == DP_OK) status = dp_law_set(&def.law, "restitution", wanted, &err);
    if (status == DP_OK) status = dp_deliver(&def, def.pair.mass, speed, &delivered, &err);
    if (status == DP_OK) status = dp_tune(&def, def.pair.mass, speed, wanted, &tuning, &err);
    if (status != DP_OK) return fprintf(stderr, "%s\n", err.text), 1;
    printf("\nasked for %.2f, delivers %.6f\n", wanted, delivered.restitution);
    printf("%s %.6f delivers %.6f\n", def.law.law->tune, tuning.value,
           tuning.delivered.restitution);

    // the damping factor takes the place of the restitution: from the defaults again
    def.law = dp_law_defaults(def.law.law);
    status = dp_law_set(&def.law, def.law.law->tune, tuning.value, &err);
    if (status == DP_OK) status = strike(&def, &table, &result, &err);
    if (status != DP_OK) return fprintf(stderr, "%s\n", err.text), 1;
    show_damped(&table, &result);
    return 0;
}
