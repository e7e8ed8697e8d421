// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the check dialect.

#include "check/Dialect.h"

#include "forward/Inliner.h"
#include "mlir/IR/Builders.h"

#include "check/CheckDialect.cpp.inc"

#define GET_OP_CLASSES
#include "check/CheckOps.cpp.inc"

void hloom::check::CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "check/CheckOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
}
