#ifndef CLI_RESTITUTION_H
#define CLI_RESTITUTION_H

#include <jansson.h>

#include "dashpot/workbench.h"

// Tables of delivered restitution, for one law and for all of them.

/// Points of a curve as an array of objects.
json_t *cli_curve_json(const dp_delivery_curve *curve);

/// One line per point, with a legend.
void cli_curve_print(const dp_delivery_curve *curve);

/// Every law that takes a restitution, one row each.
int cli_restitution_all(const dp_contact_request *request, bool json);

#endif
