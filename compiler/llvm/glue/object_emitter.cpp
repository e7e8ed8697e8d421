// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass manager of LLVM's code generator that emits one module after the
// other. LLVM's C API creates one for each module.

#include "llvm-c/TargetMachine.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace {
struct Emitter {
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream{bytes};
  legacy::PassManager passes;
};
} // namespace

extern "C" {

// Creates a pass manager that emits object files. Returns null if the target
// has none. The machine must outlive the result.
void *hloomCreateEmitter(LLVMTargetMachineRef machine) {
  auto emitter = std::make_unique<Emitter>();
  auto *target = reinterpret_cast<TargetMachine *>(machine);
  if (target->addPassesToEmitFile(emitter->passes, emitter->stream, nullptr,
                                  CodeGenFileType::ObjectFile))
    return nullptr;
  return emitter.release();
}

// Emits an object file for a module, which changes. The bytes are valid until
// the next call.
const char *hloomEmitObject(void *emitter, LLVMTargetMachineRef machine,
                            LLVMModuleRef module, size_t *size) {
  auto *self = static_cast<Emitter *>(emitter);
  auto *target = reinterpret_cast<TargetMachine *>(machine);
  unwrap(module)->setDataLayout(target->createDataLayout());
  self->bytes.clear();
  self->passes.run(*unwrap(module));
  *size = self->bytes.size();
  return self->bytes.data();
}

void hloomDisposeEmitter(void *emitter) {
  delete static_cast<Emitter *>(emitter);
}
}
