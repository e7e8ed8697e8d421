// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What LLVM and libstdc++ take from newer versions of glibc than 2.28, and from GCC. The linker
// puts it into the library of the wheel, where it is hidden.

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))

// glibc 2.36: returns a random number.
HIDDEN uint32_t arc4random(void) {
  uint32_t number;
  ssize_t count;
  do {
    count = getrandom(&number, sizeof number, 0);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof number) abort();
  return number;
}

// glibc 2.33: returns statistics of the allocator. LLVM prints them with `-track-memory` only.
struct mallinfo2 {
  size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
};
HIDDEN struct mallinfo2 mallinfo2(void) {
  struct mallinfo2 unknown = {0};
  return unknown;
}

// glibc 2.32: whether the process has only one thread. False makes libstdc++ count references
// atomically.
HIDDEN char __libc_single_threaded = 0;

// glibc 2.30: returns the number of the thread.
HIDDEN pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }

// Runs the destructors of the library's global variables when the library is closed, as GCC's
// crtbegin.o does. zig links no such file; without this function, the process would run them when it
// ends, after the library is gone.
extern void __cxa_finalize(void *library);
extern HIDDEN void *__dso_handle;
__attribute__((destructor)) static void finalize(void) { __cxa_finalize(&__dso_handle); }
