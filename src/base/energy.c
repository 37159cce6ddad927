// The energy ledger.

#include "dashpot/energy.h"

#include <math.h>

void dp_energy_close(dp_energy *e) {
    dp_energy_close_over(e, 0.0);
}

void dp_energy_close_over(dp_energy *e, double passed) {
    double missing =
        e->initial + e->input - e->viscous - e->plastic - e->friction - e->released - e->final;
    double in = fabs(e->initial) + (e->input > 0.0 ? e->input : 0.0);
    double out = fabs(e->final) + e->viscous + e->plastic + e->friction + e->released;
    double largest = in > out ? in : out;
    if (passed > largest) largest = passed;
    e->error = largest > 0.0 ? fabs(missing) / largest : 0.0;
}
