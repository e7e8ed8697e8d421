// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly, the folder and the result name of `constant`.

#include "stablehlo/Dialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace hloom::stablehlo {

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  bool isInteger = llvm::isa<IntegerType>(
      llvm::cast<ShapedType>(getType()).getElementType());
  setName(getResult(), isInteger ? "c" : "cst");
}

bool ConstantOp::isCompatibleReturnTypes(TypeRange inferred,
                                         TypeRange declared) {
  if (inferred.size() != 1 || declared.size() != 1)
    return false;
  auto result = llvm::dyn_cast<RankedTensorType>(declared.front());
  if (!result)
    return false;
  if (auto element =
          llvm::dyn_cast<quant::QuantizedType>(result.getElementType()))
    result = result.clone(element.getStorageType());
  return inferred.front() == result;
}

// Parses `dense<1> : type`, or the generic form without the op's name. The
// latter is used if the result and the value have different types, which occurs
// only for quantized constants.
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  if (succeeded(parser.parseOptionalLParen())) {
    ArrayRef<OpAsmParser::UnresolvedOperand> none;
    return failure(parser.parseRParen() ||
                   parser.parseGenericOperationAfterOpName(state, none));
  }
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseCustomAttributeWithFallback(
          value, Type(), getValueAttrName(state.name), state.attributes))
    return failure();
  state.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
  printer << ' ';
  printer.printStrippedAttrOrType(getValue());
}

} // namespace hloom::stablehlo
