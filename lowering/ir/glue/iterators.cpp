// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterator types of linalg operations, which MLIR's C API lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

/// Returns true if an attribute is the iterator type of a parallel dimension.
extern "C" bool hloomIsParallel(MlirAttribute rawType) {
  auto type = llvm::dyn_cast<mlir::linalg::IteratorTypeAttr>(unwrap(rawType));
  return type && type.getValue() == mlir::utils::IteratorType::parallel;
}
