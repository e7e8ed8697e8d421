// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subset of the C memory block functions that the tests use.

#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *memory, int value, size_t size);
int memcmp(const void *left, const void *right, size_t size);

#endif
