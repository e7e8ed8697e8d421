// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stablehlo dialect's C++ classes.

#ifndef HLOOM_STABLEHLO_DIALECT_H
#define HLOOM_STABLEHLO_DIALECT_H

#include "forward/Dims.h"
#include "forward/Forward.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "stablehlo/Traits.h"

namespace hloom::stablehlo {

// What the type constraints in StablehloBase.td ask.
bool isPerTensorQuantized(mlir::Type elementType);
bool isPerAxisQuantized(mlir::Type elementType);
bool hasFittingQuantizedAxis(mlir::Type type);
bool isStaticOrBounded(mlir::Type type);

// Fails if replica groups name a mesh that is no symbol visible from `op`.
llvm::LogicalResult verifyMeshSymbol(mlir::Operation *op,
                                     mlir::Attribute replicaGroups,
                                     mlir::SymbolTableCollection &symbols);

} // namespace hloom::stablehlo

#include "stablehlo/StablehloDialect.h.inc"
#include "stablehlo/StablehloEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "stablehlo/StablehloTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "stablehlo/StablehloAttrs.h.inc"

#define GET_OP_CLASSES
#include "stablehlo/StablehloOps.h.inc"

namespace hloom::stablehlo {

// How attributes and types are encoded in bytecode; generated.
void addBytecode(StablehloDialect &dialect);

} // namespace hloom::stablehlo

#endif // HLOOM_STABLEHLO_DIALECT_H
