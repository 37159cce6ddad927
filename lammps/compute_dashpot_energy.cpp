#include "compute_dashpot_energy.h"

#include <cstring>

#include "error.h"
#include "fix_wall_dashpot.h"
#include "force.h"
#include "group.h"
#include "modify.h"
#include "pair_dashpot.h"
#include "update.h"

using namespace LAMMPS_NS;
using Dashpot::Energies;

ComputeDashpotEnergy::ComputeDashpotEnergy(LAMMPS *lmp, int narg, char **arg)
    : Compute(lmp, narg, arg) {
    if (narg != 3) error->all(FLERR, "compute dashpot/energy takes no words");
    if (igroup != group->find("all"))
        error->all(FLERR, "compute dashpot/energy adds up all contacts; its group must be all");
    scalar_flag = vector_flag = 1;
    extscalar = extvector = 1;
    size_vector = Energies::count;
    vector = new double[Energies::count];
}

ComputeDashpotEnergy::~ComputeDashpotEnergy() {
    delete[] vector;
}

void ComputeDashpotEnergy::compute_vector() {
    invoked_vector = update->ntimestep;
    Energies mine;
    auto *pair = dynamic_cast<PairDashpot *>(force->pair_match("dashpot", 1));
    bool is_there = pair != nullptr;
    if (is_there) mine = pair->energies();
    for (int n = 0; n < modify->nfix; n++) {
        auto *wall = dynamic_cast<FixWallDashpot *>(modify->fix[n]);
        if (wall == nullptr) continue;
        mine.add(wall->energies(), 1.0);
        is_there = true;
    }
    if (!is_there)
        error->all(FLERR, "compute dashpot/energy: there is neither pair_style dashpot nor fix "
                          "wall/dashpot");
    MPI_Allreduce(mine.begin(), vector, Energies::count, MPI_DOUBLE, MPI_SUM, world);
}

double ComputeDashpotEnergy::compute_scalar() {
    compute_vector();
    invoked_scalar = update->ntimestep;
    scalar = 0.0;
    for (int n = 0; n < Energies::count; n++)
        scalar += vector[n];
    return scalar;
}
