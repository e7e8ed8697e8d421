// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's serializer of SPIR-V, which the C API lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Target/SPIRV/Serialization.h"

/// Passes the words of a `spirv.module` to `push`. Returns false after an
/// error, which is reported at the operation that has it.
extern "C" bool hloomSerializeSpirv(MlirOperation rawModule,
                                    void (*push)(void *, const uint32_t *,
                                                 size_t),
                                    void *sink) {
  auto module = llvm::dyn_cast<mlir::spirv::ModuleOp>(unwrap(rawModule));
  llvm::SmallVector<uint32_t, 0> words;
  mlir::spirv::SerializationOptions options;
  options.emitSymbolName = true;
  if (!module || mlir::failed(mlir::spirv::serialize(module, words, options)))
    return false;
  push(sink, words.data(), words.size());
  return true;
}
