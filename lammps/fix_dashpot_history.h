#ifndef LMP_FIX_DASHPOT_HISTORY_H
#define LMP_FIX_DASHPOT_HISTORY_H

#include "fix_neigh_history.h"

// LAMMPS' store of histories, but for restart files that are written between runs. pair_style
// dashpot makes it; it is not for input scripts.

namespace LAMMPS_NS {

class FixDashpotHistory : public FixNeighHistory {
  public:
    using FixNeighHistory::FixNeighHistory;
    void write_restart(FILE *) override;
};

}  // namespace LAMMPS_NS

#endif
