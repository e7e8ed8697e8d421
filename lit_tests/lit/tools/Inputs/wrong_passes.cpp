// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong passes, which hlo-bisect must find.

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include <cstdlib>

namespace {

template <typename Self>
struct WrongPass
    : mlir::PassWrapper<Self, mlir::OperationPass<mlir::ModuleOp>> {
  // Calls a function with every operation that has the given name.
  template <typename Function> void each(llvm::StringRef name, Function edit) {
    llvm::SmallVector<mlir::Operation *> found;
    this->getOperation().walk([&](mlir::Operation *op) {
      if (op->getName().getStringRef() == name)
        found.push_back(op);
    });
    for (mlir::Operation *op : found)
      edit(op);
  }

  void replace(llvm::StringRef from, llvm::StringRef to) {
    each(from, [&](mlir::Operation *op) {
      mlir::OpBuilder builder(op);
      mlir::OperationState state(op->getLoc(), to, op->getOperands(),
                                 op->getResultTypes());
      op->replaceAllUsesWith(builder.create(state));
      op->erase();
    });
  }
};

// Leaves a valid StableHLO program with wrong results.
struct Subtract : WrongPass<Subtract> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Subtract)
  llvm::StringRef getArgument() const final { return "wrong-subtract"; }
  void runOnOperation() final {
    replace("stablehlo.add", "stablehlo.subtract");
  }
};

// Does the same at a lower level, which the interpreter cannot evaluate.
struct Arith : WrongPass<Arith> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Arith)
  llvm::StringRef getArgument() const final { return "wrong-arith"; }
  void runOnOperation() final { replace("arith.addi", "arith.subi"); }
};

struct Crash : WrongPass<Crash> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Crash)
  llvm::StringRef getArgument() const final { return "wrong-crash"; }
  void runOnOperation() final { std::abort(); }
};

struct Fail : WrongPass<Fail> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Fail)
  llvm::StringRef getArgument() const final { return "wrong-fail"; }
  void runOnOperation() final {
    getOperation().emitError("this pass never succeeds");
    signalPassFailure();
  }
};

// Leaves a program that does not verify: an addition with one operand.
struct Invalid : WrongPass<Invalid> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Invalid)
  llvm::StringRef getArgument() const final { return "wrong-invalid"; }
  void runOnOperation() final {
    each("stablehlo.add", [](mlir::Operation *op) { op->eraseOperand(1); });
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "WrongPasses", "1", [] {
            mlir::PassRegistration<Subtract>();
            mlir::PassRegistration<Arith>();
            mlir::PassRegistration<Crash>();
            mlir::PassRegistration<Fail>();
            mlir::PassRegistration<Invalid>();
          }};
}
