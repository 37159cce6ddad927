#ifndef CLI_RESTITUTION_H
#define CLI_RESTITUTION_H

#include <jansson.h>

#include "laws/curve.h"
#include "laws/request.h"

// Tables of delivered restitution, for one law and for all of them.

/// More than this between requested and delivered is marked in a table.
#define CLI_NOTABLE 0.01

/// Is the point delivered, and notably not what was asked for?
bool cli_is_off(const dp_delivery_point *point);

/// Points of a curve as an array of objects.
json_t *cli_curve_json(const struct delivery_curve *curve);

/// One line per point, with a legend.
void cli_curve_print(const struct delivery_curve *curve);

/// The curve of a law with samples for whatever the request leaves open.
void cli_sample_curve(const dp_law *law, const dp_contact_def *from, struct delivery_curve *curve);

/// Every law that takes a restitution, one row each.
int cli_restitution_all(const contact_request *request, bool json);

/// The same for five requests, as a Markdown table.
int cli_restitution_markdown(const contact_request *request);

#endif
