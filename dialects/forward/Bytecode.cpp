// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The versions of bytecode, and reading to the end.

#include "forward/Bytecode.h"

using namespace mlir;

// The newest version of StableHLO whose bytecode is known here.
static constexpr uint64_t newestMajor = 1, newestMinor = 20;

// Most bytecode names no version. What does is of a version that is known, and
// those are all encoded alike.
std::unique_ptr<DialectVersion>
hloom::Bytecode::readVersion(BytecodeReader &reader) const {
  uint64_t major, minor, patch;
  if (failed(reader.readVarInt(major)) || failed(reader.readVarInt(minor)) ||
      failed(reader.readVarInt(patch)))
    return nullptr;
  if (std::pair(major, minor) > std::pair(newestMajor, newestMinor)) {
    reader.emitError() << "expected `" << getDialect()->getNamespace()
                       << "` of a version up to " << newestMajor << "."
                       << newestMinor << ", found " << major << "." << minor
                       << "." << patch;
    return nullptr;
  }
  return std::make_unique<DialectVersion>();
}

// A reader cannot be asked whether it is at its end, but it says so.
LogicalResult hloom::readUnlessAtEnd(BytecodeReader &reader,
                                     Attribute &attribute, bool &isAtEnd) {
  isAtEnd = false;
  std::string message;
  LogicalResult result = failure();
  {
    ScopedDiagnosticHandler listen(
        reader.getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            message = diagnostic.str();
          return success();
        });
    result = reader.readOptionalAttribute(attribute);
  }
  if (succeeded(result))
    return success();
  isAtEnd = StringRef(message).contains("at the end of the bytecode");
  if (isAtEnd)
    return success();
  return reader.emitError() << message;
}
