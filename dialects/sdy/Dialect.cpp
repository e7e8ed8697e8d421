// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the sdy dialect, and the assembly of its attributes.

#include "sdy/Dialect.h"
#include "forward/Inliner.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using hloom::sdy::TextAttr;

// Parses balanced brackets and everything between them, and returns their text.
// Fails if the next token is not an opening bracket. The text is not
// interpreted.
static FailureOr<StringRef> parseBrackets(AsmParser &parser) {
  const char *start = parser.getCurrentLocation().getPointer();
  unsigned depth = 0;
  do {
    StringAttr symbol;
    std::string word;
    int64_t number;
    if (succeeded(parser.parseOptionalLess()) ||
        succeeded(parser.parseOptionalLSquare()) ||
        succeeded(parser.parseOptionalLBrace()) ||
        succeeded(parser.parseOptionalLParen()))
      ++depth;
    else if (depth == 0)
      return parser.emitError(parser.getCurrentLocation(),
                              "expected `<`, `[`, `{` or `(`");
    else if (succeeded(parser.parseOptionalGreater()) ||
             succeeded(parser.parseOptionalRSquare()) ||
             succeeded(parser.parseOptionalRBrace()) ||
             succeeded(parser.parseOptionalRParen()))
      --depth;
    else if (failed(parser.parseOptionalArrow()) &&
             failed(parser.parseOptionalColon()) &&
             failed(parser.parseOptionalComma()) &&
             failed(parser.parseOptionalEqual()) &&
             failed(parser.parseOptionalQuestion()) &&
             failed(parser.parseOptionalKeywordOrString(&word)) &&
             failed(parser.parseOptionalSymbolName(symbol)) &&
             !parser.parseOptionalInteger(number).has_value())
      return parser.emitError(parser.getCurrentLocation(),
                              "unexpected token in a sharding");
  } while (depth > 0);
  const char *end = parser.getCurrentLocation().getPointer();
  return StringRef(start, end - start).rtrim();
}

// Parses an attribute whose text in an operation lacks the prefix `before` and
// the suffix `after`.
static ParseResult parseText(AsmParser &parser, TextAttr &attribute,
                             StringRef before, StringRef after = "") {
  FailureOr<StringRef> brackets = parseBrackets(parser);
  if (failed(brackets))
    return failure();
  attribute =
      TextAttr::get(parser.getContext(), (before + *brackets + after).str());
  return success();
}

static void printText(AsmPrinter &printer, TextAttr attribute, StringRef before,
                      StringRef after = "") {
  StringRef text = attribute.getText();
  text.consume_front(before);
  text.consume_back(after);
  printer << text;
}

static ParseResult parseMesh(OpAsmParser &parser, TextAttr &mesh) {
  return parseText(parser, mesh, "mesh");
}

static void printMesh(OpAsmPrinter &printer, Operation *, TextAttr mesh) {
  printText(printer, mesh, "mesh");
}

static ParseResult parseSharding(OpAsmParser &parser, TextAttr &sharding) {
  return parseText(parser, sharding, "sharding");
}

static void printSharding(OpAsmPrinter &printer, Operation *,
                          TextAttr sharding) {
  printText(printer, sharding, "sharding");
}

static ParseResult parseSameType(OpAsmParser &parser, Type &input,
                                 Type &result) {
  if (parser.parseType(input))
    return failure();
  result = input;
  return success();
}

static void printSameType(OpAsmPrinter &printer, Operation *, Type input,
                          Type) {
  printer << input;
}

#include "sdy/SdyDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "sdy/SdyAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "sdy/SdyOps.cpp.inc"

namespace hloom::sdy {

void SdyDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "sdy/SdyAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "sdy/SdyOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
}

Attribute SdyDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  return TextAttr::get(parser.getContext(), parser.getFullSymbolSpec());
}

void SdyDialect::printAttribute(Attribute attribute,
                                DialectAsmPrinter &printer) const {
  printer << llvm::cast<TextAttr>(attribute).getText();
}

// (%a) in_shardings=[<..>] out_shardings=[<..>] manual_axes={..} (%b: type) {
//   body } : (types) -> types
ParseResult ManualComputationOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  auto &properties = result.getOrAddProperties<Properties>();
  FunctionType type;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("in_shardings") || parser.parseEqual() ||
      parseText(parser, properties.in_shardings, "sharding_per_value<", ">") ||
      parser.parseKeyword("out_shardings") || parser.parseEqual() ||
      parseText(parser, properties.out_shardings, "sharding_per_value<", ">") ||
      parser.parseKeyword("manual_axes") || parser.parseEqual() ||
      parseText(parser, properties.manual_axes, "manual_axes") ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), location,
                             result.operands))
    return failure();
  result.addTypes(type.getResults());
  return success();
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << '(' << getTensors() << ") in_shardings=";
  printText(printer, getInShardings(), "sharding_per_value<", ">");
  printer << " out_shardings=";
  printText(printer, getOutShardings(), "sharding_per_value<", ">");
  printer << " manual_axes=";
  printText(printer, getManualAxes(), "manual_axes");
  printer << " (";
  llvm::interleaveComma(
      getBody().getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(), {getInShardingsAttrName(),
                                                      getOutShardingsAttrName(),
                                                      getManualAxesAttrName()});
  printer << " : ";
  printer.printFunctionalType(*this);
}

} // namespace hloom::sdy
