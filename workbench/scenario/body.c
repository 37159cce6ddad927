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

const struct field moving_body_fields[] = {
    MADE_OF,
    SIZE,
    MASS,
    QUANTITY(body_block, velocity, "m/s", .initial = "0",
             .doc = "positive from body 1 towards body 2, for both bodies"),
    FIELD("fixed", FIELD_FLAG, body_block, is_fixed, .initial = "false",
          .doc = "true: does not move, as if its mass were infinite"),
    RIGID,
    {0},
};

const struct field falling_body_fields[] = {MADE_OF, SIZE, MASS, RIGID, {0}};

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
