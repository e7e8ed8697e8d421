// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that run a Rust function. Rust registers them with their name, their
// options and the dialects that they create operations of.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/ADT/STLExtras.h"

#include <memory>
#include <string>
#include <vector>

extern "C" {
struct HloomOption {
  MlirStringRef name, description, defaultValue;
};
bool hloom_rs_run_pass(const void *info, MlirOperation op,
                       const MlirStringRef *values, size_t count);
}

namespace {

std::string text(MlirStringRef ref) {
  return std::string(ref.data ? ref.data : "", ref.data ? ref.length : 0);
}

struct Description {
  struct Option {
    std::string name, description, defaultValue;
  };
  const void *info;
  std::string argument, description, anchor;
  std::vector<Option> options;
  std::vector<std::string> dialects;
};

class RustPass : public mlir::Pass {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RustPass)

  explicit RustPass(std::shared_ptr<const Description> description)
      : Pass(mlir::TypeID::get<RustPass>(),
             description->anchor.empty()
                 ? std::nullopt
                 : std::optional<llvm::StringRef>(description->anchor)),
        description(std::move(description)) {
    declareOptions();
  }
  RustPass(const RustPass &other)
      : Pass(other), description(other.description) {
    declareOptions();
  }

  llvm::StringRef getName() const override { return description->argument; }
  llvm::StringRef getArgument() const override { return description->argument; }
  llvm::StringRef getDescription() const override {
    return description->description;
  }
  bool canScheduleOn(mlir::RegisteredOperationName) const override {
    return true;
  }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    // MLIR looks up the operation of a nested pass manager, such as
    // gpu.module(..), before it initializes the passes.
    if (llvm::is_contained(description->dialects, "gpu"))
      registry.insert<mlir::gpu::GPUDialect>();
  }
  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<RustPass>(*this);
  }

protected:
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {
    for (const std::string &name : description->dialects)
      if (!context->getOrLoadDialect(name))
        return mlir::emitError(mlir::UnknownLoc::get(context))
               << "pass `" << description->argument << "` needs dialect `"
               << name << "`, which is not registered";
    return mlir::success();
  }

  void runOnOperation() override {
    std::vector<MlirStringRef> values;
    for (const auto &option : options)
      values.push_back({option->getValue().data(), option->getValue().size()});
    if (!hloom_rs_run_pass(description->info, wrap(getOperation()),
                           values.data(), values.size()))
      signalPassFailure();
  }

private:
  void declareOptions() {
    for (const Description::Option &option : description->options)
      options.push_back(std::make_unique<Option<std::string>>(
          *this, option.name, llvm::cl::desc(option.description),
          llvm::cl::init(option.defaultValue)));
  }

  std::shared_ptr<const Description> description;
  std::vector<std::unique_ptr<Option<std::string>>> options;
};

} // namespace

/// Emits a warning, for which MLIR's C API has no function.
extern "C" void hloomEmitWarning(MlirLocation location, MlirStringRef message) {
  mlir::emitWarning(unwrap(location)) << text(message);
}

extern "C" bool hloomIsRegistered(MlirStringRef argument) {
  return mlir::PassInfo::lookup(text(argument)) != nullptr;
}

extern "C" void
hloomRegisterPass(const void *info, MlirStringRef argument,
                  MlirStringRef descriptionText, MlirStringRef anchor,
                  const HloomOption *options, size_t optionCount,
                  const MlirStringRef *dialects, size_t dialectCount) {
  // MLIR's registry keeps the description alive until the process ends.
  auto description = std::make_shared<Description>();
  description->info = info;
  description->argument = text(argument);
  description->description = text(descriptionText);
  description->anchor = text(anchor);
  for (size_t i = 0; i < optionCount; ++i)
    description->options.push_back({text(options[i].name),
                                    text(options[i].description),
                                    text(options[i].defaultValue)});
  for (size_t i = 0; i < dialectCount; ++i)
    description->dialects.push_back(text(dialects[i]));
  mlir::registerPass(
      [description] { return std::make_unique<RustPass>(description); });
}
