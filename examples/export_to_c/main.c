// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads points, two numbers each, and prints the probability of each spiral for every point.

#include <stdio.h>

#include "spirals.h"

static _Alignas(SPIRALS_ARENA_ALIGNMENT) char arena[SPIRALS_ARENA_BYTES];

int main(void) {
  float point[SPIRALS_ARGUMENT0_ELEMENTS];
  float probabilities[SPIRALS_RESULT0_ELEMENTS];
  while (scanf("%f %f", &point[0], &point[1]) == 2) {
    spirals(point, probabilities, arena);
    printf("%5.2f %5.2f:", point[0], point[1]);
    for (int i = 0; i < SPIRALS_RESULT0_ELEMENTS; ++i) printf(" %.4f", probabilities[i]);
    printf("\n");
  }
  return 0;
}
