#ifndef CLI_COMPARE_TABLE_H
#define CLI_COMPARE_TABLE_H

/// Print the results of a comparison: a row for each law, as many columns at a time as the terminal
/// has room for, and the laws that were not run.
void compare_table_print(const char *summary);

#endif
