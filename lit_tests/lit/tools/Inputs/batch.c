/* Calls a layer on batches of several sizes and compares the results with its own. */
#include "layer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN = 512, OUT = 48, GUARD = 64 };

static void *buffer(size_t bytes) {
  unsigned char *memory = malloc(bytes + GUARD);
  if (!memory)
    exit(2);
  memset(memory, 0xa5, bytes + GUARD);
  return memory;
}

/* Exits if the bytes after a buffer were written. */
static void release(void *memory, size_t bytes) {
  for (size_t i = 0; i < GUARD; ++i)
    if (((unsigned char *)memory)[bytes + i] != 0xa5)
      exit(3);
  free(memory);
}

int main(void) {
  static const int sizes[] = {0, 1, 7, 8, 9, 63, 64, 65, 200};
  static float w[LAYER_ARGUMENT1_ELEMENTS];
  static _Alignas(LAYER_ARENA_ALIGNMENT) char arena[LAYER_ARENA_BYTES];
  for (int i = 0; i < LAYER_ARGUMENT1_ELEMENTS; ++i)
    w[i] = (float)(i % 7 - 3) * 0.01f;
  for (size_t size = 0; size < sizeof sizes / sizeof *sizes; ++size) {
    int n = sizes[size];
    float *x = buffer(LAYER_ARGUMENT0_BYTES(n)), *y = buffer(LAYER_RESULT0_BYTES(n));
    uint16_t *most = buffer(LAYER_RESULT1_BYTES(n));
    for (int i = 0; i < n * IN; ++i)
      x[i] = (float)(i * 37 % 1009) * 0.01f;
    layer(n, x, w, y, most, arena);
    int wrong = 0;
    for (int row = 0; row < n; ++row) {
      float largest = 0;
      for (int i = 0; i < IN; ++i)
        largest = fmaxf(largest, x[row * IN + i]);
      wrong += most[2 * row] != (uint16_t)largest || most[2 * row + 1] != (uint16_t)largest;
      for (int column = 0; column < OUT; ++column) {
        double sum = 0;
        for (int i = 0; i < IN; ++i)
          sum += (double)x[row * IN + i] * w[i * OUT + column];
        wrong += !(fabs(tanh(sum) - y[row * OUT + column]) < 1e-4);
      }
    }
    printf("%d rows: %s\n", n, wrong ? "wrong" : "ok");
    release(x, LAYER_ARGUMENT0_BYTES(n));
    release(y, LAYER_RESULT0_BYTES(n));
    release(most, LAYER_RESULT1_BYTES(n));
  }
}
