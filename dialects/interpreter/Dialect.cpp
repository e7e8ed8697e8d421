// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the interpreter dialect.

#include "interpreter/Dialect.h"

#include "forward/Inliner.h"
#include "mlir/IR/Builders.h"

#include "interpreter/InterpreterDialect.cpp.inc"

#define GET_OP_CLASSES
#include "interpreter/InterpreterOps.cpp.inc"

void hloom::interpreter::InterpreterDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "interpreter/InterpreterOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
}
