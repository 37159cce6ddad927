#include "recipe.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace Dashpot {

namespace {

[[noreturn]] void refuse(const std::string &sentence) {
    throw std::invalid_argument(sentence);
}

void require(dp_status status, const dp_error &err) {
    if (status != DP_OK) refuse(err.text);
}

bool is_number(const std::string &text) {
    char *end = nullptr;
    std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0';
}

double number(const std::string &key, const std::string &text) {
    char *end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value))
        refuse(key + " is '" + text + "'; a number in SI units is needed");
    return value;
}

bool takes_words(const dp_param *params, int index) {
    return params[index].choices != nullptr;
}

void set_tension(dp_contact_def &def, const std::string &word) {
    if (word == "release")
        refuse("tension release ends a contact before the bodies part, which an engine that steps "
               "through contacts cannot know; clamp and allow can be had");
    for (dp_tension t : {DP_TENSION_CLAMP, DP_TENSION_ALLOW})
        if (word == dp_tension_name(t)) {
            def.tension = t;
            return;
        }
    refuse("tension is '" + word + "'; clamp and allow can be had");
}

void set_approach(dp_contact_def &def, const std::string &word) {
    if (word == "largest" || word == "each")
        def.approach_rule = word == "each" ? DP_APPROACH_EACH : DP_APPROACH_LARGEST;
    else {
        def.approach = number("approach", word);
        def.approach_rule = DP_APPROACH_DEFAULT;
    }
}

[[noreturn]] void refuse_alone(const std::string &law, const std::string &key) {
    refuse(law + ": " + key + " has no value; keys and values alternate, and values are plain " +
           "numbers in SI units");
}

void check_once(const std::vector<std::string> &words, size_t from, size_t at) {
    for (size_t n = from; n < at; n += 2)
        if (words[n] == words[at]) refuse(words[at] + " is given twice");
}

void set_normal(dp_contact_def &def, const std::string &key, const std::string &word) {
    dp_error err;
    const dp_law *law = def.law.law;
    int index = dp_law_param_index(law, key.c_str());
    if (index >= 0 && takes_words(law->params, index))
        require(dp_law_choose(&def.law, key.c_str(), word.c_str(), &err), err);
    else if (index >= 0)
        require(dp_law_set(&def.law, key.c_str(), number(key, word), &err), err);
    else if (key == "tension")
        set_tension(def, word);
    else if (key == "approach")
        set_approach(def, word);
    else if (key == "approach_floor")
        def.approach_floor = number(key, word);
    else if (key == "radius" || key == "mass")
        refuse(key + " comes from the atoms and cannot be given");
    else if (dp_pair_index(key.c_str()) >= 0)
        require(dp_pair_set(&def.pair, key.c_str(), number(key, word), &err), err);
    else {
        std::string known;
        for (int i = 0; i < dp_law_param_count(law); i++)
            known += std::string(law->params[i].name) + ", ";
        refuse(std::string(law->name) + " takes no '" + key + "'; it takes " + known +
               "stiffness, modulus, yield, tension, approach, approach_floor, and friction after "
               "them");
    }
}

void check_law(const dp_law *law) {
    bool is_for_balls = law->bounds.fits == 0 || (law->bounds.fits & DP_FITS_BALLS);
    if (!is_for_balls || (law->needs & (DP_NEEDS_BEARING | DP_NEEDS_LENGTH)))
        refuse(std::string(law->name) +
               " is a law for a journal in its bearing and knows nothing of spheres; hertz, "
               "hunt-crossley, tsuji, thornton and others are for convex bodies");
}

void read_friction(Recipe &recipe, const std::vector<std::string> &words, size_t at) {
    dp_error err;
    const dp_friction_law *law = nullptr;
    if (at >= words.size()) refuse("friction needs a law: coulomb, mindlin or cundall-strack");
    require(dp_friction_law_lookup(words[at].c_str(), &law, &err), err);
    dp_friction_def def = dp_friction_defaults(law);
    bool is_ratio_given = false;
    for (size_t n = at + 1; n < words.size(); n += 2) {
        const std::string &key = words[n];
        if (key == "friction") refuse("friction is given twice");
        if (n + 1 >= words.size()) refuse_alone("friction " + words[at], key);
        check_once(words, at + 1, n);
        is_ratio_given |= key == "stiffness_ratio";
        int index = dp_friction_param_index(law, key.c_str());
        if (index >= 0 && takes_words(law->params, index))
            require(dp_friction_choose(&def, key.c_str(), words[n + 1].c_str(), &err), err);
        else
            require(dp_friction_set(&def, key.c_str(), number(key, words[n + 1]), &err), err);
    }
    require(dp_friction_init(&recipe.friction, &def, &err), err);
    if (dp_space_history_count(&recipe.friction) < 0)
        refuse("friction " + words[at] +
               " has bristles along one line and no form in space; coulomb, mindlin and "
               "cundall-strack can be had");
    recipe.has_friction = true;
    recipe.has_default_ratio = !is_ratio_given && law->grip != nullptr;
}

}  // namespace

Recipe read_recipe(const std::vector<std::string> &words) {
    dp_error err;
    const dp_law *law = nullptr;
    Recipe recipe;
    recipe.words = words;
    if (words.empty()) refuse("a law is needed: LAW key value ... [friction LAW key value ...]");
    if (words[0].find(' ') != std::string::npos)
        refuse("'" + words[0] + "' is one word; law, keys and values are given without quotes");
    if (is_number(words[0]))
        refuse("'" + words[0] + "' is no law: LAW key value ... is needed; what the numbers of " +
               "gran styles become is in docs/lammps-gran.md");
    require(dp_law_lookup(words[0].c_str(), &law, &err), err);
    check_law(law);
    recipe.normal = dp_contact_defaults(law);
    recipe.normal.approach_rule = DP_APPROACH_LARGEST;
    size_t n = 1;
    for (; n < words.size() && words[n] != "friction"; n += 2) {
        if (n + 1 >= words.size() || words[n + 1] == "friction") refuse_alone(words[0], words[n]);
        check_once(words, 1, n);
        set_normal(recipe.normal, words[n], words[n + 1]);
    }
    if (n < words.size()) read_friction(recipe, words, n + 1);

    if (!std::isnan(recipe.normal.pair.modulus) && !std::isnan(recipe.normal.pair.stiffness))
        refuse("modulus and stiffness are both given; one of them decides");

    // any radius and mass will do to see whether the rest is complete
    dp_contact_def probe = recipe.normal;
    dp_contact unused;
    probe.pair.radius = probe.pair.mass = 1e-3;
    require(dp_contact_init(&unused, &probe, &err), err);
    return recipe;
}

std::vector<std::string> notes_of(const Recipe &recipe) {
    std::vector<std::string> notes;
    if (recipe.has_default_ratio) {
        dp_friction_def def = dp_friction_defaults(recipe.friction.law);
        char text[300];
        std::snprintf(text, sizeof text,
                      "friction %s: stiffness_ratio is not given and is %.6g, here and wherever "
                      "else it is left out; for two bodies of one material it is 2 (1 - nu)/(2 - "
                      "nu)",
                      recipe.friction.law->name, dp_friction_get(&def, "stiffness_ratio"));
        notes.push_back(text);
    }
    return notes;
}

}  // namespace Dashpot
