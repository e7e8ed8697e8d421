// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op traits of the dialect in addition to MLIR's.

#ifndef HLOOM_STABLEHLO_TRAITS_H
#define HLOOM_STABLEHLO_TRAITS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace hloom::stablehlo {

// Makes an op speculatable if all shapes of operands and results are static. An
// op with regions is speculatable only if the ops in its regions are too.
template <typename ConcreteOp>
class SpeculatableIfStatic
    : public mlir::OpTrait::TraitBase<ConcreteOp, SpeculatableIfStatic> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    mlir::Operation *op = this->getOperation();
    auto isStatic = [](mlir::Type type) {
      auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
      return !shaped || shaped.hasStaticShape();
    };
    if (!llvm::all_of(op->getOperandTypes(), isStatic) ||
        !llvm::all_of(op->getResultTypes(), isStatic))
      return mlir::Speculation::NotSpeculatable;
    return op->getNumRegions() == 0
               ? mlir::Speculation::Speculatable
               : mlir::Speculation::RecursivelySpeculatable;
  }
};

// Marks an op whose result types Rust infers. ODS attaches the declaration of
// `isCompatibleReturnTypes` to this trait.
template <typename ConcreteOp>
class InfersInRust : public mlir::OpTrait::TraitBase<ConcreteOp, InfersInRust> {
};

} // namespace hloom::stablehlo

#endif // HLOOM_STABLEHLO_TRAITS_H
