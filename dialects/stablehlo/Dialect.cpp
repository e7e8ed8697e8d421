// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration of the stablehlo dialect and its attribute parser.

#include "stablehlo/Dialect.h"

#include "forward/Inliner.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "stablehlo/Assembly.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "stablehlo/StablehloDialect.cpp.inc"
#include "stablehlo/StablehloEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "stablehlo/StablehloTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "stablehlo/StablehloAttrs.cpp.inc"

namespace hloom::stablehlo {

void StablehloDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "stablehlo/StablehloTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "stablehlo/StablehloAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "stablehlo/StablehloOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
  addBytecode(*this);
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location location) {
  auto elements = llvm::dyn_cast<ElementsAttr>(value);
  if (!elements || !llvm::isa<RankedTensorType>(type) ||
      !ConstantOp::isCompatibleReturnTypes(elements.getType(), type))
    return nullptr;
  return ConstantOp::create(builder, location, type, elements);
}

// Parses the older spelling of `bounds`: `type_extensions<bounds = [3, ?]>`.
static Attribute parseTypeExtensions(DialectAsmParser &parser) {
  SmallVector<int64_t> bounds;
  if (parser.parseLess() || parser.parseKeyword("bounds") ||
      parser.parseEqual() || parser.parseLSquare())
    return {};
  if (parser.parseOptionalRSquare() &&
      (parseBounds(parser, bounds) || parser.parseRSquare()))
    return {};
  if (parser.parseGreater())
    return {};
  return TypeExtensionsAttr::get(parser.getContext(), bounds);
}

Attribute StablehloDialect::parseAttribute(DialectAsmParser &parser,
                                           Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  if (generatedAttributeParser(parser, &mnemonic, type, attribute).has_value())
    return attribute;
  if (mnemonic == "type_extensions")
    return parseTypeExtensions(parser);
  parser.emitError(parser.getNameLoc())
      << "unknown attribute `" << mnemonic << "` of the `stablehlo` dialect";
  return {};
}

void StablehloDialect::printAttribute(Attribute attribute,
                                      DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

// Checks that there is an entry for each dimension, and that static dimensions
// have no bound.
llvm::LogicalResult TypeExtensionsAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (getBounds().size() != shape.size())
    return emitError() << "expected " << shape.size()
                       << " bounds, one for each dimension, found "
                       << getBounds().size();
  for (auto [dimension, size, bound] :
       llvm::zip_equal(llvm::seq<size_t>(0, shape.size()), shape, getBounds()))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(bound))
      return emitError() << "static dimension " << dimension
                         << " cannot have a bound, found " << bound;
  return success();
}

} // namespace hloom::stablehlo
