#ifndef CLI_RESTITUTION_H
#define CLI_RESTITUTION_H

#include <jansson.h>

#include "laws/curve.h"
#include "laws/request.h"

// Tables of delivered restitution, for one law and for all of them.

/// Points of a curve as an array of objects.
json_t *cli_curve_json(const struct delivery_curve *curve);

/// One line per point, with a legend.
void cli_curve_print(const struct delivery_curve *curve);

/// Every law that takes a restitution, one row each.
int cli_restitution_all(const contact_request *request, bool json);

#endif
