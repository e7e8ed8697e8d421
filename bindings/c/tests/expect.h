// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What the test programs of this folder share. */
#ifndef EXPECT_H
#define EXPECT_H

#include <hloom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/* Checks that a call has succeeded. */
static void done(hloom_error *error) {
  if (error) {
    fprintf(stderr, "%s\n", hloom_error_message(error));
    exit(1);
  }
}

/* Checks that an error has a kind, and a text in its message. */
static void expect_error(hloom_error *error, int32_t kind, const char *text) {
  if (!error) {
    fprintf(stderr, "expected an error with %s\n", text);
    exit(1);
  }
  if (!strstr(hloom_error_message(error), text) ||
      hloom_error_kind(error) != kind) {
    fprintf(stderr, "expected %s (kind %d), found %s (kind %d)\n", text,
            (int)kind, hloom_error_message(error),
            (int)hloom_error_kind(error));
    exit(1);
  }
  hloom_error_destroy(error);
}

static hloom_module *parse(const char *program) {
  hloom_module *module = NULL;
  done(hloom_module_parse(program, strlen(program), "test.mlir", &module));
  return module;
}

/* Returns options without effect. Not every program needs them. */
static inline hloom_options none(void) {
  hloom_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

#endif /* EXPECT_H */
