// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions on attributes that MLIR's C API lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

/// Returns a dense attribute of the type `rawType` with the bits of `rawValue`.
/// Returns null if `rawValue` is not dense, if the types differ in shape or in
/// element width, or if they differ and are not integers or floats.
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

/// Returns the element of a splat. Returns null for other attributes.
extern "C" MlirAttribute hloomSplatValue(MlirAttribute rawValue) {
  auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(unwrap(rawValue));
  if (!dense || !dense.isSplat())
    return wrap(mlir::Attribute());
  return wrap(dense.getSplatValue<mlir::Attribute>());
}
