#ifndef DASHPOT_LAMMPS_RECIPE_H
#define DASHPOT_LAMMPS_RECIPE_H

#include <cmath>
#include <string>
#include <vector>

#include "dashpot/contact.h"
#include "dashpot/space.h"

// What a line of the input script says about a contact: a law with its values, and friction.

namespace Dashpot {

struct Recipe {
    std::vector<std::string> words;  // as they were given, for restart files
    dp_contact_def normal;           // radius and mass come from the atoms
    dp_friction friction;
    bool has_friction = false;
    bool has_default_ratio = false;  // stiffness_ratio was left out where it decides

    /// Has the friction law a spring along the surface?
    bool grips() const { return has_friction && friction.law->grip != nullptr; }

    /// Is `stiffness` [N/m^1.5] given, which belongs to one radius, in place of the modulus?
    bool has_own_stiffness() const {
        unsigned needs = normal.law.law->needs;
        return (needs & DP_NEEDS_STIFFNESS) && !(needs & DP_NEEDS_LINEAR) &&
               !std::isnan(normal.pair.stiffness);
    }
};

/// LAW key value ... [friction LAW key value ...]. Throws std::invalid_argument with a sentence.
Recipe read_recipe(const std::vector<std::string> &words);

/// Sentences about what was decided without being asked, for the log.
std::vector<std::string> notes_of(const Recipe &recipe);

}  // namespace Dashpot

#endif
