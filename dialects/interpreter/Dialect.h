// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter dialect's C++ classes.

#ifndef HLOOM_INTERPRETER_DIALECT_H
#define HLOOM_INTERPRETER_DIALECT_H

#include "forward/Forward.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

#include "interpreter/InterpreterDialect.h.inc"

#define GET_OP_CLASSES
#include "interpreter/InterpreterOps.h.inc"

#endif // HLOOM_INTERPRETER_DIALECT_H
