// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains a network on handwritten digits, on the ranks of MPI. Each rank has shards of the images and
// of the weights. The compiled training step calls `exchange` to communicate.

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train_step.h"

enum { STEPS = 60, IMAGES = 360, PIXELS = 64, BATCH = 120, HIDDEN = 128, DIGITS = 10 };
enum { ROWS = TRAIN_STEP_ARGUMENT1_ELEMENTS, UNITS = TRAIN_STEP_ARGUMENT3_ELEMENTS / DIGITS };

// Counts and tags of MPI are of type int, and every MPI has tags up to 32767.
_Static_assert(TRAIN_STEP_LARGEST_TRANSFER <= INT_MAX, "a message is too large for MPI_Isend");
_Static_assert(TRAIN_STEP_COLLECTIVES <= 32768, "there are too many tags");

static _Alignas(TRAIN_STEP_ARENA_ALIGNMENT) char arena[TRAIN_STEP_ARENA_BYTES];
static float images[IMAGES * PIXELS], rows[ROWS * PIXELS];
static float w1[2][PIXELS * UNITS], w2[2][UNITS * DIGITS];
static int32_t labels[IMAGES];

// The transport of the compiled function. The context is the communicator.
static int exchange(void *context, const hloom_transfer *transfers, size_t count) {
  MPI_Comm world = *(MPI_Comm *)context;
  MPI_Request requests[HLOOM_TRANSFERS];
  MPI_Status statuses[HLOOM_TRANSFERS];
  int status = MPI_SUCCESS;
  size_t started = 0;
  for (; started < count && status == MPI_SUCCESS; ++started) {
    const hloom_transfer *it = &transfers[started];
    MPI_Request *request = &requests[started];
    int bytes = (int)it->bytes, peer = (int)it->peer, tag = (int)it->tag;
    if (it->send)
      status = MPI_Isend(it->send, bytes, MPI_BYTE, peer, tag, world, request);
    else
      status = MPI_Irecv(it->receive, bytes, MPI_BYTE, peer, tag, world, request);
  }
  if (status != MPI_SUCCESS) return status;
  return MPI_Waitall((int)started, requests, statuses);
}

// Ends all ranks.
static void fail(const char *reason, int status) {
  fprintf(stderr, "%s (%d)\n", reason, status);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

// Reads the elements of a NumPy file of version 1, which has little-endian elements of 4 bytes.
static void read_npy(const char *folder, const char *name, void *elements, size_t count) {
  char path[4096];
  unsigned char head[10];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file || fread(head, 1, sizeof head, file) != sizeof head ||
      fseek(file, head[8] | head[9] << 8, SEEK_CUR) || fread(elements, 4, count, file) != count) {
    fprintf(stderr, "cannot read %s\n", path);
    fail("expected the folder with images.npy and labels.npy", 0);
  }
  fclose(file);
}

// A number from -0.5 to 0.5 that is equal on all ranks.
static float weight(size_t index) {
  uint32_t bits = (uint32_t)index * 2654435761u;
  bits ^= bits >> 15;
  bits *= 2246822519u;
  bits ^= bits >> 13;
  return (float)(bits >> 8) / 16777216.0f - 0.5f;
}

int main(int count, char **arguments) {
  MPI_Comm world = MPI_COMM_WORLD;
  int rank, size;
  MPI_Init(&count, &arguments);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  if (size != TRAIN_STEP_RANKS) fail("start as many processes as TRAIN_STEP_RANKS", size);
  hloom_ranks ranks = {&world, exchange, (uint32_t)rank, (uint32_t)size};

  if (rank == 0)
    for (int i = 0; i < TRAIN_STEP_COLLECTIVES; ++i) {
      const hloom_collective *it = &train_step_collectives[i];
      printf("%s of %llu bytes in %u groups of %u\n", it->kind, (unsigned long long)it->bytes,
             it->groups, it->group_size);
    }

  const char *folder = count > 1 ? arguments[1] : "examples/digits";
  read_npy(folder, "images.npy", images, IMAGES * PIXELS);
  read_npy(folder, "labels.npy", labels, IMAGES);

  // This rank's columns of the first matrix, and its rows of the second.
  size_t unit = (size_t)train_step_argument2_starts[rank][1];
  for (size_t i = 0; i < PIXELS; ++i)
    for (size_t j = 0; j < UNITS; ++j) w1[0][i * UNITS + j] = 0.4f * weight(i * HIDDEN + unit + j);
  for (size_t i = 0; i < UNITS * DIGITS; ++i) w2[0][i] = 0.3f * weight(unit * DIGITS + i + 100000);

  for (int step = 0; step < STEPS; ++step) {
    // This rank's rows of the batch.
    size_t row = (size_t)(step % (IMAGES / BATCH) * BATCH) + (size_t)train_step_argument0_starts[rank][0];
    memcpy(rows, images + row * PIXELS, sizeof rows);
    int from = step % 2, to = 1 - from;
    float loss;
    int32_t correct;
    int status = train_step(rows, labels + row, w1[from], w2[from], w1[to], w2[to], &loss, &correct,
                            arena, &ranks);
    if (status) fail("the training step failed", status);
    if (rank == 0 && (step % 10 == 0 || step == STEPS - 1))
      printf("step %d: loss %.4f, %d of %d images recognized\n", step, loss, (int)correct, BATCH);
  }
  return MPI_Finalize();
}
