#ifndef WORKBENCH_LAWS_REQUEST_H
#define WORKBENCH_LAWS_REQUEST_H

#include "dashpot/dashpot.h"

// A contact as `--set key=value` describes it: parameters of the law, entries of the pair, the
// approach speed and the tension policy.

typedef struct contact_request {
    dp_contact_def def;
    bool is_given[DP_PARAM_MAX];  ///< law parameters that were set by the user
} contact_request;

/// A contact with this law, changed by the settings "key=value". law NULL: pair entries and
/// policies alone, for every law at once; def.law is then without meaning.
dp_status contact_request_read(contact_request *request, const char *law,
                               const char *const *settings, int count, dp_error *err);

/// Unit of a pair entry: the stiffness of a linear spring is in N/m.
const char *pair_unit(const dp_law *law, const dp_pair_field *field);

/// Value of a pair entry by the index of its field.
double pair_value(const dp_pair *pair, int index);

/// Word for a tension policy.
const char *tension_word(dp_tension tension);

#endif
