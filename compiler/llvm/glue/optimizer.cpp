// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass pipeline with several lists of passes on functions. LLVM's textual
// pipelines and the C API run one list on all functions.

#include "llvm-c/Error.h"
#include "llvm-c/TargetMachine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace {
// Returns true if all innermost loops have metadata that forbids LLVM's
// vectorizer.
bool areVectorized(LoopInfo &loops) {
  return all_of(loops.getLoopsInPreorder(), [](Loop *loop) {
    auto enable =
        getOptionalBoolLoopAttribute(loop, "llvm.loop.vectorize.enable");
    return !loop->isInnermost() || enable == false;
  });
}

struct Choice : PassInfoMixin<Choice> {
  FunctionPassManager straight, vectorized, loops;

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &found = analyses.getResult<LoopAnalysis>(function);
    auto &passes = found.empty()          ? straight
                   : areVectorized(found) ? vectorized
                                          : loops;
    return passes.run(function, analyses);
  }
};
} // namespace

extern "C" {

// Runs the passes `first` on a module, then those on each of its functions:
// without loops, with loops that are vectorized, or with other loops; then the
// passes `last` on the module. Returns null, or an error that the caller owns.
LLVMErrorRef hloomOptimize(LLVMModuleRef module, LLVMTargetMachineRef machine,
                           const char *first, const char *straight,
                           const char *vectorized, const char *loops,
                           const char *last) {
  PassBuilder builder(reinterpret_cast<TargetMachine *>(machine));
  LoopAnalysisManager onLoops;
  FunctionAnalysisManager onFunctions;
  CGSCCAnalysisManager onCalls;
  ModuleAnalysisManager onModules;
  builder.registerModuleAnalyses(onModules);
  builder.registerCGSCCAnalyses(onCalls);
  builder.registerFunctionAnalyses(onFunctions);
  builder.registerLoopAnalyses(onLoops);
  builder.crossRegisterProxies(onLoops, onFunctions, onCalls, onModules);
  ModulePassManager passes;
  Choice choice;
  if (Error error = builder.parsePassPipeline(passes, first))
    return wrap(std::move(error));
  if (Error error = builder.parsePassPipeline(choice.straight, straight))
    return wrap(std::move(error));
  if (Error error = builder.parsePassPipeline(choice.vectorized, vectorized))
    return wrap(std::move(error));
  if (Error error = builder.parsePassPipeline(choice.loops, loops))
    return wrap(std::move(error));
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(choice)));
  if (Error error = builder.parsePassPipeline(passes, last))
    return wrap(std::move(error));
  passes.run(*unwrap(module), onModules);
  return nullptr;
}
}
