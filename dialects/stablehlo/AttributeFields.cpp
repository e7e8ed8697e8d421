// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly of dimension numbers, which consist of named fields.

#include "stablehlo/AttributeFields.h"
#include "stablehlo/Dialect.h"

using namespace mlir;

namespace hloom::stablehlo {

ParseResult parseFields(AsmParser &parser, MutableArrayRef<Field> fields) {
  SmallVector<StringRef> seen;
  while (failed(parser.parseOptionalGreater())) {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    auto *field =
        llvm::find_if(fields, [&](Field &field) { return field.name == name; });
    if (field == fields.end()) {
      InFlightDiagnostic error = parser.emitError(location)
                                 << "expected one of ";
      llvm::interleaveComma(fields, error, [&](Field &field) {
        error << '`' << field.name << '`';
      });
      return error << ", found `" << name << "`";
    }
    if (llvm::is_contained(seen, name))
      return parser.emitError(location) << "duplicate field `" << name << "`";
    seen.push_back(name);
    if (parser.parseEqual())
      return failure();
    if (field->isNumber) {
      if (parser.parseInteger(field->number))
        return failure();
    } else {
      FailureOr<SmallVector<int64_t>> list = parseDims(parser);
      if (failed(list))
        return failure();
      field->list = std::move(*list);
    }
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

void printFields(AsmPrinter &printer, ArrayRef<Field> fields) {
  printer << '<';
  StringRef separator = "";
  for (const Field &field : fields) {
    if (field.isNumber ? field.number == 0 : field.list.empty())
      continue;
    printer << separator << field.name << " = ";
    if (field.isNumber)
      printer << field.number;
    else
      printDims(printer, field.list);
    separator = ", ";
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Field fields[] = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                    "lhs_contracting_dimensions", "rhs_contracting_dimensions"};
  if (parser.parseLess() || parseFields(parser, fields))
    return {};
  return DotDimensionNumbersAttr::get(parser.getContext(), fields[0].list,
                                      fields[1].list, fields[2].list,
                                      fields[3].list);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(printer,
              {{"lhs_batching_dimensions", getLhsBatchingDimensions()},
               {"rhs_batching_dimensions", getRhsBatchingDimensions()},
               {"lhs_contracting_dimensions", getLhsContractingDimensions()},
               {"rhs_contracting_dimensions", getRhsContractingDimensions()}});
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Field fields[] = {"offset_dims",           "collapsed_slice_dims",
                    "operand_batching_dims", "start_indices_batching_dims",
                    "start_index_map",       {"index_vector_dim", 0}};
  if (parser.parseLess() || parseFields(parser, fields))
    return {};
  return GatherDimensionNumbersAttr::get(
      parser.getContext(), fields[0].list, fields[1].list, fields[2].list,
      fields[3].list, fields[4].list, fields[5].number);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(printer,
              {{"offset_dims", getOffsetDims()},
               {"collapsed_slice_dims", getCollapsedSliceDims()},
               {"operand_batching_dims", getOperandBatchingDims()},
               {"start_indices_batching_dims", getStartIndicesBatchingDims()},
               {"start_index_map", getStartIndexMap()},
               {"index_vector_dim", getIndexVectorDim()}});
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Field fields[] = {
      "update_window_dims",           "inserted_window_dims",
      "input_batching_dims",          "scatter_indices_batching_dims",
      "scatter_dims_to_operand_dims", {"index_vector_dim", 0}};
  if (parser.parseLess() || parseFields(parser, fields))
    return {};
  return ScatterDimensionNumbersAttr::get(
      parser.getContext(), fields[0].list, fields[1].list, fields[2].list,
      fields[3].list, fields[4].list, fields[5].number);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printFields(
      printer,
      {{"update_window_dims", getUpdateWindowDims()},
       {"inserted_window_dims", getInsertedWindowDims()},
       {"input_batching_dims", getInputBatchingDims()},
       {"scatter_indices_batching_dims", getScatterIndicesBatchingDims()},
       {"scatter_dims_to_operand_dims", getScatterDimsToOperandDims()},
       {"index_vector_dim", getIndexVectorDim()}});
}

} // namespace hloom::stablehlo
