// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C interface to MLIR's pass and dialect plugins.

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include <vector>

namespace {
std::vector<mlir::DialectPlugin> dialectPlugins;
} // namespace

// Loads a dialect plugin. On failure, reports the reason and returns false.
extern "C" bool hloomLoadDialectPlugin(MlirStringRef path,
                                       MlirStringCallback report, void *data) {
  llvm::Expected<mlir::DialectPlugin> plugin =
      mlir::DialectPlugin::load(unwrap(path).str());
  if (!plugin) {
    std::string message = llvm::toString(plugin.takeError());
    report(wrap(llvm::StringRef(message)), data);
    return false;
  }
  dialectPlugins.push_back(*plugin);
  return true;
}

// Adds the dialects of all loaded plugins to a registry.
extern "C" void hloomRegisterPluginDialects(MlirDialectRegistry registry) {
  for (mlir::DialectPlugin &plugin : dialectPlugins)
    plugin.registerDialectRegistryCallbacks(*unwrap(registry));
}

// Loads a pass plugin and registers its passes. On failure, reports the reason
// and returns false.
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
