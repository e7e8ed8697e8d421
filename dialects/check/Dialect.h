// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check dialect's C++ classes.

#ifndef HLOOM_CHECK_DIALECT_H
#define HLOOM_CHECK_DIALECT_H

#include "forward/Forward.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "check/CheckDialect.h.inc"

#define GET_OP_CLASSES
#include "check/CheckOps.h.inc"

#endif // HLOOM_CHECK_DIALECT_H
