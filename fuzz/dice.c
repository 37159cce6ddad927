#include "dice.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dashpot/dashpot.h"

int dice_pick(struct dice *dice, int count) {
    if (dice->left == 0) return 0;
    dice->left--;
    return *dice->data++ % count;
}

static double fraction(struct dice *dice) {
    int high = dice_pick(dice, 256);
    return (high + dice_pick(dice, 256) / 256.0) / 256.0;
}

double dice_number(struct dice *dice, double low, double high) {
    int how = dice_pick(dice, 16);
    if (how == 0) return low;
    if (how == 1) return high;
    double part = fraction(dice);
    if (low > 0.0 && high / low > 100.0) return fmin(high, fmax(low, low * pow(high / low, part)));
    // a range that starts at zero and is wide: small values are the interesting ones
    if (low == 0.0 && high > 1e3) return high * pow(10.0, -18.0 * part);
    return low + part * (high - low);
}

void text_add(struct text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int count = vsnprintf(text->start + text->length, text->size - text->length, format, args);
    va_end(args);
    size_t room = text->size - text->length - 1;
    text->length += (size_t)count < room ? (size_t)count : room;
}

// --- contacts ------------------------------------------------------------------------------------

static void add_param(struct dice *dice, struct text *text, const dp_param *param) {
    if (!param->required && dice_pick(dice, 3) > 0) return;
    if (param->choices != NULL) {
        int count = 0;
        while (param->choices[count] != NULL)
            count++;
        text_add(text, ", %s: %s", param->name, param->choices[dice_pick(dice, count)]);
        return;
    }
    double high = isfinite(param->high) ? param->high : 1e12;
    double low = isfinite(param->low) ? param->low : -1e12;
    text_add(text, ", %s: %.17g", param->name, dice_number(dice, low, high));
}

static void add_pair(struct dice *dice, struct text *text, unsigned needs) {
    if ((needs & DP_NEEDS_LINEAR) != 0 || dice_pick(dice, 8) == 1)
        text_add(text, ", stiffness: %.17g", dice_number(dice, 1.0, 1e15));
    if ((needs & DP_NEEDS_BEARING) != 0)
        text_add(text, ", bearing_radius: %.17g, clearance: %.17g", dice_number(dice, 0.001, 1.0),
                 dice_number(dice, 1e-6, 0.0009));
    if ((needs & DP_NEEDS_LENGTH) != 0 || dice_pick(dice, 8) == 1)
        text_add(text, ", length: %.17g", dice_number(dice, 1e-3, 1.0));
}

static void add_contact(struct dice *dice, struct text *text) {
    static const char *const policies[] = {"clamp", "allow", "release"};
    const dp_law *law = dp_law_at(dice_pick(dice, dp_law_count()));
    text_add(text, "{law: %s", law->name);
    for (const dp_param *param = law->params; param->name != NULL; param++)
        add_param(dice, text, param);
    add_pair(dice, text, law->needs);
    if (dice_pick(dice, 3) == 1) text_add(text, ", tension: %s", policies[dice_pick(dice, 3)]);
    if (dice_pick(dice, 4) == 1) text_add(text, ", approach: %.17g", dice_number(dice, 1e-6, 1e3));
    text_add(text, "}");
}

static void add_head(struct dice *dice, struct text *text, const char *kind) {
    text_add(text,
             "dashpot: 1\nkind: %s\nmaterials:\n"
             "  - {name: a, young: %.17g, poisson: %.17g, density: %.17g, yield: %.17g}\n"
             "  - {name: b, young: 207 GPa, poisson: 0.3, density: 7800, yield: 1 GPa}\n",
             kind, dice_number(dice, 1e3, 1e13), dice_number(dice, 0.0, 0.5),
             dice_number(dice, 1.0, 1e5), dice_number(dice, 1e3, 1e11));
}

static const char *a_or_b(struct dice *dice) {
    return dice_pick(dice, 2) == 0 ? "a" : "b";
}

// --- kinds ---------------------------------------------------------------------------------------

static void add_impact(struct dice *dice, struct text *text) {
    add_head(dice, text, "impact");
    text_add(text, "impact:\n  bodies:\n    - {material: a, radius: %.17g, velocity: %.17g}\n",
             dice_number(dice, 1e-6, 10.0), dice_number(dice, 1e-9, 1e4));
    if (dice_pick(dice, 2) == 0)
        text_add(text, "    - {material: b, fixed: true}\n");
    else
        text_add(text, "    - {material: b, radius: %.17g}\n", dice_number(dice, 1e-6, 10.0));
    text_add(text, "  contact: ");
    add_contact(dice, text);
    text_add(text, "\nrun: {rtol: %.17g}\n", dice_number(dice, 1e-12, 1e-6));
}

static void add_bounce(struct dice *dice, struct text *text) {
    add_head(dice, text, "bounce");
    double radius = dice_number(dice, 1e-4, 1.0);
    text_add(text,
             "bounce:\n  body: {material: a, radius: %.17g}\n  floor: {material: b}\n"
             "  height: %.17g\n  gravity: %.17g\n  memory: %s\n  contact: ",
             radius, radius + dice_number(dice, 0.0, 10.0), dice_number(dice, 0.1, 100.0),
             dice_pick(dice, 2) == 0 ? "kept" : "fresh");
    add_contact(dice, text);
    text_add(text, "\nrun: {until: %.17g}\n", dice_number(dice, 1e-3, 0.1));
}

