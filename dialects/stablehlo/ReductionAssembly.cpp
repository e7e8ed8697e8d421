// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly of `reduce`. A body that applies one op to its arguments is
// printed as the name of the op:
//
//   stablehlo.reduce(%x init: %zero) applies stablehlo.add
//       across dimensions = [1] : (...) -> ...
//
// Any other body is printed with its arguments, an element and an accumulator
// for each input:
//
//   stablehlo.reduce(%x init: %zero) across dimensions = [1] : (...) -> ...
//    reducer(%a: tensor<f32>, %b: tensor<f32>) {...}

#include "stablehlo/Assembly.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace hloom::stablehlo {

//===----------------------------------------------------------------------===//
// Bodies of one op
//===----------------------------------------------------------------------===//

// Returns true if `name` is a commutative op of this dialect with two operands,
// one result and no regions.
static bool canBeApplied(OperationName name) {
  return name.isRegistered() &&
         name.getDialectNamespace() ==
             StablehloDialect::getDialectNamespace() &&
         name.hasTrait<OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<OpTrait::OneResult>() &&
         name.hasTrait<OpTrait::ZeroRegions>() &&
         name.hasTrait<OpTrait::IsCommutative>();
}

// Returns the type of the arguments and the result of a body that applies one
// op.
static Type scalarOf(Type input) {
  return RankedTensorType::get({}, getElementTypeOrSelf(input));
}

// Returns the op of a body that only applies it to its arguments, or null for
// other bodies.
static Operation *appliedOp(ReduceOp reduce) {
  Region &body = reduce.getBody();
  if (reduce.getInputs().size() != 1 || !body.hasOneBlock())
    return nullptr;
  Block &block = body.front();
  if (block.getOperations().size() != 2)
    return nullptr;
  Operation &op = block.front(), &terminator = block.back();
  Type scalar = scalarOf(reduce.getInputs().front().getType());
  auto isScalar = [&](Type type) { return type == scalar; };
  if (!canBeApplied(op.getName()) || !op.getDiscardableAttrs().empty() ||
      !llvm::isa<ReturnOp>(terminator) ||
      !llvm::equal(op.getOperands(), block.getArguments()) ||
      !llvm::equal(terminator.getOperands(), op.getResults()) ||
      !llvm::all_of(op.getOperandTypes(), isScalar) ||
      !llvm::all_of(op.getResultTypes(), isScalar))
    return nullptr;
  return &op;
}

static void buildBody(Region &region, OperationName name, Type scalar,
                      Location location) {
  OpBuilder builder(location.getContext());
  Block *block =
      builder.createBlock(&region, {}, {scalar, scalar}, {location, location});
  OperationState state(location, name);
  state.addOperands(block->getArguments());
  state.addTypes(scalar);
  Operation *op = builder.create(state);
  ReturnOp::create(builder, location, op->getResults());
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

// Parses `across dimensions = [0, 1] {attributes} : (...) -> ...`.
static ParseResult parseDimensionsAndType(OpAsmParser &parser,
                                          OperationState &state,
                                          FunctionType &type) {
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual())
    return failure();
  FailureOr<SmallVector<int64_t>> dimensions = parseDims(parser);
  if (failed(dimensions) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  state.addAttribute(ReduceOp::getDimensionsAttrName(state.name),
                     parser.getBuilder().getDenseI64ArrayAttr(*dimensions));
  state.addTypes(type.getResults());
  return success();
}

// Parses `reducer(%a: type, %b: type) (%c: type, %d: type) {...}`.
static ParseResult parseReducer(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> elements, accumulators;
  if (parser.parseKeyword("reducer"))
    return failure();
  // `parseArgument` also reads a location, which follows the type.
  while (succeeded(parser.parseOptionalLParen()))
    if (parser.parseArgument(elements.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(accumulators.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  // The arguments of the body are all elements, then all accumulators.
  elements.append(accumulators);
  return parser.parseRegion(body, elements);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  SMLoc start = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  // An op without operands is accepted here; its verifier refuses it.
  if (succeeded(parser.parseOptionalLParen())) {
    do {
      if (parser.parseOperand(operands.emplace_back()) ||
          parser.parseKeyword("init") || parser.parseColon() ||
          parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
        return failure();
    } while (succeeded(parser.parseOptionalComma()) &&
             succeeded(parser.parseLParen()));
  }
  operands.append(inits);

  FunctionType type;
  Region &body = *state.addRegion();
  if (failed(parser.parseOptionalKeyword("applies")))
    return failure(parseDimensionsAndType(parser, state, type) ||
                   parser.resolveOperands(operands, type.getInputs(), start,
                                          state.operands) ||
                   parseReducer(parser, body));

  SMLoc nameLocation = parser.getCurrentLocation();
  FailureOr<OperationName> name = parser.parseCustomOperationName();
  if (failed(name))
    return failure();
  if (!canBeApplied(*name))
    return parser.emitError(nameLocation)
           << "expected a commutative op of the `stablehlo` dialect with two "
              "operands, found `"
           << *name << "`";
  // A location at this position is also the location of the body.
  std::optional<Location> location;
  if (parseDimensionsAndType(parser, state, type) ||
      parser.parseOptionalLocationSpecifier(location) ||
      parser.resolveOperands(operands, type.getInputs(), start, state.operands))
    return failure();
  if (type.getNumInputs() == 0)
    return parser.emitError(start) << "expected an input";
  if (location)
    state.location = *location;
  buildBody(body, *name, scalarOf(type.getInput(0)), state.location);
  return success();
}

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer,
                        [&](const auto &pair) {
                          printer << '(' << std::get<0>(pair)
                                  << " init: " << std::get<1>(pair) << ')';
                        });
  Operation *applied = appliedOp(*this);
  if (applied)
    printer << " applies " << applied->getName();
  printer << " across dimensions = ";
  printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (applied)
    return;
  printer.printNewline();
  printer << " reducer";
  Block::BlockArgListType arguments = getBody().getArguments();
  size_t count = arguments.size() / 2;
  for (size_t i = 0; i < count; ++i) {
    printer << '(';
    printer.printRegionArgument(arguments[i]);
    printer << ", ";
    printer.printRegionArgument(arguments[i + count]);
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

} // namespace hloom::stablehlo
