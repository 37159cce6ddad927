// Two steel balls touched at 0.3 m/s; now they are 5 um into each other and still close at 0.2 m/s.

#include <stdio.h>

#include "dashpot/dashpot.h"

int main(void) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("lankarani-nikravesh"));
    def.pair.modulus = 114e9;  // [Pa]
    def.pair.radius = 0.005;   // [m]

    dp_contact contact;
    dp_error err;
    if (dp_law_set(&def.law, "restitution", 0.8, &err) != DP_OK ||
        dp_contact_init(&contact, &def, &err) != DP_OK)
        return fprintf(stderr, "%s\n", err.text), 1;

    double history[DP_HISTORY_MAX] = {0};
    dp_contact_begin(&contact, history, 0.3);
    dp_response r = dp_contact_respond(&contact, history, 5e-6, 0.2);
    printf("force %.8g N, tangent %.8g N/m, stored %.8g J\n", r.force, r.dforce_ddelta, r.stored);
    return 0;
}