static void add_journal(struct dice *dice, struct text *text) {
    double bearing = dice_number(dice, 0.005, 1.0);
    text_add(text,
             "dashpot: 1\nkind: journal\njournal:\n  bearing_radius: %.17g\n"
             "  clearance: %.17g\n  mass: %.17g\n  inertia: %.17g\n",
             bearing, bearing * dice_number(dice, 1e-5, 0.1), dice_number(dice, 1e-3, 1e5),
             dice_number(dice, 1e-6, 1e4));
    text_add(text, "  start: {speed: %.17g, angle: %.17g rad, spin: %.17g}\n",
             dice_number(dice, 1e-6, 1e3), dice_number(dice, 0.0, 1.5),
             dice_number(dice, 0.0, 1e4));
    text_add(text,
             "  contact: {law: peng, modulus: %.17g, yield: %.17g, fit: %.17g, length: 1,"
             " restitution: %.17g}\n",
             dice_number(dice, 1e6, 1e13), dice_number(dice, 1e4, 1e11),
             dice_number(dice, 0.1, 1.0), dice_number(dice, 0.0, 1.0));
    text_add(text, "  friction: %.17g\n  collisions: %d\n  memory: %s\n  solver: %s\n",
             dice_number(dice, 0.0, 1.0), 1 + dice_pick(dice, 5),
             dice_pick(dice, 2) == 0 ? "fresh" : "kept",
             dice_pick(dice, 2) == 0 ? "event-driven" : "resolved");
}

static void add_end(struct dice *dice, struct text *text, const char *side) {
    static const char *const types[] = {"free", "wall", "driven", "bar"};
    const char *type = types[dice_pick(dice, 4)];
    text_add(text, "  %s: {type: %s", side, type);
    if (type[0] == 'd') text_add(text, ", velocity: %.17g", dice_number(dice, -100.0, 100.0));
    if (type[0] == 'b') text_add(text, ", impedance: %.17g", dice_number(dice, 1e-3, 1e6));
    if (type[0] != 'f') text_add(text, ", material: %s", a_or_b(dice));
    text_add(text, "}\n");
}

static void add_chain(struct dice *dice, struct text *text) {
    static const char *const methods[] = {"verlet", "predictor-corrector", "rk4", "dop853"};
    add_head(dice, text, "chain");
    text_add(text, "chain:\n  beads:\n");
    for (int left = 1 + dice_pick(dice, 3); left > 0; left--)
        text_add(text, "    - {count: %d, radius: %.17g, material: %s, gap: %.17g}\n",
                 1 + dice_pick(dice, 6), dice_number(dice, 1e-4, 0.1), a_or_b(dice),
                 dice_pick(dice, 3) == 0 ? dice_number(dice, 0.0, 1e-5) : 0.0);
    text_add(text, "  striker: {velocity: %.17g%s}\n", dice_number(dice, 1e-6, 100.0),
             dice_pick(dice, 2) == 0 ? "" : ", copy: true");
    add_end(dice, text, "left");
    add_end(dice, text, "right");
    if (dice_pick(dice, 3) == 0)
        text_add(text, "  gravity: %.17g\n", dice_number(dice, 0.0, 100.0));
    text_add(text, "  contact: ");
    add_contact(dice, text);
    text_add(text, "\nrun: {integrator: %s, until: %.17g}\n", methods[dice_pick(dice, 4)],
             dice_number(dice, 1e-9, 5e-6));
}

static void add_mechanism(struct dice *dice, struct text *text) {
    add_head(dice, text, "mechanism");
    text_add(text, "mechanism:\n  gravity: [0, %.17g]\n  bodies:\n", dice_number(dice, -100, 0.0));
    for (int i = 0; i < 3; i++)
        text_add(text, "    - {name: b%d, mass: %.17g, inertia: %.17g}\n", i,
                 dice_number(dice, 1e-3, 1e3), dice_number(dice, 1e-6, 1e2));
    double crank = dice_number(dice, 0.01, 0.1), rod = dice_number(dice, 0.05, 1.0);
    text_add(text,
             "  joints:\n"
             "    - {type: revolute, between: [ground, b0], at: [[0, 0], [%.17g, 0]]}\n"
             "    - {type: revolute, between: [b0, b1], at: [[%.17g, 0], [%.17g, 0]]}\n"
             "    - {type: translational, between: [ground, b2], axis: [1, 0], through: [0, 0]}\n"
             "    - {type: clearance, name: pin, between: [b1, b2], at: [[%.17g, 0], [0, 0]],\n"
             "       bearing_radius: 10 mm, clearance: %.17g, material: a, contact: ",
             -crank / 2, crank / 2, -rod / 2, rod / 2, dice_number(dice, 1e-6, 0.005));
    add_contact(dice, text);
    text_add(text, "}\n  drivers: [{body: b0, speed: %.17g}]\n", dice_number(dice, -1e3, 1e3));
    text_add(text, "run: {until: %.17g, rtol: 1e-5, shadow: false}\n",
             dice_number(dice, 1e-6, 1e-4));
}

void dice_scenario(struct dice *dice, struct text *text) {
    static void (*const kinds[])(struct dice *, struct text *) = {
        add_impact, add_bounce, add_journal, add_chain, add_mechanism};
    kinds[dice_pick(dice, 5)](dice, text);
}
