// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traits of the dialect's ops beyond MLIR's.

#ifndef HLOOM_STABLEHLO_TRAITS_H
#define HLOOM_STABLEHLO_TRAITS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace hloom::stablehlo {

// An op that may run where the program would not run it if its types are
// static; with regions, if what they hold may.
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

// An op whose result types Rust infers; says so, and carries a declaration.
template <typename ConcreteOp>
class InfersInRust : public mlir::OpTrait::TraitBase<ConcreteOp, InfersInRust> {
};

} // namespace hloom::stablehlo

#endif // HLOOM_STABLEHLO_TRAITS_H
