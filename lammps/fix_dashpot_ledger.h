#ifndef LMP_FIX_DASHPOT_LEDGER_H
#define LMP_FIX_DASHPOT_LEDGER_H

#include <string>

#include "fix.h"
#include "touches.h"

// What the contacts of pair_style dashpot have lost so far. A fix, because restart files keep what
// fixes have on every process. While a run goes on it warns of a time step that is too long.
// pair_style dashpot makes it; it is not for input scripts.

namespace LAMMPS_NS {

class FixDashpotLedger : public Fix {
  public:
    FixDashpotLedger(class LAMMPS *, int, char **);
    int setmask() override;
    void init() override;
    void end_of_step() override;
    void write_restart(FILE *) override;
    void restart(char *) override;
    void post_run() override;

    Dashpot::Energies lost;  // [J] of this process

  private:
    std::string said;  // about other styles, at the beginning of the last run
};

}  // namespace LAMMPS_NS

#endif
