// Materials and bodies.

#include "scenario/body.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

#define MADE_OF MATERIAL(body_block, material, .doc = "what it is made of, by name")
#define SIZE                                                                                       \
    QUANTITY(body_block, radius, "m", POSITIVE,                                                    \
             .doc = "radius of curvature where it is touched; left out: a flat")
#define MASS                                                                                       \
    QUANTITY(body_block, mass, "kg", POSITIVE,                                                     \
             .doc = "left out: that of a sphere of this radius and of the material's density")
#define RIGID                                                                                      \
    FIELD("rigid", FIELD_FLAG, body_block, is_rigid, .initial = "false",                           \
          .doc = "true: does not deform, whatever its material")

#define INERTIA                                                                                    \
    QUANTITY(                                                                                      \
        moving_body, inertia, "kg m^2", POSITIVE,                                                  \
        .doc = "moment of inertia about the centre; left out: that of a solid sphere, 2/5 m R^2")

const struct field moving_body_fields[] = {
    MADE_OF,
    SIZE,
    MASS,
    NUMBER_OR_PAIR(
        moving_body, velocity, "m/s", .initial = "0",
        .doc = "`[x, y]`, or x alone: x from body 1 towards body 2, y across, for both bodies"),
    QUANTITY(moving_body, speed, "m/s", POSITIVE,
             .doc = "in place of `velocity`: its size, with `angle` its direction"),
    QUANTITY(moving_body, angle, "rad", BETWEEN(-1.5708, 1.5708),
             .doc =
                 "of the velocity against x, 0 head-on and 90 deg along the surface: it is [speed "
                 "cos(angle), speed sin(angle)]; 0 when left out"),
    QUANTITY(moving_body, spin, "rad/s",
             .doc = "counter-clockwise, as x turns towards y; 0 when left out"),
    INERTIA,
    FIELD("fixed", FIELD_FLAG, body_block, is_fixed, .initial = "false",
          .doc = "true: does not move, as if its mass were infinite"),
    RIGID,
    {0},
};

const struct field falling_body_fields[] = {MADE_OF, SIZE, MASS, RIGID, {0}};

const struct field spinning_body_fields[] = {MADE_OF, SIZE, MASS, INERTIA, RIGID, {0}};

const struct field floor_fields[] = {MADE_OF, RIGID, {0}};

void materials_check(struct reader *reader) {
    for (int i = 0; i < reader->material_count; i++) {
        const struct material *material = &reader->materials[i];
        bool is_half = !isnan(material->young) && isnan(material->poisson);
        if (is_half && node_find(material->node, "poisson") == NULL)
            report_error(reader, material->node,
                         "poisson is missing: it must be given beside young");
        for (int j = 0; j < i && material->name != NULL; j++) {
            const char *name = reader->materials[j].name;
            if (name == NULL || strcmp(name, material->name) != 0) continue;
            report_error(reader, place_of(material->node, "name"),
                         "name is '%s', which another material has already; it must be unique",
                         name);
            break;
        }
    }
}

dp_body body_properties(const struct body_block *body) {
    dp_body out = dp_body_defaults();
    const struct material *material = body->material;
    if (material != NULL) {
        out.young = material->young;
        out.poisson = material->poisson;
        out.density = material->density;
        out.yield = material->yield;
    }
    if (body->is_rigid) {
        out.young = INFINITY;
        out.yield = NAN;
    }
    double r = body->radius;
    out.radius = isnan(r) ? INFINITY : r;
    out.mass = body->is_fixed      ? INFINITY
               : isnan(body->mass) ? 4.0 / 3.0 * PI * r * r * r * out.density
                                   : body->mass;
    return out;
}

bool body_is_solid(const struct body_block *body) {
    // osmium: what is heavier has more to it than a ball of this radius
    const double densest = 22600.0;
    double r = body->radius;
    if (isnan(r) || body->is_fixed || body->is_rigid) return false;
    return isnan(body->mass) || body->mass <= 4.0 / 3.0 * PI * r * r * r * densest;
}

void body_check_mass(struct reader *reader, const struct body_block *body, double mass) {
    if (!isnan(mass)) return;
    report_error(reader, body->node,
                 "mass is missing: give it, or a radius and a material with a density");
}

double body_inertia(const struct moving_body *body, double mass) {
    double r = body->of.radius;
    if (body->of.is_fixed) return INFINITY;
    return isnan(body->inertia) ? 0.4 * mass * r * r : body->inertia;
}

void body_check_spin(struct reader *reader, const struct moving_body *body, double spin,
                     const struct node *at) {
    const struct body_block *of = &body->of;
    if (spin != 0.0 && of->is_fixed)
        report_error(reader, at, "spin is %g rad/s, but the body is fixed; leave one of them out",
                     spin);
    else if (spin != 0.0 && isnan(of->radius))
        report_error(reader, at,
                     "spin is %g rad/s, but the body has no radius and is a flat, which does not "
                     "spin; leave spin out or give a radius",
                     spin);
    if (!isnan(body->inertia) && isnan(of->radius))
        report_error(reader, place_of(of->node, "inertia"),
                     "inertia is %g kg m^2, but the body has no radius and is a flat, which does "
                     "not turn; leave inertia out or give a radius",
                     body->inertia);
}
