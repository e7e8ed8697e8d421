// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subset of the C file functions that the tests use.

#ifndef STDIO_H
#define STDIO_H

#include <stddef.h>

typedef struct file FILE;

FILE *fopen(const char *path, const char *mode);
size_t fread(void *memory, size_t size, size_t count, FILE *file);
size_t fwrite(const void *memory, size_t size, size_t count, FILE *file);
int fclose(FILE *file);

#endif
