// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the dialect versions in bytecode, and finds the end of an operation.

#include "forward/Bytecode.h"

using namespace mlir;

// The newest version of StableHLO whose bytecode this reader supports.
static constexpr uint64_t newestMajor = 1, newestMinor = 20;

// Most bytecode has no version. A version must not be newer than the newest
// supported one. All supported versions have the same encoding.
std::unique_ptr<DialectVersion>
hloom::Bytecode::readVersion(BytecodeReader &reader) const {
  uint64_t major, minor, patch;
  if (failed(reader.readVarInt(major)) || failed(reader.readVarInt(minor)) ||
      failed(reader.readVarInt(patch)))
    return nullptr;
  if (std::pair(major, minor) > std::pair(newestMajor, newestMinor)) {
    reader.emitError() << "expected `" << getDialect()->getNamespace()
                       << "` in version " << newestMajor << "." << newestMinor
                       << " or older, found " << major << "." << minor << "."
                       << patch;
    return nullptr;
  }
  return std::make_unique<DialectVersion>();
}

// MLIR's reader has no function that returns whether it is at its end. Only its
// error message shows that.
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
