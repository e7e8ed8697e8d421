// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the dialects' C++ classes ask of Rust. The generated `verify` and
// `inferReturnTypes` methods of every op come here, with the op's number in
// Rust's `Op` enum.

#ifndef HLOOM_FORWARD_FORWARD_H
#define HLOOM_FORWARD_FORWARD_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/TypeRange.h"
#include "mlir/IR/ValueRange.h"

#include <optional>
#include <type_traits>

namespace hloom {

// Verifies an operation; what it violates is emitted as its error.
llvm::LogicalResult verifyInRust(unsigned op, mlir::Operation *operation);

// Verifies the symbols an operation refers to, as `verifyInRust` does the rest.
llvm::LogicalResult verifySymbolsInRust(unsigned op,
                                        mlir::Operation *operation);

// Infers the result types; what is violated is emitted at `location`, if any.
// `attributes` holds the discardable attributes, `properties` the inherent
// ones (a dictionary or null).
llvm::LogicalResult inferInRust(unsigned op, mlir::MLIRContext *context,
                                std::optional<mlir::Location> location,
                                mlir::ValueRange operands,
                                mlir::DictionaryAttr attributes,
                                mlir::Attribute properties,
                                mlir::RegionRange regions,
                                llvm::SmallVectorImpl<mlir::Type> &results);

// An op's inherent attributes, from the properties a static method is given.
template <typename ConcreteOp>
mlir::Attribute propertiesOf(mlir::MLIRContext *context,
                             mlir::OpaqueProperties properties) {
  using Properties = typename ConcreteOp::Properties;
  auto *held = properties.as<Properties *>();
  if (!held)
    return {};
  if constexpr (std::is_same_v<Properties, mlir::EmptyProperties>)
    return {};
  else
    return ConcreteOp::getPropertiesAsAttr(context, *held);
}

// Whether inferred result types fit declared ones: the same up to dimensions
// that one side leaves open and to quantization parameters.
bool compatibleReturnTypes(mlir::TypeRange inferred, mlir::TypeRange declared);

// An op whose result types Rust infers; says so, and carries a declaration.
template <typename ConcreteOp>
class InfersInRust : public mlir::OpTrait::TraitBase<ConcreteOp, InfersInRust> {
};

} // namespace hloom

#endif // HLOOM_FORWARD_FORWARD_H
