// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the chlo dialect, its folds and the assembly of `scan`.

#include "chlo/Dialect.h"

#include "forward/Inliner.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "chlo/ChloDialect.cpp.inc"
#include "chlo/ChloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "chlo/ChloAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "chlo/ChloOps.cpp.inc"

namespace hloom::chlo {

void ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "chlo/ChloAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "chlo/ChloOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
  addBytecode(*this);
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ScanOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument,
            argument.getArgNumber() < getInputs().size() ? "input" : "carry");
}

// Parses `(%inputs) inits (%inits) dimension=0 attributes {..} {body} : type`.
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  int64_t dimension;
  FunctionType type;
  Region *body = result.addRegion();
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body))
    return failure();
  SMLoc typeLoc = parser.getCurrentLocation();
  if (parser.parseColonType(type))
    return failure();
  if (type.getNumInputs() != inputs.size() + inits.size())
    return parser.emitError(typeLoc)
           << "expected " << inputs.size() + inits.size()
           << " operand types, found " << type.getNumInputs();
  if (type.getNumResults() < inits.size())
    return parser.emitError(typeLoc)
           << "expected at least " << inits.size()
           << " result types, one for each carried value, found "
           << type.getNumResults();

  if (parser.resolveOperands(inputs, type.getInputs().take_front(inputs.size()),
                             typeLoc, result.operands) ||
      parser.resolveOperands(inits, type.getInputs().take_back(inits.size()),
                             typeLoc, result.operands))
    return failure();
  result.addTypes(type.getResults());

  Builder &builder = parser.getBuilder();
  auto carries = static_cast<int32_t>(inits.size());
  auto outputs = static_cast<int32_t>(type.getNumResults()) - carries;
  result.addAttribute(getDimensionAttrName(result.name),
                      builder.getI64IntegerAttr(dimension));
  result.addAttribute(getOperandSegmentSizeAttr(),
                      builder.getDenseI32ArrayAttr(
                          {static_cast<int32_t>(inputs.size()), carries}));
  result.addAttribute(getResultSegmentSizeAttr(),
                      builder.getDenseI32ArrayAttr({outputs, carries}));
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << "(" << getInputs() << ") inits (" << getInits()
          << ") dimension=" << getDimension() << " ";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getDimensionAttrName().getValue(),
                                            getOperandSegmentSizeAttr(),
                                            getResultSegmentSizeAttr()});
  printer << " ";
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

} // namespace hloom::chlo
