// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of LLVM's C++ API that splitting a module needs, and that are not
// in the C API.

#include "llvm-c/Core.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalValue.h"

using namespace llvm;

extern "C" {

// Returns the number of instructions of a function.
size_t hloomInstructionCount(LLVMValueRef function) {
  return unwrap<Function>(function)->getInstructionCount();
}

// Replaces the definition of a function by its declaration.
void hloomDeleteBody(LLVMValueRef function) {
  unwrap<Function>(function)->deleteBody();
}

// Makes a function visible to other modules, which may be loaded at any
// distance.
void hloomExport(LLVMValueRef value) {
  auto *global = unwrap<GlobalValue>(value);
  global->setLinkage(GlobalValue::ExternalLinkage);
  global->setVisibility(GlobalValue::DefaultVisibility);
  global->setDSOLocal(false);
}
}
