// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes and dialects from shared libraries.

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

// Loads a library of dialects; says why not, if it cannot.
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

// Puts the dialects of all libraries that were loaded into a registry.
extern "C" void hloomRegisterPluginDialects(MlirDialectRegistry registry) {
  for (mlir::DialectPlugin &plugin : dialectPlugins)
    plugin.registerDialectRegistryCallbacks(*unwrap(registry));
}

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
