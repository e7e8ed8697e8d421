// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and the program's end.

#ifndef STDLIB_H
#define STDLIB_H

#include <stddef.h>

void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);
_Noreturn void exit(int status);

#endif
