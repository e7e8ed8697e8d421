// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subset of the C library for Linux on Hexagon, for which no C library is
// installed.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENAT = 56, CLOSE = 57, READ = 63, WRITE = 64, EXIT_GROUP = 94 };

// Makes a system call. A negative result is an error.
static long call(long number, long a, long b, long c, long d) {
  register long r6 __asm__("r6") = number;
  register long r0 __asm__("r0") = a;
  register long r1 __asm__("r1") = b;
  register long r2 __asm__("r2") = c;
  register long r3 __asm__("r3") = d;
  __asm__ volatile("trap0(#1)"
                   : "+r"(r0)
                   : "r"(r1), "r"(r2), "r"(r3), "r"(r6)
                   : "memory");
  return r0;
}

_Noreturn void exit(int status) {
  for (;;)
    call(EXIT_GROUP, status, 0, 0, 0);
}

// At program start, the stack holds the argument count and the argument
// pointers.
__asm__(".globl _start\n"
        "_start:\n"
        "{ r0 = r29\n"
        "  r29 = and(r29, #-16)\n"
        "  r31:30 = combine(#0, #0) }\n"
        "  call begin\n");

int main(int count, char **arguments);

_Noreturn void begin(long *stack) {
  exit(main((int)*stack, (char **)(stack + 1)));
}

// Unbuffered files: the tests transfer large blocks.
struct file {
  int descriptor;
};

FILE *fopen(const char *path, const char *mode) {
  static FILE files[2];
  static int count;
  enum { HERE = -100, WRITE_ONLY = 1, CREATE = 0100, TRUNCATE = 01000 };
  if (count == 2)
    return NULL;
  int flags = *mode == 'w' ? WRITE_ONLY | CREATE | TRUNCATE : 0;
  FILE *file = &files[count++];
  file->descriptor = (int)call(OPENAT, HERE, (long)path, flags, 0666);
  return file->descriptor < 0 ? NULL : file;
}

static size_t transfer(long number, const char *memory, size_t size,
                       size_t count, FILE *file) {
  size_t all = size * count, done = 0;
  while (done < all) {
    long now = call(number, file->descriptor, (long)(memory + done),
                    (long)(all - done), 0);
    if (now <= 0)
      break;
    done += (size_t)now;
  }
  return done == all ? count : done / size;
}

size_t fread(void *memory, size_t size, size_t count, FILE *file) {
  return transfer(READ, memory, size, count, file);
}

size_t fwrite(const void *memory, size_t size, size_t count, FILE *file) {
  return transfer(WRITE, memory, size, count, file);
}

int fclose(FILE *file) {
  return call(CLOSE, file->descriptor, 0, 0, 0) < 0 ? -1 : 0;
}

// Bump allocator that starts again from the beginning when all blocks are free.
static size_t used, blocks;

void *aligned_alloc(size_t alignment, size_t size) {
  static _Alignas(4096) unsigned char heap[256 << 20];
  if (!blocks)
    used = 0;
  size_t start = (used + alignment - 1) & -alignment;
  if (start > sizeof heap || size > sizeof heap - start)
    return NULL;
  used = start + size;
  ++blocks;
  return heap + start;
}

void free(void *memory) { blocks -= memory != NULL; }

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  return memmove(to, from, size);
}

void *__hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(void *to,
                                                            const void *from,
                                                            size_t size) {
  return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
  unsigned char *t = to;
  const unsigned char *f = from;
  if ((uintptr_t)to <= (uintptr_t)from)
    for (size_t i = 0; i < size; ++i)
      t[i] = f[i];
  else
    while (size--)
      t[size] = f[size];
  return to;
}

void *memset(void *memory, int value, size_t size) {
  unsigned char *bytes = memory;
  for (size_t i = 0; i < size; ++i)
    bytes[i] = (unsigned char)value;
  return memory;
}

int memcmp(const void *left, const void *right, size_t size) {
  const unsigned char *l = left, *r = right;
  for (size_t i = 0; i < size; ++i)
    if (l[i] != r[i])
      return l[i] < r[i] ? -1 : 1;
  return 0;
}
