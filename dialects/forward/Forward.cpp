// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls from C++ into Rust, and the functions that Rust needs in addition
// to MLIR's C API.

#include "forward/Forward.h"

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

extern "C" {
using ReportFn = void (*)(void *sink, MlirStringRef message);
using PushTypeFn = void (*)(void *sink, MlirType type);

bool hloom_rs_verify(uint32_t op, MlirOperation operation, ReportFn report,
                     void *sink);
bool hloom_rs_verify_symbols(uint32_t op, MlirOperation operation,
                             ReportFn report, void *sink);
bool hloom_rs_infer(uint32_t op, MlirContext context, MlirLocation location,
                    intptr_t operandCount, const MlirValue *operands,
                    MlirAttribute properties, MlirAttribute attributes,
                    intptr_t regionCount, const MlirRegion *regions,
                    PushTypeFn push, void *results, ReportFn report,
                    void *sink);
bool hloom_rs_compatible(MlirType inferred, MlirType declared);
}

// Reports on the operation that a verifier passes as the sink.
static void reportOnOperation(void *sink, MlirStringRef message) {
  static_cast<Operation *>(sink)->emitOpError() << unwrap(message);
}

// Reports at the optional location that type inference passes as the sink.
static void reportAtLocation(void *sink, MlirStringRef message) {
  auto *location = static_cast<std::optional<Location> *>(sink);
  if (*location)
    emitError(**location) << unwrap(message);
}

static void pushType(void *results, MlirType type) {
  static_cast<SmallVectorImpl<Type> *>(results)->push_back(unwrap(type));
}

LogicalResult hloom::verifyInRust(unsigned op, Operation *operation) {
  return success(
      hloom_rs_verify(op, wrap(operation), reportOnOperation, operation));
}

LogicalResult hloom::verifySymbolsInRust(unsigned op, Operation *operation) {
  return success(hloom_rs_verify_symbols(op, wrap(operation), reportOnOperation,
                                         operation));
}

LogicalResult hloom::inferInRust(unsigned op, MLIRContext *context,
                                 std::optional<Location> location,
                                 ValueRange operands, DictionaryAttr attributes,
                                 Attribute properties, RegionRange regions,
                                 SmallVectorImpl<Type> &results) {
  SmallVector<MlirValue> wrappedOperands;
  for (Value operand : operands)
    wrappedOperands.push_back(wrap(operand));
  SmallVector<MlirRegion> wrappedRegions;
  for (Region *region : regions)
    wrappedRegions.push_back(wrap(region));
  Location known = location.value_or(UnknownLoc::get(context));
  results.clear();
  return success(hloom_rs_infer(
      op, wrap(context), wrap(known), wrappedOperands.size(),
      wrappedOperands.data(), wrap(properties), wrap(Attribute(attributes)),
      wrappedRegions.size(), wrappedRegions.data(), pushType, &results,
      reportAtLocation, &location));
}

bool hloom::compatibleReturnTypes(TypeRange inferred, TypeRange declared) {
  return llvm::all_of_zip(inferred, declared, [](Type one, Type other) {
    return one == other || hloom_rs_compatible(wrap(one), wrap(other));
  });
}

// Parses a module from text or bytecode. The copy of the buffer has the
// alignment that bytecode requires.
extern "C" MlirModule hloomParseModule(MlirContext context,
                                       MlirStringRef source,
                                       MlirStringRef name) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(unwrap(source), unwrap(name)),
      llvm::SMLoc());
  return wrap(parseSourceFile<ModuleOp>(sources, ParserConfig(unwrap(context)))
                  .release());
}
