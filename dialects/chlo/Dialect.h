// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chlo dialect's C++ classes.

#ifndef HLOOM_CHLO_DIALECT_H
#define HLOOM_CHLO_DIALECT_H

#include "forward/Dims.h"
#include "forward/Forward.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "chlo/ChloDialect.h.inc"
#include "chlo/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "chlo/ChloAttrs.h.inc"

#define GET_OP_CLASSES
#include "chlo/ChloOps.h.inc"

namespace hloom::chlo {

// How attributes are encoded in bytecode; generated.
void addBytecode(ChloDialect &dialect);

} // namespace hloom::chlo

#endif // HLOOM_CHLO_DIALECT_H
