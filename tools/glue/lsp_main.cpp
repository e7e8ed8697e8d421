// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C interface to MLIR's language server.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

extern "C" bool hloomLspMain(int argc, const char *const *argv,
                             MlirDialectRegistry registry) {
  char **arguments = const_cast<char **>(const_cast<const char **>(argv));
  return llvm::succeeded(
      mlir::MlirLspServerMain(argc, arguments, *unwrap(registry)));
}
