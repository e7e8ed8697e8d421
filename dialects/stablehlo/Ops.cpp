// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code that ODS generates for the ops: accessors, builders and assembly. It
// is a separate file because it takes long to compile.

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "stablehlo/Assembly.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "stablehlo/StablehloOps.cpp.inc"
