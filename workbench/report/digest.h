#ifndef WORKBENCH_REPORT_DIGEST_H
#define WORKBENCH_REPORT_DIGEST_H

#include <stddef.h>

enum { DIGEST_SIZE = 32 };

/// SHA-256 of some bytes (FIPS 180-4).
void digest_of(const void *bytes, size_t count, unsigned char digest[DIGEST_SIZE]);

#endif
