// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries of a JIT that several programs share. LLVM's C API cannot look up
// a symbol of a library at once, nor remove a library.

#include "llvm-c/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace llvm;
using namespace llvm::orc;

static LLJIT &unwrap(LLVMOrcLLJITRef jit) {
  return *reinterpret_cast<LLJIT *>(jit);
}

static JITDylib &unwrap(LLVMOrcJITDylibRef library) {
  return *reinterpret_cast<JITDylib *>(library);
}

extern "C" {

// Creates a library, whose name no other has. Its undefined symbols are those
// of the process.
LLVMOrcJITDylibRef hloomCreateLibrary(LLVMOrcLLJITRef jit, const char *name) {
  JITDylib &library =
      unwrap(jit).getExecutionSession().createBareJITDylib(name);
  if (JITDylibSP process = unwrap(jit).getProcessSymbolsJITDylib())
    library.addToLinkOrder(*process);
  return reinterpret_cast<LLVMOrcJITDylibRef>(&library);
}

// Links a library if necessary, and sets the address of one of its symbols.
LLVMErrorRef hloomLookUp(LLVMOrcLLJITRef jit, LLVMOrcJITDylibRef library,
                         const char *name, uint64_t *address) {
  Expected<ExecutorAddr> found = unwrap(jit).lookup(unwrap(library), name);
  if (!found)
    return wrap(found.takeError());
  *address = found->getValue();
  return nullptr;
}

// Frees a library and its memory.
LLVMErrorRef hloomRemoveLibrary(LLVMOrcLLJITRef jit,
                                LLVMOrcJITDylibRef library) {
  return wrap(
      unwrap(jit).getExecutionSession().removeJITDylib(unwrap(library)));
}
}
