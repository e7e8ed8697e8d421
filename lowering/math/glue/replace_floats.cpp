// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's replacement of types and attributes, which the C API lacks.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

/// Replaces float types in the types and attributes inside `rawRoot` with an
/// integer type of the same width. Constants keep their bits.
extern "C" void hloomReplaceFloats(MlirOperation rawRoot, const MlirType *from,
                                   size_t count, MlirType rawTo) {
  mlir::Type to = unwrap(rawTo);
  auto isReplaced = [=](mlir::Type type) {
    return llvm::any_of(llvm::ArrayRef(from, count), [=](MlirType candidate) {
      return unwrap(candidate) == type;
    });
  };
  mlir::AttrTypeReplacer replacer;
  replacer.addReplacement(
      [=](mlir::FloatType type) -> std::optional<mlir::Type> {
        return isReplaced(type) ? std::optional(to) : std::nullopt;
      });
  replacer.addReplacement(
      [=](mlir::FloatAttr value) -> std::optional<mlir::Attribute> {
        if (!isReplaced(value.getType()))
          return std::nullopt;
        return mlir::IntegerAttr::get(to, value.getValue().bitcastToAPInt());
      });
  replacer.addReplacement(
      [=](mlir::DenseElementsAttr values) -> std::optional<mlir::Attribute> {
        if (!isReplaced(values.getElementType()))
          return std::nullopt;
        return values.bitcast(to);
      });
  replacer.recursivelyReplaceElementsIn(unwrap(rawRoot), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}
