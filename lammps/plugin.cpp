// How LAMMPS learns of the styles: by `plugin load`, or, where it has no PLUGIN package, by a call
// of dashpot_register (dashpot.in does that through Python).

#include <mpi.h>

#include "compute_dashpot_energy.h"
#include "dashpot/version.h"
#include "fix_dashpot_history.h"
#include "fix_dashpot_ledger.h"
#include "fix_wall_dashpot.h"
#include "force.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "modify.h"
#include "pair_dashpot.h"
#include "version.h"
#include "version_check.h"

using namespace LAMMPS_NS;

template <typename Style> static Pair *make_pair_style(LAMMPS *lmp) {
    return new Style(lmp);
}

template <typename Style, typename Base>
static Base *make_style(LAMMPS *lmp, int narg, char **arg) {
    return new Style(lmp, narg, arg);
}

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                                         void *register_style) {
    if (!dashpot_fits(lmp)) return;
    auto add = reinterpret_cast<lammpsplugin_regfunc>(register_style);
    lammpsplugin_t plugin = {};
    plugin.version = LAMMPS_VERSION;
    plugin.author = "Dashpot " DP_VERSION_STRING;
    plugin.handle = handle;
    auto add_style = [&](const char *style, const char *name, const char *info) {
        plugin.style = style;
        plugin.name = name;
        plugin.info = info;
        (*add)(&plugin, lmp);
    };
    plugin.creator.v1 = reinterpret_cast<lammpsplugin_factory1 *>(&make_pair_style<PairDashpot>);
    add_style("pair", "dashpot", "contact laws between spheres");
    plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&make_style<FixWallDashpot, Fix>);
    add_style("fix", "wall/dashpot", "contact laws at walls");
    plugin.creator.v2 =
        reinterpret_cast<lammpsplugin_factory2 *>(&make_style<FixDashpotLedger, Fix>);
    add_style("fix", "dashpot/ledger", "losses of all contacts");
    plugin.creator.v2 =
        reinterpret_cast<lammpsplugin_factory2 *>(&make_style<FixDashpotHistory, Fix>);
    add_style("fix", "dashpot/history", "histories of all contacts");
    plugin.creator.v2 =
        reinterpret_cast<lammpsplugin_factory2 *>(&make_style<ComputeDashpotEnergy, Compute>);
    add_style("compute", "dashpot/energy", "energies of all contacts");
}

extern "C" __attribute__((visibility("default"))) void dashpot_register(void *pointer) {
    if (!dashpot_fits(pointer)) return;
    auto *lmp = static_cast<LAMMPS *>(pointer);
    (*lmp->force->pair_map)["dashpot"] = &make_pair_style<PairDashpot>;
    (*lmp->modify->fix_map)["wall/dashpot"] = &make_style<FixWallDashpot, Fix>;
    (*lmp->modify->fix_map)["dashpot/ledger"] = &make_style<FixDashpotLedger, Fix>;
    (*lmp->modify->fix_map)["dashpot/history"] = &make_style<FixDashpotHistory, Fix>;
    (*lmp->modify->compute_map)["dashpot/energy"] = &make_style<ComputeDashpotEnergy, Compute>;
}
