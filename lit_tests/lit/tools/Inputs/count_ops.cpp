// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass plugin: it counts the StableHLO operations of a module.

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
namespace {

struct CountOps
    : mlir::PassWrapper<CountOps, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountOps)

  llvm::StringRef getArgument() const final { return "count-ops"; }

  void runOnOperation() final {
    int count = 0;
    getOperation().walk([&](mlir::Operation *op) {
      count += op->getName().getDialectNamespace() == "stablehlo";
    });
    mlir::Builder builder(&getContext());
    getOperation()->setAttr("plugin.count", builder.getI64IntegerAttr(count));
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "CountOps", "1",
          [] { mlir::PassRegistration<CountOps>(); }};
}
