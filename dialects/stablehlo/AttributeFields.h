// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly of attributes that consist of named numbers and number lists:
// `<offset_dims = [1], index_vector_dim = 1>`. It is that of ODS's `struct`,
// but allows a trailing comma, which occurs in StableHLO's programs.

#ifndef HLOOM_STABLEHLO_ATTRIBUTEFIELDS_H
#define HLOOM_STABLEHLO_ATTRIBUTEFIELDS_H

#include "mlir/IR/OpImplementation.h"

namespace hloom::stablehlo {

// The name of a field and its value, which is a number or a list.
struct Field {
  llvm::StringRef name;
  llvm::SmallVector<int64_t> list;
  int64_t number = 0;
  bool isNumber = false;

  Field(const char *name) : name(name) {}
  Field(llvm::StringRef name, llvm::ArrayRef<int64_t> list)
      : name(name), list(list) {}
  Field(llvm::StringRef name, int64_t number)
      : name(name), number(number), isNumber(true) {}
};

// Parses fields in any order and the final `>`. Absent fields keep their value.
mlir::ParseResult parseFields(mlir::AsmParser &parser,
                              llvm::MutableArrayRef<Field> fields);

// Prints the fields between `<` and `>`; omits zeros and empty lists.
void printFields(mlir::AsmPrinter &printer, llvm::ArrayRef<Field> fields);

} // namespace hloom::stablehlo

#endif // HLOOM_STABLEHLO_ATTRIBUTEFIELDS_H
