// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sdy dialect's C++ classes.

#ifndef HLOOM_SDY_DIALECT_H
#define HLOOM_SDY_DIALECT_H

#include "forward/Forward.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "sdy/SdyDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "sdy/SdyAttrs.h.inc"

#define GET_OP_CLASSES
#include "sdy/SdyOps.h.inc"

#endif // HLOOM_SDY_DIALECT_H
