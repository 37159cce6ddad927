#ifndef CLI_PART_H
#define CLI_PART_H

/// Read `--part`: "I/N", or "auto" for what a launcher set in the environment. Says what is wrong
/// and returns an exit status.
int part_read(const char *text, int *part, int *parts);

#endif
