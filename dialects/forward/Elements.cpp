// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts resource and sparse elements, which the C API cannot read, to dense
// elements.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

// Returns the number of bytes of an element in a resource, or 0 for a type that
// a resource cannot hold.
static size_t bytesOf(Type element) {
  if (auto parts = dyn_cast<ComplexType>(element))
    return 2 * bytesOf(parts.getElementType());
  if (element.isIndex())
    return IndexType::kInternalStorageBitWidth / 8;
  return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 0;
}

static DenseElementsAttr ofResource(ShapedType type, AsmResourceBlob *blob) {
  if (!blob)
    return {};
  ArrayRef<char> data = blob->getData();
  size_t width = bytesOf(type.getElementType());
  size_t count = type.getNumElements();
  if (width == 0 || data.size() / width != count || data.size() % width != 0)
    return {};
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, data);
  // A resource stores a boolean in a byte, dense elements in a bit.
  SmallVector<bool> booleans(
      llvm::map_range(data, [](char c) { return c & 1; }));
  return DenseElementsAttr::get(type, booleans);
}

static DenseElementsAttr ofSparse(SparseElementsAttr sparse) {
  // Each element becomes an attribute during the conversion, so the number is
  // limited.
  if (sparse.getNumElements() > 1 << 24)
    return {};
  SmallVector<Attribute> elements(sparse.getValues<Attribute>());
  return DenseElementsAttr::get(sparse.getShapedType(), elements);
}

/// Converts elements to dense ones. Returns null for other attributes, for a
/// resource that is missing or has the wrong size, and for sparse attributes
/// with more than 2^24 elements.
extern "C" MlirAttribute hloomDense(MlirAttribute rawValue) {
  Attribute value = unwrap(rawValue);
  if (isa<DenseElementsAttr>(value))
    return rawValue;
  DenseElementsAttr dense;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    dense = ofResource(resource.getType(), resource.getRawHandle().getBlob());
  else if (auto sparse = dyn_cast<SparseElementsAttr>(value))
    dense = ofSparse(sparse);
  return wrap(Attribute(dense));
}
