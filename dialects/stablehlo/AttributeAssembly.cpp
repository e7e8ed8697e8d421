// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly of attributes, inside ops and on their own.

#include "stablehlo/Assembly.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace hloom::stablehlo {

//===----------------------------------------------------------------------===//
// Slices and formats
//===----------------------------------------------------------------------===//

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    stride.push_back(1);
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    if (failed(parser.parseOptionalColon()))
      return success();
    return parser.parseInteger(stride.back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *,
                      ArrayRef<int64_t> starts, ArrayRef<int64_t> limits,
                      ArrayRef<int64_t> strides) {
  printer << '[';
  // Printing may happen before verification, when lists may have different
  // lengths. `zip` stops at the end of the shortest one.
  llvm::interleaveComma(llvm::zip(starts, limits, strides), printer,
                        [&](const auto &range) {
                          auto [start, limit, stride] = range;
                          printer << start << ':' << limit;
                          if (stride != 1)
                            printer << ':' << stride;
                        });
  printer << ']';
}

ParseResult parseExponentMantissa(AsmParser &parser, IntegerAttr &exponent,
                                  IntegerAttr &mantissa) {
  SMLoc location = parser.getCurrentLocation();
  StringRef format;
  if (parser.parseKeyword(&format))
    return failure();
  StringRef rest = format;
  int32_t exponentBits, mantissaBits;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) ||
      !rest.consume_front("m") || rest.getAsInteger(10, mantissaBits))
    return parser.emitError(location)
           << "expected a format such as e5m10, found " << format;
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void printExponentMantissa(AsmPrinter &printer, Operation *,
                           IntegerAttr exponent, IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult parseCustomCallTarget(AsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

void printCustomCallTarget(AsmPrinter &printer, Operation *,
                           StringAttr target) {
  printer.printSymbolName(target.getValue());
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static ParseResult parseDimsPair(AsmParser &parser, SmallVector<int64_t> &lhs,
                                 SmallVector<int64_t> &rhs) {
  for (SmallVector<int64_t> *side : {&lhs, &rhs}) {
    if (side == &rhs && parser.parseKeyword("x"))
      return failure();
    FailureOr<SmallVector<int64_t>> dims = parseDims(parser);
    if (failed(dims))
      return failure();
    *side = std::move(*dims);
  }
  return success();
}

static void printDimsPair(AsmPrinter &printer, ArrayRef<int64_t> lhs,
                          ArrayRef<int64_t> rhs) {
  printDims(printer, lhs);
  printer << " x ";
  printDims(printer, rhs);
}

ParseResult parseDotDimensionNumbers(AsmParser &parser,
                                     DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parser.parseEqual() || parseDimsPair(parser, lhsBatching, rhsBatching) ||
       parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() ||
      parseDimsPair(parser, lhsContracting, rhsContracting))
    return failure();
  numbers =
      DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching,
                                   rhsBatching, lhsContracting, rhsContracting);
  return success();
}

void printDotDimensionNumbers(AsmPrinter &printer, Operation *,
                              DotDimensionNumbersAttr numbers) {
  if (!numbers.getLhsBatchingDimensions().empty() ||
      !numbers.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    printDimsPair(printer, numbers.getLhsBatchingDimensions(),
                  numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printDimsPair(printer, numbers.getLhsContractingDimensions(),
                numbers.getRhsContractingDimensions());
}

// Parses precisions after the keyword: `= [HIGH, DEFAULT]`.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> cases;
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return success(static_cast<bool>(
            cases.emplace_back(PrecisionAttr::parse(parser, {}))));
      }))
    return failure();
  precision = parser.getBuilder().getArrayAttr(cases);
  return success();
}

ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") ||
                 parsePrecisions(parser, precision));
}

void printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                          ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr one) {
                          printer << stringifyPrecision(one.getValue());
                        });
  printer << ']';
}

ParseResult parsePrecisionConfigAndAlgorithm(OpAsmParser &parser,
                                             ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("precision"))) {
    if (parsePrecisions(parser, precision))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  if (parser.parseKeyword("algorithm") || parser.parseEqual())
    return failure();
  algorithm = llvm::dyn_cast_or_null<DotAlgorithmAttr>(
      DotAlgorithmAttr::parse(parser, {}));
  return success(static_cast<bool>(algorithm));
}

void printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer, Operation *op,
                                      ArrayAttr precision,
                                      DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  printer.printStrippedAttrOrType(algorithm);
}

//===----------------------------------------------------------------------===//
// Bounds and accuracy
//===----------------------------------------------------------------------===//

ParseResult parseBounds(AsmParser &parser, SmallVectorImpl<int64_t> &bounds) {
  bool first = true;
  while (true) {
    int64_t bound = ShapedType::kDynamic;
    if (failed(parser.parseOptionalQuestion())) {
      OptionalParseResult number = parser.parseOptionalInteger(bound);
      // A scalar has no bounds.
      if (!number.has_value() && first)
        return success();
      if (!number.has_value())
        return parser.emitError(parser.getCurrentLocation())
               << "expected a bound or `?`";
      if (failed(*number))
        return failure();
    }
    bounds.push_back(bound);
    first = false;
    if (failed(parser.parseOptionalComma()))
      return success();
  }
}

void printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  llvm::interleaveComma(bounds, printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
}

// `<atol = 1.0e-3, rtol = 1.0e-3, ulps = 2, mode = #...>`
Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double tolerances[] = {0.0, 0.0};
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  if (parser.parseLess())
    return {};
  StringRef names[] = {"atol", "rtol"};
  for (auto [name, tolerance] : llvm::zip_equal(names, tolerances))
    if (succeeded(parser.parseOptionalKeyword(name)) &&
        (parser.parseEqual() || parser.parseFloat(tolerance) ||
         parser.parseComma()))
      return {};
  if (succeeded(parser.parseOptionalKeyword("ulps")) &&
      (parser.parseEqual() || parser.parseInteger(ulps) || parser.parseComma()))
    return {};
  if (parser.parseKeyword("mode") || parser.parseEqual() ||
      parser.parseAttribute(mode) || parser.parseGreater())
    return {};
  Builder &builder = parser.getBuilder();
  return ResultAccuracyAttr::get(
      parser.getContext(), builder.getF64FloatAttr(tolerances[0]),
      builder.getF64FloatAttr(tolerances[1]), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (!getAtol().getValue().isZero()) {
    printer << "atol = ";
    printer.printFloat(getAtol().getValue());
    printer << ", ";
  }
  if (!getRtol().getValue().isZero()) {
    printer << "rtol = ";
    printer.printFloat(getRtol().getValue());
    printer << ", ";
  }
  if (getUlps() != 0)
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = ";
  printer.printAttribute(getMode());
  printer << '>';
}

} // namespace hloom::stablehlo
