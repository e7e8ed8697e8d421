// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs each program on all of its ranks, which are threads that exchange messages in memory. Reads
// the arguments of each rank from one file, and writes the results to another.
//
// cases.h defines CASES and the table `cases`.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

enum { MOST_RANKS = 128, MOST_BUFFERS = 64, GUARD = 64, WRONG = 0xa5, FAULT = 77 };

/* A message that its receiver has not read. */
struct message {
  struct message *next;
  uint32_t from, tag;
  size_t bytes;
  unsigned char data[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct message *boxes[MOST_RANKS];

struct rank {
  const struct test_case *program;
  hloom_ranks ranks;
  unsigned char *buffers[MOST_BUFFERS], *arena;
  /* The number of calls of `exchange` that succeed. */
  long calls;
  int status;
};

static void fail(const char *reason) {
  fprintf(stderr, "%s\n", reason);
  exit(10);
}

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory) fail("out of memory");
  return memory;
}

/* Returns true if two ranks exchange messages of the collective according to its table. */
static int belong_together(const hloom_collective *collective, uint32_t one, uint32_t other) {
  for (uint32_t group = 0; group < collective->groups; ++group) {
    const uint32_t *members = collective->members + (size_t)group * collective->group_size;
    int found = 0;
    for (uint32_t place = 0; place < collective->group_size; ++place)
      found += (members[place] == one) + (members[place] == other);
    if (found == 2) return 1;
  }
  return 0;
}

static void check(const struct rank *me, const hloom_transfer *transfer) {
  const struct test_case *program = me->program;
  if (!transfer->send == !transfer->receive) fail("a transfer has not exactly one direction");
  if (!transfer->bytes || transfer->bytes > program->largest) fail("a transfer has a wrong size");
  if (transfer->tag >= program->collective_count) fail("a transfer has a wrong tag");
  if (transfer->peer >= me->ranks.count || transfer->peer == me->ranks.rank)
    fail("a transfer has a wrong peer");
  if (!belong_together(&program->collectives[transfer->tag], me->ranks.rank, transfer->peer))
    fail("the table does not have the pair of a transfer");
}

static void deliver(uint32_t from, const hloom_transfer *transfer) {
  struct message *message = allocate(sizeof *message + transfer->bytes), **end;
  message->next = NULL;
  message->from = from;
  message->tag = transfer->tag;
  message->bytes = transfer->bytes;
  memcpy(message->data, transfer->send, transfer->bytes);
  pthread_mutex_lock(&lock);
  for (end = &boxes[transfer->peer]; *end; end = &(*end)->next)
    ;
  *end = message;
  pthread_cond_broadcast(&arrived);
  pthread_mutex_unlock(&lock);
}

static void receive(uint32_t rank, const hloom_transfer *transfer) {
  struct message *message, **at;
  pthread_mutex_lock(&lock);
  for (;;) {
    for (at = &boxes[rank]; *at && (*at)->from != transfer->peer; at = &(*at)->next)
      ;
    if (*at) break;
    pthread_cond_wait(&arrived, &lock);
  }
  message = *at;
  *at = message->next;
  pthread_mutex_unlock(&lock);
  if (message->tag != transfer->tag || message->bytes != transfer->bytes)
    fail("a message has another tag or size than its receiver expects");
  memcpy(transfer->receive, message->data, transfer->bytes);
  free(message);
}

static int exchange(void *context, const hloom_transfer *transfers, size_t count) {
  struct rank *me = context;
  if (!count || count > HLOOM_TRANSFERS) fail("a call has a wrong number of transfers");
  if (me->calls-- == 0) return FAULT;
  for (size_t i = 0; i < count; ++i) check(me, &transfers[i]);
  for (size_t i = 0; i < count; ++i)
    if (transfers[i].send) deliver(me->ranks.rank, &transfers[i]);
  for (size_t i = 0; i < count; ++i)
    if (transfers[i].receive) receive(me->ranks.rank, &transfers[i]);
  return 0;
}

/* Memory between guard bytes, which must not be written. */
static unsigned char *guarded(size_t bytes) {
  unsigned char *memory = aligned_alloc(64, (bytes + 2 * GUARD + 63) / 64 * 64);
  if (!memory) fail("out of memory");
  memset(memory, WRONG, bytes + 2 * GUARD);
  return memory + GUARD;
}

static void release(unsigned char *memory, size_t bytes) {
  for (size_t i = 0; i < GUARD; ++i)
    if (memory[bytes + i] != WRONG || (memory - GUARD)[i] != WRONG) fail("a guard byte is written");
  free(memory - GUARD);
}

static void *run(void *argument) {
  struct rank *me = argument;
  /* The second call finds the arena as the first call left it. */
  me->status = me->program->run(me->buffers, me->arena, &me->ranks);
  if (!me->status) me->status = me->program->run(me->buffers, me->arena, &me->ranks);
  return NULL;
}

/* Wrong numbers and failed transfers end the function with a status. */
static void check_errors(struct rank *me) {
  struct rank wrong = *me;
  wrong.ranks.rank = wrong.ranks.count;
  if (me->program->run(me->buffers, me->arena, &wrong.ranks) != HLOOM_WRONG_RANKS)
    fail("a wrong rank is accepted");
  wrong.ranks.rank = 0;
  wrong.ranks.count += 1;
  if (me->program->run(me->buffers, me->arena, &wrong.ranks) != HLOOM_WRONG_RANKS)
    fail("a wrong number of ranks is accepted");
  me->calls = 0;
  if (me->program->run(me->buffers, me->arena, &me->ranks) != FAULT)
    fail("the status of the transport is lost");
}

int main(int count, char **paths) {
  static struct rank all[MOST_RANKS];
  static pthread_t threads[MOST_RANKS];
  FILE *in, *out;
  if (count != 3 || !(in = fopen(paths[1], "rb")) || !(out = fopen(paths[2], "wb")))
    fail("expected two files");
  for (const struct test_case *program = cases; program < cases + CASES; ++program) {
    uint32_t ranks = program->ranks;
    size_t arguments = program->argument_count, buffers = arguments + program->result_count;
    if (ranks > MOST_RANKS || buffers > MOST_BUFFERS) fail("a program is too large");
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      struct rank *me = &all[rank];
      me->program = program;
      me->ranks = (hloom_ranks){me, exchange, rank, ranks};
      me->arena = guarded(program->arena);
      me->calls = -1;
      for (size_t i = 0; i < buffers; ++i) {
        me->buffers[i] = guarded(program->bytes[i]);
        if (i < arguments && fread(me->buffers[i], 1, program->bytes[i], in) != program->bytes[i])
          fail("the file of arguments is too short");
      }
    }
    if (program->checks_errors) check_errors(&all[0]);
    all[0].calls = -1;
    for (uint32_t rank = 0; rank < ranks; ++rank)
      if (pthread_create(&threads[rank], NULL, run, &all[rank])) fail("cannot start a thread");
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      struct rank *me = &all[rank];
      if (pthread_join(threads[rank], NULL)) fail("cannot join a thread");
      if (me->status != (program->is_member[rank] ? 0 : HLOOM_NO_MEMBER)) {
        fprintf(stderr, "%s: rank %u: status %d\n", program->name, (unsigned)rank, me->status);
        exit(11);
      }
      for (size_t i = 0; i < buffers; ++i) {
        if (i >= arguments && fwrite(me->buffers[i], 1, program->bytes[i], out) != program->bytes[i])
          fail("cannot write the results");
        release(me->buffers[i], program->bytes[i]);
      }
      release(me->arena, program->arena);
    }
  }
  return fclose(out);
}
