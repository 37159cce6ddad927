#ifndef LMP_FIX_DASHPOT_LEDGER_H
#define LMP_FIX_DASHPOT_LEDGER_H

#include "fix.h"
#include "touches.h"

// What the contacts of pair_style dashpot have lost so far. A fix, because restart files keep what
// fixes have on every process. pair_style dashpot makes it; it is not for input scripts.

namespace LAMMPS_NS {

class FixDashpotLedger : public Fix {
  public:
    FixDashpotLedger(class LAMMPS *, int, char **);
    int setmask() override { return 0; }
    void write_restart(FILE *) override;
    void restart(char *) override;
    void post_run() override;

    Dashpot::Energies lost;  // [J] of this process
};

}  // namespace LAMMPS_NS

#endif
