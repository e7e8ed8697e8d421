// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subset of the C memory and exit functions that the tests use.

#ifndef STDLIB_H
#define STDLIB_H

#include <stddef.h>

void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);
_Noreturn void exit(int status);

#endif
