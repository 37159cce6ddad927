#ifndef CLI_FIT_TABLE_H
#define CLI_FIT_TABLE_H

/// Print what a fit found, best first: laws, parameters with intervals, how well they fit. From the
/// summary of a fit.
void fit_table_print(const char *summary);

/// Print the contact of the best fit as it stands in a scenario, and what else was found.
void fit_contact_print(const char *summary);

#endif
