// The energy ledger.

#include "dashpot/energy.h"

#include <math.h>

void dp_energy_close(dp_energy *e) {
    double missing =
        e->initial + e->input - e->viscous - e->plastic - e->friction - e->released - e->final;
    double in = fabs(e->initial) + (e->input > 0.0 ? e->input : 0.0);
    double out = fabs(e->final) + e->viscous + e->plastic + e->friction + e->released;
    double largest = in > out ? in : out;
    e->error = largest > 0.0 ? fabs(missing) / largest : 0.0;
}
