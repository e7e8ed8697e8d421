// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interfaces of branches, loops and calls for MLIR's analyses, folds of
// tuples, and the assembly of `while`.

#include "stablehlo/Dialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace hloom::stablehlo {

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

// Returns the first operand's value if it is a constant integer or boolean.
static std::optional<int64_t> knownValue(ArrayRef<Attribute> operands) {
  auto elements = llvm::dyn_cast_or_null<DenseIntElementsAttr>(
      operands.empty() ? Attribute() : operands.front());
  if (!elements || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<APInt>().getSExtValue();
}

static void enterRegions(MutableArrayRef<Region> regions,
                         std::optional<size_t> chosen,
                         SmallVectorImpl<RegionSuccessor> &successors) {
  for (auto [number, region] : llvm::enumerate(regions))
    if (!chosen || *chosen == number)
      successors.emplace_back(&region);
}

static void boundInvocations(size_t count, std::optional<size_t> chosen,
                             SmallVectorImpl<InvocationBounds> &bounds) {
  for (size_t number = 0; number < count; ++number)
    bounds.emplace_back(chosen && *chosen == number ? 1 : 0,
                        chosen && *chosen != number ? 0 : 1);
}

// Returns the number of the region that a constant operand selects.
static std::optional<size_t> chosenRegion(IfOp, ArrayRef<Attribute> operands) {
  std::optional<int64_t> pred = knownValue(operands);
  return pred ? std::optional<size_t>(*pred != 0 ? 0 : 1) : std::nullopt;
}
static std::optional<size_t> chosenRegion(CaseOp op,
                                          ArrayRef<Attribute> operands) {
  std::optional<int64_t> index = knownValue(operands);
  int64_t count = op->getNumRegions();
  if (!index || count == 0)
    return std::nullopt;
  return *index >= 0 && *index < count ? *index : count - 1;
}

template <typename BranchOp>
static void leaveOrEnter(BranchOp op, RegionBranchPoint point,
                         SmallVectorImpl<RegionSuccessor> &successors) {
  if (point.isParent())
    enterRegions(op->getRegions(), std::nullopt, successors);
  else
    successors.emplace_back(op.getOperation(), op->getResults());
}

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &successors) {
  leaveOrEnter(*this, point, successors);
}
void CaseOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &successors) {
  leaveOrEnter(*this, point, successors);
}

void IfOp::getEntrySuccessorRegions(
    ArrayRef<Attribute> operands,
    SmallVectorImpl<RegionSuccessor> &successors) {
  enterRegions((*this)->getRegions(), chosenRegion(*this, operands),
               successors);
}
void CaseOp::getEntrySuccessorRegions(
    ArrayRef<Attribute> operands,
    SmallVectorImpl<RegionSuccessor> &successors) {
  enterRegions((*this)->getRegions(), chosenRegion(*this, operands),
               successors);
}

void IfOp::getRegionInvocationBounds(
    ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  boundInvocations(2, chosenRegion(*this, operands), bounds);
}
void CaseOp::getRegionInvocationBounds(
    ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  boundInvocations((*this)->getNumRegions(), chosenRegion(*this, operands),
                   bounds);
}

bool IfOp::areTypesCompatible(Type from, Type to) {
  return compatibleReturnTypes(from, to);
}
bool CaseOp::areTypesCompatible(Type from, Type to) {
  return compatibleReturnTypes(from, to);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

// Parses
// `(%a = %0, %b = %1) : type, type attributes {...} cond {...} do {...}`. The
// arguments have the same names and types in both regions. If operands,
// arguments and results have different types, the generic form follows the name
// of the op.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &state) {
  SMLoc start = parser.getCurrentLocation();
  // `first` has the arguments, or the operands of the generic form.
  SmallVector<OpAsmParser::UnresolvedOperand> first, second;
  auto parsePair = [&]() -> ParseResult {
    if (parser.parseOperand(first.emplace_back()))
      return failure();
    if (first.size() != second.size() + 1 ||
        failed(parser.parseOptionalEqual()))
      return success();
    return parser.parseOperand(second.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parsePair))
    return failure();
  if (second.empty() && !first.empty())
    return parser.parseGenericOperationAfterOpName(state, ArrayRef(first));
  if (first.size() != second.size())
    return parser.emitError(start)
           << "expected an operand for each argument, found " << second.size()
           << " for " << first.size();

  if (!second.empty() && parser.parseColonTypeList(state.types))
    return failure();
  if (parser.resolveOperands(second, state.types, start, state.operands))
    return failure();
  SmallVector<OpAsmParser::Argument> arguments(first.size());
  for (auto [argument, name, type] :
       llvm::zip_equal(arguments, first, state.types)) {
    argument.ssaName = name;
    argument.type = type;
  }
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseKeyword("cond") ||
      parser.parseRegion(*state.addRegion(), arguments) ||
      parser.parseKeyword("do") ||
      parser.parseRegion(*state.addRegion(), arguments))
    return failure();
  return success();
}

void WhileOp::print(OpAsmPrinter &printer) {
  TypeRange types = getOperandTypes();
  if (types != getResultTypes() || types != getCond().getArgumentTypes() ||
      types != getBody().getArgumentTypes()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer << '(';
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperands()),
                        printer, [&](const auto &pair) {
                          printer << std::get<0>(pair) << " = "
                                  << std::get<1>(pair);
                        });
  printer << ')';
  if (!types.empty())
    printer << " : " << types;
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Calls and tuples
//===----------------------------------------------------------------------===//

void CustomCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

OpFoldResult GetTupleElementOp::fold(FoldAdaptor) {
  auto tuple = getOperand().getDefiningOp<TupleOp>();
  if (!tuple || getIndex() >= tuple.getNumOperands())
    return {};
  Value element = tuple->getOperand(getIndex());
  return element.getType() == getType() ? element : Value();
}

} // namespace hloom::stablehlo
