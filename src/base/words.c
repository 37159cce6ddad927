// Lists of words, and the nearest words to a misspelt one, by spelling or by meaning.

#include "dashpot/words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 64, SUGGESTION_MAX = 3, FAR = 1000 };

void dp_append_words(char *text, size_t size, const char *const *words, const char *joint) {
    size_t used = strlen(text);
    for (int i = 0; words[i] != NULL && used + 1 < size; i++) {
        if (i > 0 && words[i + 1] == NULL)
            snprintf(text + used, size - used, " %s %s", joint, words[i]);
        else
            snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ", words[i]);
        used += strlen(text + used);
    }
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static int word_length(const char *word) {
    int length = 0;
    while (length < WORD_MAX && word[length] != '\0')
        length++;
    return length;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int exact(char a, char b) {
    return a == b;
}

static int whatever_case(char a, char b) {
    return lower(a) == lower(b);
}

// Swaps count once since they are what fast fingers do: restitutoin.
static int count_edits(const char *a, const char *b, int (*are_same)(char a, char b)) {
    int before[WORD_MAX + 1] = {0}, above[WORD_MAX + 1] = {0}, row[WORD_MAX + 1];
    int a_length = word_length(a), b_length = word_length(b);

    for (int j = 0; j <= b_length; j++)
        row[j] = j;
    for (int i = 1; i <= a_length; i++) {
        memcpy(before, above, sizeof before);
        memcpy(above, row, sizeof above);
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            int replace = above[j - 1] + !are_same(a[i - 1], b[j - 1]);
            row[j] = least(replace, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && are_same(a[i - 1], b[j - 2]) && are_same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

int dp_edit_distance(const char *a, const char *b) {
    return count_edits(a, b, exact);
}

// What people call a key, by experience and other programs. A single letter counts as it is
// written, anything else whatever its case.
static const struct meaning {
    const char *key, *words, *remark;
} meanings[] = {
    {"until",
     "duration end time t_end tend end_time stop stop_time t_stop tstop t_max tmax max_time "
     "total_time "
     "final_time t_final tfinal simulation_time run_time T",
     ""},
    {"run", "duration until end end_time t_end tend t_max step dt timestep integrator rtol solver",
     "as run: {...}"},
    {"turns", "revolutions rotations cycles periods", ""},
    {"step", "dt timestep time_step delta_t step_size stepsize steps h", ""},
    {"every", "dt timestep time_step step interval sampling sample_time dump save_every rate", ""},
    {"rtol", "tol tolerance reltol rel_tol relative_tolerance accuracy precision eps", ""},
    {"integrator", "method solver scheme stepper", ""},
    {"threads", "cores nthreads n_threads num_threads workers jobs processes", ""},
    {"seed", "random_seed rng", ""},
    {"spin", "rpm", "with its unit, as 500 rpm"},
    {"spin", "omega angular_velocity angular_speed rotation w wz", ""},
    {"velocity", "speed v v0 vel vx initial_velocity initial_speed impact_speed impact_velocity",
     ""},
    {"speed", "rpm", "with its unit, as 500 rpm"},
    {"speed",
     "velocity v v0 vel omega angular_velocity angular_speed rotation_speed impact_speed "
     "impact_velocity initial_velocity",
     ""},
    {"approach",
     "speed velocity v v0 vel impact_speed impact_velocity approach_speed approach_velocity "
     "initial_velocity",
     ""},
    {"omega", "rpm", "with its unit, as 500 rpm"},
    {"omega", "spin angular_velocity angular_speed speed w wz", ""},
    {"angle", "theta phi alpha inclination orientation rotation", ""},
    {"drop", "height h drop_height fall fall_height h0 H", ""},
    {"height", "drop h drop_height fall fall_height h0 H z y altitude", ""},
    {"rebound", "rebound_height bounce_height h1 h2", ""},
    {"restitution",
     "e cor coefficient_of_restitution restitution_coefficient coef_of_restitution cr en e_n", ""},
    {"young", "E youngs_modulus young_modulus youngs elastic_modulus modulus_of_elasticity modulus",
     ""},
    {"modulus",
     "E E_star estar e* effective_modulus reduced_modulus young youngs_modulus elastic_modulus",
     "of the pair, 1/((1-nu1^2)/E1 + (1-nu2^2)/E2)"},
    {"poisson", "nu poissons_ratio poisson_ratio poissons", ""},
    {"density", "rho mass_density", ""},
    {"yield", "yield_stress yield_strength sigma_y sigma_yield sy Y elastic_limit", ""},
    {"mu", "friction friction_coefficient coefficient_of_friction cof mu_d mu_k mu_s f", ""},
    {"mu_d", "mu mu_k kinetic_friction dynamic_friction", ""},
    {"mu_s", "mu static_friction", ""},
    {"friction", "mu friction_coefficient coefficient_of_friction cof mu_s mu_d", ""},
    {"radius", "r R rad", ""},
    {"radius", "diameter dia d D", "half of it"},
    {"journal_radius", "diameter dia d D", "half of it"},
    {"journal_radius", "radius shaft_radius pin_radius r R", ""},
    {"bearing_radius", "diameter dia D bore", "half of it"},
    {"bearing_radius", "hole_radius bush_radius bushing_radius outer_radius", ""},
    {"clearance", "gap play backlash c radial_clearance", "radial"},
    {"gap", "clearance distance", ""},
    {"mass", "m M", ""},
    {"mass", "weight", "in kg"},
    {"inertia", "I J Izz moment_of_inertia", ""},
    {"gravity", "g G gravitational_acceleration", ""},
    {"stiffness", "k K kn k_n spring spring_constant contact_stiffness hertz_stiffness", ""},
    {"damping",
     "c cn c_n gamma gamma_n damping_coefficient damping_constant viscosity dashpot damper", ""},
    {"damping_factor", "damping damper hysteresis_damping_factor hysteresis_damping chi", ""},
    {"yield_pressure", "py p_y", ""},
    {"preload", "precompression static_force F0 f_0 prestress", ""},
    {"rest", "length rest_length free_length natural_length l0 L0", ""},
    {"start", "initial_conditions initial_condition initial initial_state ic init", ""},
    {"between", "bodies connects", ""},
    {"material",
     "young E youngs_modulus young_modulus elastic_modulus poisson nu density rho yield "
     "yield_stress sigma_y",
     "a name; its properties are those of materials"},
    {"bodies", "balls ball spheres sphere particles grains objects beads body", ""},
    {"body", "ball sphere particle bodies bead", ""},
    {"beads", "balls spheres particles grains bodies", ""},
    {"beads", "n N count number_of_beads radius diameter mass material", "as beads: [{...}]"},
    {"floor", "ground plane wall plate surface table target", ""},
    {"fixed", "static immovable clamped immobile wall", ""},
    {"striker", "impactor projectile hammer", ""},
    {"striker", "velocity speed v v0 impact_velocity", "as striker: {velocity: ...}"},
    {"right", "wall floor plate", "as right: {type: wall}"},
    {"sensors", "probes probe sensor watch", ""},
    {"watch", "channels outputs probes sensors results", ""},
    {"series", "columns channels quantities", ""},
    {"contact",
     "law model contact_law restitution e cor coefficient_of_restitution restitution_coefficient "
     "stiffness k spring damping friction mu friction_coefficient",
     "as contact: {...}"},
    {"law", "model type contact_model force_law", ""},
    {"laws", "law models", ""},
    {"title", "name description comment", ""},
    {"kind", "type problem", ""},
    {"materials", "material", ""},
    {"parameters", "params variables vars parameter", ""},
    {"results", "outputs output observables result", ""},
    {"values", "list range value", ""},
    {"from", "min low lower start begin", ""},
    {"to", "max high upper stop end", ""},
    {"count",
     "n N num number number_of_beads number_of_points number_of_samples points samples steps "
     "repeat",
     ""},
    {"count", "step increment", "the number of values"},
    {"path", "key parameter param variable", ""},
    {"column", "name heading data", ""},
    {"result", "output quantity path of name", ""},
    {"free", "parameters unknowns vary variables params", ""},
    {"targets", "outputs y measured observed", ""},
    {"inputs", "x", ""},
    {"--out", "--output --output-dir --outdir --out-dir --dir --folder --directory -o -d", ""},
    {"--set", "--param --params --parameter --override --define -s -D", ""},
    {"--force", "--overwrite --replace --yes -f -y", ""},
    {"--quiet", "--silent -q -s", ""},
    {"--threads", "--cores --jobs --nproc --nprocs --nthreads --workers --parallel -j -n -np", ""},
    {"--max-time", "--time --timeout --time-limit", ""},
    {"--max-memory", "--memory --mem --memory-limit", ""},
    {"--law", "--model --contact-law --laws", ""},
    {"--laws", "--models", ""},
    {"--json", "--format -j", ""},
    {"run", "simulate solve compute start exec", ""},
    {"check", "validate lint verify test", ""},
    {"fit", "calibrate identify estimate optimize", ""},
    {"compare", "diff versus", ""},
    {"export", "convert parameters", ""},
    {"laws", "list models", ""},
    {"sigma", "error std stderr uncertainty sd", ""},
};

static int is_same_letter(char a, char b) {
    return lower(a) == lower(b) || (a == '-' && b == '_') || (a == ' ' && b == '_');
}

// Is it one of the words, which blanks separate?
static int is_among(const char *word, const char *words) {
    size_t length = strlen(word);
    while (*words != '\0') {
        size_t own = strcspn(words, " "), same = 0;
        while (same < own && same < length &&
               (length == 1 ? word[same] == words[same] : is_same_letter(word[same], words[same])))
            same++;
        if (own == length && same == own) return 1;
        words += own + (words[own] == ' ');
    }
    return 0;
}

// Is it this key? A language may put an underscore after a word that it reserves: yield_.
static int is_key(const char *key, const char *known) {
    size_t length = strlen(key);
    if (strncmp(key, known, length) != 0) return 0;
    return known[length] == '\0' || strcmp(known + length, "_") == 0;
}

// The meaning by which a word stands for a known one; NULL: none.
static const struct meaning *meaning_of(const char *word, const char *known) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (is_key(meanings[i].key, known) && is_among(word, meanings[i].words))
            return &meanings[i];
    }
    return NULL;
}

// Does it stand in the table, but for none of the known words? Two letters may be anything.
static bool is_term_of_others(const char *word, const char *const *known) {
    if (word_length(word) < 3) return false;
    for (; *known != NULL; known++) {
        if (meaning_of(word, *known) != NULL) return false;
    }
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (strcmp(word, meanings[i].key) == 0 || is_among(word, meanings[i].words)) return true;
    }
    return false;
}

// A word is near when a third of it is wrong at the most (of two to five letters: one), or when it
// is part of the other. A `term` has a meaning, though not here, so it is no misspelling: a spring
// is no spin.
static int nearness(const char *word, const char *known, bool is_term) {
    int length = word_length(word);
    const char *part = strstr(known, word);
    bool is_start = part == known || (part != NULL && part[-1] == '_');
    if (length >= 3 && part != NULL && (is_start || !is_term)) return 0;
    int distance = count_edits(word, known, whatever_case);
    int most = length < 2 ? 0 : length < 6 ? 1 : length / 3;
    if (distance > most || (distance > 0 && is_term)) return FAR;
    return distance;
}

int dp_suggest(char *text, size_t size, const char *word, const char *const *known) {
    const char *best[SUGGESTION_MAX + 1] = {NULL};
    int rank[SUGGESTION_MAX];
    int count = 0;
    bool is_term = is_term_of_others(word, known);
    char full[SUGGESTION_MAX][WORD_MAX * 2];

    // insertion into a short list: meanings, then the nearest, first-listed first among equals
    for (; *known != NULL; known++) {
        const struct meaning *meaning = meaning_of(word, *known);
        // of several meanings the one that stands first in the table
        int near =
            meaning != NULL ? (int)(meaning - meanings) - FAR : nearness(word, *known, is_term);
        int at = count;
        while (at > 0 && rank[at - 1] > near)
            at--;
        if (near == FAR || at == SUGGESTION_MAX) continue;
        if (count < SUGGESTION_MAX) count++;
        for (int i = count - 1; i > at; i--) {
            best[i] = best[i - 1];
            rank[i] = rank[i - 1];
        }
        best[at] = *known;
        rank[at] = near;
    }
    if (count == 0) return 0;
    for (int i = 0; i < count; i++) {
        const struct meaning *meaning = rank[i] < 0 ? meaning_of(word, best[i]) : NULL;
        if (meaning == NULL || meaning->remark[0] == '\0') continue;
        snprintf(full[i], sizeof full[i], "%s (%s)", best[i], meaning->remark);
        best[i] = full[i];
    }
    size_t used = strlen(text);
    snprintf(text + used, size - used, "; did you mean ");
    dp_append_words(text, size, best, "or");
    used = strlen(text);
    snprintf(text + used, size - used, "?");
    return count;
}
