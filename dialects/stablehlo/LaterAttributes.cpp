// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytecode of operations that got attributes after StableHLO 1.17. It has
// the encoding of 1.17, followed by the new attributes.

#include "forward/Bytecode.h"
#include "stablehlo/Dialect.h"

using namespace mlir;

namespace hloom::stablehlo {

LogicalResult CollectiveBroadcastOp::readProperties(BytecodeReader &reader,
                                                    OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  return success(
      succeeded(reader.readOptionalAttribute(properties.channel_handle)) &&
      succeeded(reader.readAttribute(properties.replica_groups)) &&
      succeeded(readLaterAttribute(reader, properties.has_dynamic_root)));
}

void CollectiveBroadcastOp::writeProperties(BytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.channel_handle);
  writer.writeAttribute(properties.replica_groups);
  writeLaterAttribute(writer, properties.has_dynamic_root);
}

LogicalResult CustomCallOp::readProperties(BytecodeReader &reader,
                                           OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  auto readOptional = [&](auto &attribute) {
    return succeeded(reader.readOptionalAttribute(attribute));
  };
  return success(
      readOptional(properties.api_version) &&
      readOptional(properties.backend_config) &&
      succeeded(reader.readAttribute(properties.call_target_name)) &&
      readOptional(properties.called_computations) &&
      readOptional(properties.has_side_effect) &&
      readOptional(properties.operand_layouts) &&
      readOptional(properties.output_operand_aliases) &&
      readOptional(properties.result_layouts) &&
      succeeded(readLaterAttribute(reader, properties.result_tilings, true)));
}

void CustomCallOp::writeProperties(BytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.api_version);
  writer.writeOptionalAttribute(properties.backend_config);
  writer.writeAttribute(properties.call_target_name);
  writer.writeOptionalAttribute(properties.called_computations);
  writer.writeOptionalAttribute(properties.has_side_effect);
  writer.writeOptionalAttribute(properties.operand_layouts);
  writer.writeOptionalAttribute(properties.output_operand_aliases);
  writer.writeOptionalAttribute(properties.result_layouts);
  writeLaterAttribute(writer, properties.result_tilings);
}

} // namespace hloom::stablehlo
