// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly of attributes that are named numbers and lists of numbers:
// `<offset_dims = [1], index_vector_dim = 1>`. What ODS's `struct` would read,
// and a comma before the end too, which StableHLO's programs have.

#ifndef HLOOM_STABLEHLO_ATTRIBUTEFIELDS_H
#define HLOOM_STABLEHLO_ATTRIBUTEFIELDS_H

#include "mlir/IR/OpImplementation.h"

namespace hloom::stablehlo {

// A field's name and its value, one of the two.
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

// Parses fields in any order up to the `>`; those not written keep their value.
mlir::ParseResult parseFields(mlir::AsmParser &parser,
                              llvm::MutableArrayRef<Field> fields);

// Prints the fields between `<` and `>`, without zeros and empty lists.
void printFields(mlir::AsmPrinter &printer, llvm::ArrayRef<Field> fields);

} // namespace hloom::stablehlo

#endif // HLOOM_STABLEHLO_ATTRIBUTEFIELDS_H
