// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that forward from the dialects' C++ classes to Rust. The generated
// `verify` and `inferReturnTypes` methods of every op call them with the op's
// number in Rust's `Op` enum.

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

// Verifies an operation and emits the violated constraint as its error.
llvm::LogicalResult verifyInRust(unsigned op, mlir::Operation *operation);

// Verifies the symbols that an operation refers to and emits the violated
// constraint as its error.
llvm::LogicalResult verifySymbolsInRust(unsigned op,
                                        mlir::Operation *operation);

// Infers the result types. Emits a violated constraint at `location`, if any.
// `attributes` holds the discardable attributes, `properties` the inherent
// ones (a dictionary or null).
llvm::LogicalResult inferInRust(unsigned op, mlir::MLIRContext *context,
                                std::optional<mlir::Location> location,
                                mlir::ValueRange operands,
                                mlir::DictionaryAttr attributes,
                                mlir::Attribute properties,
                                mlir::RegionRange regions,
                                llvm::SmallVectorImpl<mlir::Type> &results);

// Returns an op's inherent attributes from the properties that a static method
// gets.
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

// Returns true if inferred result types are compatible with declared ones. They
// may differ in dimensions that are dynamic on one side, and in quantization
// parameters.
bool compatibleReturnTypes(mlir::TypeRange inferred, mlir::TypeRange declared);

// Marks an op whose result types Rust infers. ODS attaches the declaration of
// `isCompatibleReturnTypes` to this trait.
template <typename ConcreteOp>
class InfersInRust : public mlir::OpTrait::TraitBase<ConcreteOp, InfersInRust> {
};

} // namespace hloom

#endif // HLOOM_FORWARD_FORWARD_H
