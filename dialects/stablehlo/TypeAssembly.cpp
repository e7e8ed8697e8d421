// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly of operand and result types in short form, and of operand lists.

#include "stablehlo/Assembly.h"

using namespace mlir;

namespace hloom::stablehlo {

static ParseResult assignFunctionType(OpAsmParser &parser, SMLoc location,
                                      FunctionType function,
                                      ArrayRef<Type *> operands, Type &result) {
  if (function.getNumInputs() != operands.size())
    return parser.emitError(location)
           << "expected " << operands.size() << " operand types, found "
           << function.getNumInputs();
  if (function.getNumResults() != 1)
    return parser.emitError(location)
           << "expected 1 result type, found " << function.getNumResults();
  for (auto [operand, type] : llvm::zip_equal(operands, function.getInputs()))
    *operand = type;
  result = function.getResult(0);
  return success();
}

ParseResult parseOneOrFunctionType(OpAsmParser &parser,
                                   ArrayRef<Type *> operands, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = llvm::dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function, operands, result);
  for (Type *operand : operands)
    *operand = type;
  result = type;
  return success();
}

void printOneOrFunctionType(OpAsmPrinter &printer, Operation *op,
                            TypeRange operands, Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; }))
    printer << result;
  else
    printer.printFunctionalType(op);
}

ParseResult parseVariadicSameOperandsAndResultType(
    OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> operands,
    SmallVectorImpl<Type> &types, Type &result) {
  types.resize(operands.size());
  return parseOneOrFunctionType(
      parser, llvm::map_to_vector(types, [](Type &type) { return &type; }),
      result);
}

void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer,
                                            Operation *op, OperandRange,
                                            TypeRange types, Type result) {
  printOneOrFunctionType(printer, op, types, result);
}

// Returns the type with the element type of the parts of complex numbers, or
// null for other types.
static Type partsOf(Type type) {
  auto tensor = llvm::dyn_cast<ShapedType>(type);
  if (!tensor)
    return {};
  auto complex = llvm::dyn_cast<ComplexType>(tensor.getElementType());
  return complex ? Type(tensor.clone(complex.getElementType())) : Type();
}

ParseResult parseComplexOpType(OpAsmParser &parser, Type &lhs, Type &rhs,
                               Type &result) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = llvm::dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function, {&lhs, &rhs}, result);
  lhs = rhs = partsOf(type);
  result = type;
  if (!lhs)
    return parser.emitError(location)
           << "expected a tensor of complex numbers, found " << type;
  return success();
}

void printComplexOpType(OpAsmPrinter &printer, Operation *op, Type lhs,
                        Type rhs, Type result) {
  Type parts = partsOf(result);
  if (lhs == parts && rhs == parts)
    printer << result;
  else
    printer.printFunctionalType(op);
}

ParseResult parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue,
                              Type &onFalse, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = llvm::dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function,
                              {&pred, &onTrue, &onFalse}, result);
  pred = type;
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void printSelectOpType(OpAsmPrinter &printer, Operation *op, Type pred,
                       Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(op);
}

ParseResult parseTupleOpType(OpAsmParser &parser,
                             SmallVectorImpl<Type> &operands, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = llvm::dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(location)
           << "expected a tuple type, found " << result;
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

void printTupleOpType(OpAsmPrinter &printer, Operation *, TypeRange,
                      Type result) {
  printer << result;
}

ParseResult parsePairwiseOpType(OpAsmParser &parser,
                                SmallVectorImpl<Type> &operands,
                                SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

void printPairwiseOpType(OpAsmPrinter &printer, Operation *, TypeRange operands,
                         TypeRange) {
  llvm::interleaveComma(operands, printer);
}

ParseResult parseVariadicOperandWithAttribute(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult found = parser.parseOptionalOperand(operand);
    if (!found.has_value())
      return success();
    if (failed(*found) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *,
                                       OperandRange operands) {
  if (operands.empty())
    return;
  llvm::interleaveComma(operands, printer);
  printer << ",";
}

} // namespace hloom::stablehlo
