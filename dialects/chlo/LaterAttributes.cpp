// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytecode of operations that got attributes after StableHLO 1.17. It has
// the encoding of 1.17, followed by the new attributes.

#include "chlo/Dialect.h"
#include "forward/Bytecode.h"

using namespace mlir;

namespace hloom::chlo {

LogicalResult TopKOp::readProperties(BytecodeReader &reader,
                                     OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  return success(succeeded(reader.readAttribute(properties.k)) &&
                 succeeded(readLaterAttribute(reader, properties.is_stable)));
}

void TopKOp::writeProperties(BytecodeWriter &writer) {
  writer.writeAttribute(getProperties().k);
  writeLaterAttribute(writer, getProperties().is_stable);
}

} // namespace hloom::chlo
