// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attribute operations that the C API lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

/// The same elements with the type `rawType`, whose elements differ in
/// signedness alone; null for anything else.
extern "C" MlirAttribute hloomDenseWithType(MlirAttribute rawValue,
                                            MlirType rawType) {
  auto type = llvm::dyn_cast<mlir::ShapedType>(unwrap(rawType));
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(unwrap(rawValue));
  if (!type || !dense || dense.getType().getShape() != type.getShape())
    return wrap(mlir::Attribute());
  if (dense.getType() == type)
    return rawValue;
  mlir::Type from = dense.getElementType(), to = type.getElementType();
  if (!from.isIntOrFloat() || !to.isIntOrFloat() ||
      from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return wrap(mlir::Attribute());
  return wrap(mlir::Attribute(dense.bitcast(to)));
}

/// The one element of a dense attribute whose elements are all the same; null
/// for anything else.
extern "C" MlirAttribute hloomSplatValue(MlirAttribute rawValue) {
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(unwrap(rawValue));
  if (!dense || !dense.isSplat())
    return wrap(mlir::Attribute());
  return wrap(dense.getSplatValue<mlir::Attribute>());
}
