// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The predicates of the dialect's type constraints, which ODS requires in C++.

#include "stablehlo/Dialect.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace hloom::stablehlo {

// Checks that a signed storage type is signless in MLIR, that its width is one
// of the specification's, and that zero points are within its range
// (quantized_type_c7, quantized_type_c8).
static bool isValidStorage(quant::QuantizedType type,
                           ArrayRef<int64_t> zeroPoints) {
  auto storage = llvm::dyn_cast<IntegerType>(type.getStorageType());
  if (!storage || (type.isSigned() && !storage.isSignless()) ||
      !llvm::is_contained({2u, 4u, 8u, 16u, 32u},
                          type.getStorageTypeIntegralWidth()))
    return false;
  return llvm::all_of(zeroPoints, [&](int64_t zeroPoint) {
    return type.getStorageTypeMin() <= zeroPoint &&
           zeroPoint <= type.getStorageTypeMax();
  });
}

bool isPerTensorQuantized(Type elementType) {
  auto type = llvm::dyn_cast<quant::UniformQuantizedType>(elementType);
  return type && isValidStorage(type, type.getZeroPoint());
}

bool isPerAxisQuantized(Type elementType) {
  auto type = llvm::dyn_cast<quant::UniformQuantizedPerAxisType>(elementType);
  return type && isValidStorage(type, type.getZeroPoints());
}

bool hasFittingQuantizedAxis(Type type) {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return true;
  auto element = llvm::dyn_cast<quant::UniformQuantizedPerAxisType>(
      tensor.getElementType());
  if (!element)
    return true;
  int64_t axis = element.getQuantizedDimension();
  if (axis < 0 || axis >= tensor.getRank())
    return false;
  return tensor.isDynamicDim(axis) ||
         tensor.getDimSize(axis) ==
             static_cast<int64_t>(element.getScales().size());
}

bool isStaticOrBounded(Type type) {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return false;
  if (tensor.hasStaticShape())
    return true;
  auto bounds =
      llvm::dyn_cast_or_null<TypeExtensionsAttr>(tensor.getEncoding());
  return bounds && tensor.getNumDynamicDims() == 1 &&
         llvm::count_if(bounds.getBounds(), [](int64_t bound) {
           return !ShapedType::isDynamic(bound);
         }) == 1;
}

llvm::LogicalResult
FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<Type> types) {
  for (Type type : types)
    if (!llvm::isa<RankedTensorType>(type))
      return emitError() << "expected ranked tensors in a future, found "
                         << type;
  return success();
}

} // namespace hloom::stablehlo
