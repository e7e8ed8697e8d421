// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The assembly of the dimension numbers and the window of convolutions.

#include "stablehlo/Assembly.h"
#include "stablehlo/AttributeFields.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace hloom::stablehlo {

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

namespace {
// The positions of the two letters and of the spatial dimensions in one of the
// three lists.
struct DimensionList {
  int64_t letters[2] = {-1, -1};
  SmallVector<int64_t> spatial;
};
} // namespace

// Parses a list. `opened` is true if its `[` has been parsed already.
static ParseResult parseDimensionList(AsmParser &parser, StringRef letters,
                                      DimensionList &list, bool opened) {
  if (!opened && parser.parseLSquare())
    return failure();
  // Pairs of the number and the position of a spatial dimension.
  SmallVector<std::pair<int64_t, int64_t>> spatial;
  int64_t position = 0;
  do {
    SMLoc location = parser.getCurrentLocation();
    int64_t number;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      if (failed(*parsed))
        return failure();
      if (number < 0 ||
          llvm::is_contained(llvm::make_first_range(spatial), number))
        return parser.emitError(location)
               << (number < 0 ? "negative" : "duplicate")
               << " spatial dimension " << number;
      spatial.emplace_back(number, position);
    } else {
      StringRef letter;
      if (parser.parseKeyword(&letter))
        return failure();
      size_t which =
          letter.size() == 1 ? letters.find(letter[0]) : StringRef::npos;
      if (which == StringRef::npos || list.letters[which] >= 0)
        return parser.emitError(location)
               << "expected `" << letters.take_front() << "` and `"
               << letters.drop_front()
               << "` once each among the spatial dimensions, found " << letter;
      list.letters[which] = position;
    }
    ++position;
  } while (succeeded(parser.parseOptionalComma()));

  SMLoc end = parser.getCurrentLocation();
  if (parser.parseRSquare())
    return failure();
  for (auto [letter, found] : llvm::zip_equal(letters, list.letters))
    if (found < 0)
      return parser.emitError(end)
             << "expected dimension `" << StringRef(&letter, 1) << "`";
  llvm::sort(spatial);
  for (auto [number, place] : llvm::enumerate(spatial)) {
    if (place.first != static_cast<int64_t>(number))
      return parser.emitError(end) << "expected spatial dimension " << number;
    list.spatial.push_back(place.second);
  }
  return success();
}

static ParseResult parseLists(AsmParser &parser, bool opened,
                              ConvDimensionNumbersAttr &numbers) {
  DimensionList input, kernel, output;
  if (parseDimensionList(parser, "bf", input, opened) ||
      parser.parseKeyword("x") ||
      parseDimensionList(parser, "io", kernel, false) || parser.parseArrow() ||
      parseDimensionList(parser, "bf", output, false))
    return failure();
  numbers = ConvDimensionNumbersAttr::get(
      parser.getContext(), input.letters[0], input.letters[1], input.spatial,
      kernel.letters[0], kernel.letters[1], kernel.spatial, output.letters[0],
      output.letters[1], output.spatial);
  return success();
}

// Parses `input_batch_dimension = 0, ...` after the word `raw`.
static ParseResult parseRaw(AsmParser &parser,
                            ConvDimensionNumbersAttr &numbers) {
  Field fields[] = {{"input_batch_dimension", 0},
                    {"input_feature_dimension", 0},
                    "input_spatial_dimensions",
                    {"kernel_input_feature_dimension", 0},
                    {"kernel_output_feature_dimension", 0},
                    "kernel_spatial_dimensions",
                    {"output_batch_dimension", 0},
                    {"output_feature_dimension", 0},
                    "output_spatial_dimensions"};
  if (parseFields(parser, fields))
    return failure();
  numbers = ConvDimensionNumbersAttr::get(
      parser.getContext(), fields[0].number, fields[1].number, fields[2].list,
      fields[3].number, fields[4].number, fields[5].list, fields[6].number,
      fields[7].number, fields[8].list);
  return success();
}

// Returns the list for the dimension numbers, or nothing if they are not a
// permutation.
static std::optional<std::string> listOf(StringRef letters, int64_t first,
                                         int64_t second,
                                         ArrayRef<int64_t> spatial) {
  SmallVector<std::string> names(spatial.size() + 2);
  auto place = [&](int64_t position, std::string name) {
    if (position < 0 || position >= static_cast<int64_t>(names.size()) ||
        !names[position].empty())
      return false;
    names[position] = std::move(name);
    return true;
  };
  if (!place(first, letters.take_front().str()) ||
      !place(second, letters.drop_front().str()))
    return std::nullopt;
  for (auto [number, position] : llvm::enumerate(spatial))
    if (!place(position, std::to_string(number)))
      return std::nullopt;
  return "[" + llvm::join(names, ", ") + "]";
}

