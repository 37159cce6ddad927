#ifndef LMP_COMPUTE_DASHPOT_ENERGY_H
#define LMP_COMPUTE_DASHPOT_ENERGY_H

#include "compute.h"

// compute ID all dashpot/energy: what all contacts of pair_style dashpot and fix wall/dashpot hold
// and have lost. Scalar: the sum. Vector [J]: stored across the surfaces, stored along them, lost
// in dampers, in plastic flow, in friction.

namespace LAMMPS_NS {

class ComputeDashpotEnergy : public Compute {
  public:
    ComputeDashpotEnergy(class LAMMPS *, int, char **);
    ~ComputeDashpotEnergy() override;
    void init() override {}
    double compute_scalar() override;
    void compute_vector() override;
};

}  // namespace LAMMPS_NS

#endif
