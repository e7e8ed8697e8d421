// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints lists of dimension numbers in the assembly of attributes:
// `[0, 1]`.

#ifndef HLOOM_FORWARD_DIMS_H
#define HLOOM_FORWARD_DIMS_H

#include "mlir/IR/OpImplementation.h"

namespace hloom {

inline mlir::FailureOr<llvm::SmallVector<int64_t>>
parseDims(mlir::AsmParser &parser) {
  llvm::SmallVector<int64_t> dims;
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(dims.emplace_back());
      }))
    return mlir::failure();
  return dims;
}

inline void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer);
  printer << ']';
}

} // namespace hloom

#endif // HLOOM_FORWARD_DIMS_H
