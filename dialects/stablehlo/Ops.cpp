// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ODS generates for the ops: accessors, builders, the assembly that .td
// files describe. A file of its own, as it takes long to compile.

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "stablehlo/Assembly.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "stablehlo/StablehloOps.cpp.inc"
