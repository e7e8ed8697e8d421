// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes from shared libraries.

#include "mlir-c/Support.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

// Registers the passes of a library; says why not, if it cannot.
extern "C" bool hloomLoadPassPlugin(MlirStringRef path,
                                    MlirStringCallback report, void *data) {
  llvm::Expected<mlir::PassPlugin> plugin =
      mlir::PassPlugin::load(unwrap(path).str());
  if (!plugin) {
    std::string message = llvm::toString(plugin.takeError());
    report(wrap(llvm::StringRef(message)), data);
    return false;
  }
  plugin->registerPassRegistryCallbacks();
  return true;
}
