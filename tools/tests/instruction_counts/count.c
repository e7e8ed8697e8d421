// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plugin of QEMU that counts the instructions between two addresses.
//
// The declarations are those functions of qemu-plugin.h that all versions of
// the interface have. They are repeated here, because the packages of emulators
// have no headers.

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id,
    void (*callback)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*callback)(qemu_plugin_id_t, void *),
                                    void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *
qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
void qemu_plugin_register_vcpu_insn_exec_cb(
    struct qemu_plugin_insn *instruction, void (*callback)(unsigned, void *),
    int flags, void *data);

EXPORT int qemu_plugin_version = VERSION;

static uint64_t begin, end, count;
static int counts;

static void execute(unsigned cpu, void *data) {
  (void)cpu;
  uint64_t address = (uint64_t)(uintptr_t)data;
  if (address == begin)
    counts = 1;
  if (address == end)
    counts = 0;
  count += counts;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    void *address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(instruction);
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, execute, 0, address);
  }
}

static void finish(qemu_plugin_id_t id, void *data) {
  (void)id;
  (void)data;
  fprintf(stderr, "instructions: %" PRIu64 "\n", count);
}

// The arguments are begin=ADDRESS and end=ADDRESS.
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc,
                               char **argv) {
  (void)info;
  for (int i = 0; i < argc; ++i) {
    if (!strncmp(argv[i], "begin=", 6))
      begin = strtoull(argv[i] + 6, NULL, 0);
    if (!strncmp(argv[i], "end=", 4))
      end = strtoull(argv[i] + 4, NULL, 0);
  }
  if (!begin || !end)
    return -1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return 0;
}