static std::optional<std::string> listsOf(ConvDimensionNumbersAttr numbers) {
  auto input = listOf("bf", numbers.getInputBatchDimension(),
                      numbers.getInputFeatureDimension(),
                      numbers.getInputSpatialDimensions());
  auto kernel = listOf("io", numbers.getKernelInputFeatureDimension(),
                       numbers.getKernelOutputFeatureDimension(),
                       numbers.getKernelSpatialDimensions());
  auto output = listOf("bf", numbers.getOutputBatchDimension(),
                       numbers.getOutputFeatureDimension(),
                       numbers.getOutputSpatialDimensions());
  if (!input || !kernel || !output)
    return std::nullopt;
  return *input + "x" + *kernel + "->" + *output;
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr numbers;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    if (parseRaw(parser, numbers))
      return {};
  } else if (parseLists(parser, /*opened=*/false, numbers) ||
             parser.parseGreater()) {
    return {};
  }
  return numbers;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  if (std::optional<std::string> lists = listsOf(*this)) {
    printer << '<' << *lists << '>';
    return;
  }
  printer << "<raw input_batch_dimension = " << getInputBatchDimension()
          << ", input_feature_dimension = " << getInputFeatureDimension()
          << ", input_spatial_dimensions = ";
  printDims(printer, getInputSpatialDimensions());
  printer << ", kernel_input_feature_dimension = "
          << getKernelInputFeatureDimension()
          << ", kernel_output_feature_dimension = "
          << getKernelOutputFeatureDimension()
          << ", kernel_spatial_dimensions = ";
  printDims(printer, getKernelSpatialDimensions());
  printer << ", output_batch_dimension = " << getOutputBatchDimension()
          << ", output_feature_dimension = " << getOutputFeatureDimension()
          << ", output_spatial_dimensions = ";
  printDims(printer, getOutputSpatialDimensions());
  printer << '>';
}

// Parses the three lists, or the whole attribute for dimension numbers that are
// not permutations.
ParseResult parseConvolutionDimensions(AsmParser &parser,
                                       ConvDimensionNumbersAttr &numbers) {
  if (succeeded(parser.parseOptionalLSquare()))
    return parseLists(parser, /*opened=*/true, numbers);
  return parser.parseAttribute(numbers);
}

void printConvolutionDimensions(AsmPrinter &printer, Operation *,
                                ConvDimensionNumbersAttr numbers) {
  if (std::optional<std::string> lists = listsOf(numbers))
    printer << *lists;
  else
    printer.printAttribute(numbers);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  auto parsePair = [&]() -> ParseResult {
    if (parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
        parser.parseRSquare())
      return failure();
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type =
      RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2},
                            parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

static ParseResult parseReversal(OpAsmParser &parser,
                                 DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseValue = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("true"))) {
      values.push_back(true);
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword("false"))) {
      values.push_back(false);
      return success();
    }
    int64_t value;
    if (parser.parseInteger(value))
      return failure();
    values.push_back(value != 0);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseValue))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult parseWindowAttributes(OpAsmParser &parser,
                                  DenseI64ArrayAttr &strides,
                                  DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation,
                                  DenseBoolArrayAttr &reversal) {
  std::pair<StringRef, DenseI64ArrayAttr *> lists[] = {
      {"stride", &strides},
      {"lhs_dilate", &lhsDilation},
      {"rhs_dilate", &rhsDilation}};
  SMLoc location = parser.getCurrentLocation();
  StringRef name;
  while (succeeded(parser.parseOptionalKeyword(&name))) {
    auto *list = llvm::find_if(
        lists, [&](const auto &entry) { return entry.first == name; });
    bool isList = list != std::end(lists);
    if (!isList && name != "pad" && name != "reverse")
      return parser.emitError(location)
             << "expected one of `stride`, `pad`, `lhs_dilate`, `rhs_dilate` "
                "and `reverse`, found `"
             << name << "`";
    if (isList ? *list->second != nullptr
               : (name == "pad" ? padding != nullptr : reversal != nullptr))
      return parser.emitError(location) << "duplicate `" << name << "`";
    if (parser.parseEqual())
      return failure();
    if (isList) {
      FailureOr<SmallVector<int64_t>> values = parseDims(parser);
      if (failed(values))
        return failure();
      *list->second = parser.getBuilder().getDenseI64ArrayAttr(*values);
    } else if (name == "pad" ? parsePadding(parser, padding)
                             : parseReversal(parser, reversal)) {
      return failure();
    }
    if (failed(parser.parseOptionalComma()))
      break;
    location = parser.getCurrentLocation();
  }
  return success();
}

void printWindowAttributes(OpAsmPrinter &printer, Operation *,
                           DenseI64ArrayAttr strides,
                           DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation,
                           DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto printName = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printList = [&](StringRef name, DenseI64ArrayAttr list) {
    if (!list)
      return;
    printName(name);
    printDims(printer, list);
  };
  printList("stride", strides);
  if (padding) {
    printName("pad");
    printer << '[';
    SmallVector<int64_t> values(padding.value_begin<int64_t>(),
                                padding.value_end<int64_t>());
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      printer << (i == 0 ? "[" : ", [") << values[i] << ", " << values[i + 1]
              << ']';
    printer << ']';
  }
  printList("lhs_dilate", lhsDilation);
  printList("rhs_dilate", rhsDilation);
  if (reversal) {
    printName("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool value) {
      printer << (value ? "true" : "false");
    });
    printer << ']';
  }
}

} // namespace hloom::stablehlo
