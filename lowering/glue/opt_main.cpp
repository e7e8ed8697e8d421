// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The upstream mlir-opt driver with flags for pipelines and backends.

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"

using FillPipeline = bool (*)(MlirStringRef name, MlirStringRef startAt,
                              MlirStringRef stopAfter, MlirStringRef file,
                              MlirStringRef schedules,
                              MlirOpPassManager manager);

using PrintPipeline = bool (*)(MlirStringRef name, MlirStringRef file,
                               MlirStringRef schedules);

// Converts the content of a file to MLIR's text or bytecode and passes it to
// `take`. Returns false after it has reported an error.
using ReadSource = bool (*)(MlirStringRef name, MlirStringRef content,
                            const void *reader, MlirStringCallback take,
                            void *into);

extern "C" int hloomOptMain(int argc, const char *const *argv,
                            MlirDialectRegistry rawRegistry, FillPipeline fill,
                            void (*printPipelines)(), void (*printBackends)(),
                            PrintPipeline print, ReadSource read,
                            const void *reader) {
  static llvm::cl::OptionCategory category("hloom options");
  static llvm::cl::opt<std::string> pipeline(
      "pipeline",
      llvm::cl::desc("run a backend's lowering pipeline by its name"),
      llvm::cl::value_desc("name"), llvm::cl::cat(category));
  static llvm::cl::opt<std::string> pipelineFile(
      "pipeline-file",
      llvm::cl::desc("with --pipeline or --print-pipeline: a file of edits to "
                     "the pipeline"),
      llvm::cl::value_desc("file"), llvm::cl::cat(category));
  static llvm::cl::list<std::string> schedule(
      "schedule",
      llvm::cl::desc("with --pipeline or --print-pipeline: a file of the "
                     "transform dialect, applied before the backend's own "
                     "schedule; may be repeated"),
      llvm::cl::value_desc("file"), llvm::cl::cat(category));
  static llvm::cl::opt<std::string> printPipeline(
      "print-pipeline",
      llvm::cl::desc("print a pipeline in the form of --pipeline-file, with "
                     "the reason for each pass, and exit"),
      llvm::cl::value_desc("name"), llvm::cl::cat(category));
  // libLLVM has a hidden option of this name for its code generator. hlo-opt
  // does not control the code generator by flags, so it reuses the option.
  auto *stopAfterOption = static_cast<llvm::cl::opt<std::string> *>(
      llvm::cl::getRegisteredOptions().lookup("stop-after"));
  stopAfterOption->setDescription(
      "with --pipeline: the last level to run (hlo, "
      "linalg, loops, buffers, target)");
  stopAfterOption->setValueStr("level");
  stopAfterOption->setHiddenFlag(llvm::cl::NotHidden);
  static llvm::cl::opt<std::string> startAt(
      "start-at",
      llvm::cl::desc("with --pipeline: the first level to run; the program is "
                     "what the level before it leaves"),
      llvm::cl::value_desc("level"), llvm::cl::cat(category));
  static llvm::cl::opt<bool> listPipelines(
      "list-pipelines", llvm::cl::desc("list the pipelines and exit"),
      llvm::cl::cat(category));
  static llvm::cl::opt<bool> listBackends(
      "list-backends",
      llvm::cl::desc("list the backends, the targets they compile for and the "
                     "operations they do not support, and exit"),
      llvm::cl::cat(category));
  // Only for --help: hlo-opt handles the flag before it calls this function.
  static llvm::cl::opt<std::string> explore(
      "explore",
      llvm::cl::desc("with --pipeline: write a page for a browser that shows "
                     "the program at every level; --explore=FILE --help lists "
                     "the options"),
      llvm::cl::value_desc("file"), llvm::cl::cat(category));
  // Only parsed here: hlo-opt loads the backends before it calls this function,
  // because their passes are flags.
  static llvm::cl::list<std::string> loadBackend(
      "load-backend",
      llvm::cl::desc("load a backend from a shared library; may be repeated"),
      llvm::cl::value_desc("file"), llvm::cl::cat(category));

  char **args = const_cast<char **>(const_cast<const char **>(argv));
  llvm::InitLLVM init(argc, args);
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();

  mlir::DialectRegistry &registry = *unwrap(rawRegistry);
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, args, "HLO optimizer driver\n", registry);
  static std::string stopAfter;
  stopAfter = stopAfterOption->getValue();
  stopAfterOption->setInitialValue("");
  if (listPipelines || listBackends) {
    (listPipelines ? printPipelines : printBackends)();
    return 0;
  }
  bool prints = !printPipeline.empty();
  std::string schedules = llvm::join(schedule, "\n");
  for (auto [isGiven, flag] :
       {std::pair(!startAt.empty(), "start-at"),
        std::pair(!stopAfter.empty(), "stop-after"),
        std::pair(!pipelineFile.empty() && !prints, "pipeline-file"),
        std::pair(!schedule.empty() && !prints, "schedule")})
    if (pipeline.empty() && isGiven) {
      llvm::errs() << "error: --" << flag << " needs --pipeline\n";
      return 1;
    }
  if (prints)
    return print({printPipeline.data(), printPipeline.size()},
                 {pipelineFile.data(), pipelineFile.size()},
                 {schedules.data(), schedules.size()})
               ? 0
               : 1;

  mlir::MlirOptMainConfig config =
      mlir::MlirOptMainConfig::createFromCLOptions();
  // MLIR answers these requests itself, without input.
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, args, input, output, registry));
  if (!pipeline.empty() && config.shouldRunReproducer()) {
    llvm::errs() << "error: --pipeline and --run-reproducer exclude each "
                    "other\n";
    return 1;
  }
  if (!pipeline.empty())
    config.setPassPipelineSetupFn([fill,
                                   schedules](mlir::PassManager &manager) {
      MlirStringRef name{pipeline.data(), pipeline.size()};
      MlirStringRef first{startAt.data(), startAt.size()};
      MlirStringRef last{stopAfter.data(), stopAfter.size()};
      return llvm::success(
          fill(name, first, last, {pipelineFile.data(), pipelineFile.size()},
               {schedules.data(), schedules.size()},
               wrap(static_cast<mlir::OpPassManager *>(&manager))));
    });

  std::string error;
  auto file = mlir::openInputFile(input, &error);
  if (!file) {
    llvm::errs() << "error: " << error << '\n';
    return 1;
  }
  std::unique_ptr<llvm::WritableMemoryBuffer> source;
  auto take = [&](llvm::StringRef program) {
    source = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
        program.size(), file->getBufferIdentifier(),
        // MLIR's bytecode reader requires alignment of its sections.
        llvm::Align(64));
    llvm::copy(program, source->getBufferStart());
  };
  if (!read(
          wrap(file->getBufferIdentifier()), wrap(file->getBuffer()), reader,
          [](MlirStringRef program, void *into) {
            (*static_cast<decltype(take) *>(into))(unwrap(program));
          },
          &take))
    return 1;
  auto out = mlir::openOutputFile(output, &error);
  if (!out) {
    llvm::errs() << "error: " << error << '\n';
    return 1;
  }
  if (mlir::failed(
          mlir::MlirOptMain(out->os(), std::move(source), registry, config)))
    return 1;
  out->keep();
  return 0;
}
