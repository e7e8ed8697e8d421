// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the ops' assembly formats that ODS cannot express. There is a
// pair of `parse` and `print` functions for each `custom<...>` in a .td file.

#ifndef HLOOM_STABLEHLO_ASSEMBLY_H
#define HLOOM_STABLEHLO_ASSEMBLY_H

#include "stablehlo/Dialect.h"

namespace hloom::stablehlo {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// One type if all operands have the type of the result, else a function type.
mlir::ParseResult parseOneOrFunctionType(mlir::OpAsmParser &parser,
                                         llvm::ArrayRef<mlir::Type *> operands,
                                         mlir::Type &result);
void printOneOrFunctionType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                            mlir::TypeRange operands, mlir::Type result);

// The same assembly. The last of `types` is the type of the result, the others
// are those of the operands.
template <typename... Types>
mlir::ParseResult parseSameOperandsAndResultType(mlir::OpAsmParser &parser,
                                                 Types &...types) {
  llvm::SmallVector<mlir::Type *> operands{&types...};
  mlir::Type &result = *operands.pop_back_val();
  return parseOneOrFunctionType(parser, operands, result);
}
template <typename... Types>
void printSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                    mlir::Operation *op, Types... types) {
  llvm::SmallVector<mlir::Type> operands{mlir::Type(types)...};
  mlir::Type result = operands.pop_back_val();
  printOneOrFunctionType(printer, op, operands, result);
}

mlir::ParseResult parseVariadicSameOperandsAndResultType(
    mlir::OpAsmParser &parser,
    llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> operands,
    llvm::SmallVectorImpl<mlir::Type> &types, mlir::Type &result);
void printVariadicSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                            mlir::Operation *op,
                                            mlir::OperandRange operands,
                                            mlir::TypeRange types,
                                            mlir::Type result);

// The complex type of the result, if the operands have the type of its parts,
// else a function type.
mlir::ParseResult parseComplexOpType(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                     mlir::Type &rhs, mlir::Type &result);
void printComplexOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::Type lhs, mlir::Type rhs, mlir::Type result);

// The type of the predicate and the common type of the others, or a function
// type.
mlir::ParseResult parseSelectOpType(mlir::OpAsmParser &parser, mlir::Type &pred,
                                    mlir::Type &onTrue, mlir::Type &onFalse,
                                    mlir::Type &result);
void printSelectOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                       mlir::Type result);

// The type of the tuple, which contains the types of the operands.
mlir::ParseResult parseTupleOpType(mlir::OpAsmParser &parser,
                                   llvm::SmallVectorImpl<mlir::Type> &operands,
                                   mlir::Type &result);
void printTupleOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::TypeRange operands, mlir::Type result);

// The types of the operands, which are also those of the results.
mlir::ParseResult
parsePairwiseOpType(mlir::OpAsmParser &parser,
                    llvm::SmallVectorImpl<mlir::Type> &operands,
                    llvm::SmallVectorImpl<mlir::Type> &results);
void printPairwiseOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         mlir::TypeRange operands, mlir::TypeRange results);

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// Operands, each followed by a comma, before a keyword: `%0, %1, dim = 0`.
mlir::ParseResult parseVariadicOperandWithAttribute(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printVariadicOperandWithAttribute(mlir::OpAsmPrinter &printer,
                                       mlir::Operation *op,
                                       mlir::OperandRange operands);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// The case of an enum, without the space that ODS would print before it.
template <typename EnumAttr>
mlir::ParseResult parseCase(mlir::AsmParser &parser, EnumAttr &attribute) {
  attribute = llvm::dyn_cast_or_null<EnumAttr>(EnumAttr::parse(parser, {}));
  return mlir::success(static_cast<bool>(attribute));
}
template <typename EnumAttr>
void printCase(mlir::AsmPrinter &printer, mlir::Operation *,
               EnumAttr attribute) {
  printer << stringifyEnum(attribute.getValue());
}

// `[start:limit:stride, ...]`; a stride of 1 is not printed.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser,
                                   mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      llvm::ArrayRef<int64_t> starts,
                      llvm::ArrayRef<int64_t> limits,
                      llvm::ArrayRef<int64_t> strides);

// `e5m10`.
mlir::ParseResult parseExponentMantissa(mlir::AsmParser &parser,
                                        mlir::IntegerAttr &exponent,
                                        mlir::IntegerAttr &mantissa);
void printExponentMantissa(mlir::AsmPrinter &printer, mlir::Operation *op,
                           mlir::IntegerAttr exponent,
                           mlir::IntegerAttr mantissa);

// `@target`.
mlir::ParseResult parseCustomCallTarget(mlir::AsmParser &parser,
                                        mlir::StringAttr &target);
void printCustomCallTarget(mlir::AsmPrinter &printer, mlir::Operation *op,
                           mlir::StringAttr target);

// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`.
mlir::ParseResult parseDotDimensionNumbers(mlir::AsmParser &parser,
                                           DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(mlir::AsmPrinter &printer, mlir::Operation *op,
                              DotDimensionNumbersAttr numbers);

// `, precision = [HIGH, DEFAULT]`, or nothing.
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser,
                                       mlir::ArrayAttr &precision);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::ArrayAttr precision);

// The same, followed by `, algorithm = <...>` or nothing.
mlir::ParseResult parsePrecisionConfigAndAlgorithm(mlir::OpAsmParser &parser,
                                                   mlir::ArrayAttr &precision,
                                                   DotAlgorithmAttr &algorithm);
void printPrecisionConfigAndAlgorithm(mlir::OpAsmPrinter &printer,
                                      mlir::Operation *op,
                                      mlir::ArrayAttr precision,
                                      DotAlgorithmAttr algorithm);

// `3, ?`, where `?` is `ShapedType::kDynamic`.
mlir::ParseResult parseBounds(mlir::AsmParser &parser,
                              llvm::SmallVectorImpl<int64_t> &bounds);
void printBounds(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> bounds);

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser,
                                             ConvDimensionNumbersAttr &numbers);
void printConvolutionDimensions(mlir::AsmPrinter &printer, mlir::Operation *op,
                                ConvDimensionNumbersAttr numbers);

// `stride = [2, 2], pad = [[1, 1], [0, 0]], reverse = [false, true]`.
mlir::ParseResult parseWindowAttributes(mlir::OpAsmParser &parser,
                                        mlir::DenseI64ArrayAttr &strides,
                                        mlir::DenseIntElementsAttr &padding,
                                        mlir::DenseI64ArrayAttr &lhsDilation,
                                        mlir::DenseI64ArrayAttr &rhsDilation,
                                        mlir::DenseBoolArrayAttr &reversal);
void printWindowAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::DenseI64ArrayAttr strides,
                           mlir::DenseIntElementsAttr padding,
                           mlir::DenseI64ArrayAttr lhsDilation,
                           mlir::DenseI64ArrayAttr rhsDilation,
                           mlir::DenseBoolArrayAttr reversal);

} // namespace hloom::stablehlo

#endif // HLOOM_STABLEHLO_ASSEMBLY_H
