// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of the dialect that have parameters, and constraints on
// builtin attributes.

#ifndef HLOOM_STABLEHLO_ATTRS
#define HLOOM_STABLEHLO_ATTRS

include "forward/Bytecode.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "stablehlo/StablehloEnums.td"
include "stablehlo/StablehloTypes.td"

class Stablehlo_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

// A parameter that is a list of numbers: `[0, 1]`.
def Stablehlo_Numbers : ArrayRefParameter<"int64_t"> {
  let parser = "::hloom::parseDims($_parser)";
  let printer = "::hloom::printDims($_printer, $_self)";
}

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

def Stablehlo_DotDimensionNumbers
    : Stablehlo_Attr<"DotDimensionNumbers", "dot">, BytecodeCode<5> {
  let summary = "dimension numbers of a `dot_general`";
  let description = "Specification: `dot_general`.";
  let parameters = (ins Stablehlo_Numbers:$lhs_batching_dimensions,
                        Stablehlo_Numbers:$rhs_batching_dimensions,
                        Stablehlo_Numbers:$lhs_contracting_dimensions,
                        Stablehlo_Numbers:$rhs_contracting_dimensions);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_DotAlgorithm
    : Stablehlo_Attr<"DotAlgorithm", "dot_algorithm">, BytecodeCode<15> {
  let summary = "algorithm of a `dot_general`: types and steps";
  let description = [{
    The operands are rounded to the precision types. An operand with a component
    count above one is split into that many components. The products are summed
    in the accumulation type. Specification: `dot_general`.
  }];
  let parameters = (ins "::mlir::Type":$lhs_precision_type,
                        "::mlir::Type":$rhs_precision_type,
                        "::mlir::Type":$accumulation_type,
                        "int64_t":$lhs_component_count,
                        "int64_t":$rhs_component_count,
                        "int64_t":$num_primitive_operations,
                        "bool":$allow_imprecise_accumulation);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_ConvDimensionNumbers
    : Stablehlo_Attr<"ConvDimensionNumbers", "conv">, BytecodeCode<4> {
  let summary = "dimension numbers of a convolution";
  let description = [{
    The assembly consists of three lists, input `x` kernel `->` output, of
    `b`atch, `f`eature, `i`nput feature, `o`utput feature and the numbers of the
    spatial dimensions: `<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`. Dimension
    numbers that are not permutations are printed one by one after the word
    `raw`. Specification: `convolution`.
  }];
  let parameters = (ins "int64_t":$input_batch_dimension,
                        "int64_t":$input_feature_dimension,
                        Stablehlo_Numbers:$input_spatial_dimensions,
                        "int64_t":$kernel_input_feature_dimension,
                        "int64_t":$kernel_output_feature_dimension,
                        Stablehlo_Numbers:$kernel_spatial_dimensions,
                        "int64_t":$output_batch_dimension,
                        "int64_t":$output_feature_dimension,
                        Stablehlo_Numbers:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_GatherDimensionNumbers
    : Stablehlo_Attr<"GatherDimensionNumbers", "gather">, BytecodeCode<7> {
  let summary = "dimension numbers of a gather";
  let description = "Specification: `gather`.";
  let parameters = (ins Stablehlo_Numbers:$offset_dims,
                        Stablehlo_Numbers:$collapsed_slice_dims,
                        Stablehlo_Numbers:$operand_batching_dims,
                        Stablehlo_Numbers:$start_indices_batching_dims,
                        Stablehlo_Numbers:$start_index_map,
                        "int64_t":$index_vector_dim);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ScatterDimensionNumbers
    : Stablehlo_Attr<"ScatterDimensionNumbers", "scatter">, BytecodeCode<11> {
  let summary = "dimension numbers of a scatter";
  let description = "Specification: `scatter`.";
  let parameters = (ins Stablehlo_Numbers:$update_window_dims,
                        Stablehlo_Numbers:$inserted_window_dims,
                        Stablehlo_Numbers:$input_batching_dims,
                        Stablehlo_Numbers:$scatter_indices_batching_dims,
                        Stablehlo_Numbers:$scatter_dims_to_operand_dims,
                        "int64_t":$index_vector_dim);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Accuracy, aliases, bounds
//===----------------------------------------------------------------------===//

def Stablehlo_ResultAccuracyAttr
    : Stablehlo_Attr<"ResultAccuracy", "result_accuracy">, BytecodeCode<17> {
  let summary = "required accuracy of a function's results";
  let description = [{
    An absolute and a relative tolerance, both `f64`, and a number of units in
    the last place. They are used if the mode is `TOLERANCE`. Zero values are
    not printed. Specification: `exponential`.
  }];
  let parameters = (ins "::mlir::FloatAttr":$atol, "::mlir::FloatAttr":$rtol,
                        "int64_t":$ulps,
                        "::hloom::stablehlo::ResultAccuracyModeAttr":$mode);
  let builders = [AttrBuilder<
      (ins "::hloom::stablehlo::ResultAccuracyMode":$mode), [{
    auto zero = ::mlir::FloatAttr::get(::mlir::Float64Type::get($_ctxt), 0.0);
    return $_get($_ctxt, zero, zero, 0,
                 ResultAccuracyModeAttr::get($_ctxt, mode));
  }]>];
  let hasCustomAssemblyFormat = 1;
  let constBuilderCall =
      "::hloom::stablehlo::ResultAccuracyAttr::get($_builder.getContext(), $0)";
}

def Stablehlo_OutputOperandAlias
    : Stablehlo_Attr<"OutputOperandAlias", "output_operand_alias">,
      BytecodeCode<14> {
  let summary = "alias of a custom call's result and an operand";
  let description = [{
    The result shares the operand's memory. The attribute contains the number of
    the operand and, for the result and the operand, the path to an element of
    nested tuples. The path of a value that is not a tuple is empty.
    Specification: `custom_call`.
  }];
  let parameters = (ins Stablehlo_Numbers:$output_tuple_indices,
                        "int64_t":$operand_index,
                        Stablehlo_Numbers:$operand_tuple_indices);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_TypeExtensions
    : Stablehlo_Attr<"TypeExtensions", "bounds",
                     [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]>,
      BytecodeCode<13> {
  let summary = "upper bounds of a tensor's dynamic dimensions";
  let description = [{
    The encoding of a tensor type, with one entry for each dimension. The entry
    of a static or unbounded dimension is `?`. Specification: Types.
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$bounds);
  let assemblyFormat = "`<` custom<Bounds>($bounds) `>`";
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

def Stablehlo_ChannelHandle
    : Stablehlo_Attr<"ChannelHandle", "channel_handle">, BytecodeCode<1> {
  let summary = "channel of a communication, and its type";
  let description = [{
    If the handle is not positive, there is no channel. Specification:
    `all_reduce`, `send`.
  }];
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_MeshAxis
    : Stablehlo_Attr<"MeshAxis", "mesh_axis">, BytecodeCode<21> {
  let summary = "an axis of a device mesh";
  let parameters =
      (ins StringRefParameter<"name of the axis">:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_Mesh : Stablehlo_Attr<"Mesh", "mesh">, BytecodeCode<22> {
  let summary = "a device mesh with named axes";
  let description = [{
    Without `device_ids`, the devices are numbered in row-major order.
    Specification: Collective ops.
  }];
  let parameters =
      (ins ArrayRefParameter<"::hloom::stablehlo::MeshAxisAttr">:$axes,
           OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]`
    (`,` `device_ids` `` `=` `` $device_ids^)? `>`
  }];
}

def Stablehlo_SubAxisInfo
    : Stablehlo_Attr<"SubAxisInfo", "sub_axis_info">, BytecodeCode<19> {
  let summary = "a part of a mesh axis: the size before it and its own size";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def Stablehlo_AxisRef
    : Stablehlo_Attr<"AxisRef", "axis_ref">, BytecodeCode<20> {
  let summary = "an axis of a mesh, or a part of one";
  let parameters =
      (ins StringRefParameter<"name of the axis">:$name,
           OptionalParameter<"::hloom::stablehlo::SubAxisInfoAttr">:
               $sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_ReplicaGroupMeshAxes
    : Stablehlo_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes">,
      BytecodeCode<18> {
  let summary = "groups of devices that differ only along axes of a mesh";
  let description = [{
    The mesh is given inline, or as the symbol of a mesh. The axes are an array
    of `axis_ref`. Specification: Collective ops.
  }];
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// Constraints on builtin attributes
//===----------------------------------------------------------------------===//

def Stablehlo_ReplicaGroups
    : AnyAttrOf<[I64ElementsAttr, Stablehlo_ReplicaGroupMeshAxes],
                "matrix of participant ids, or axes of a mesh">;

def Stablehlo_IndexVectorAttr
    : Attr<And<[IndexElementsAttr.predicate,
                CPred<"::llvm::cast<::mlir::DenseIntElementsAttr>($_self)"
                      ".getType().getRank() == 1">]>,
           "1-dimensional tensor of index type"> {
  let storageType = IndexElementsAttr.storageType;
  let returnType = IndexElementsAttr.returnType;
  let convertFromStorage = IndexElementsAttr.convertFromStorage;
}
def Stablehlo_LayoutsAttr
    : TypedArrayAttrBase<Stablehlo_IndexVectorAttr,
                         "array of layouts, one for each operand or result">;
def Stablehlo_TilingsAttr
    : TypedArrayAttrBase<TypedArrayAttrBase<Stablehlo_IndexVectorAttr,
                                            "array of tiles">,
                         "array of tilings, one for each result">;
def Stablehlo_SymbolsAttr
    : TypedArrayAttrBase<FlatSymbolRefAttr, "array of symbols"> {
  let constBuilderCall =
      "::mlir::ArrayAttr::get($_builder.getContext(), $0)";
}
def Stablehlo_AliasesAttr
    : TypedArrayAttrBase<Stablehlo_OutputOperandAlias,
                         "array of aliases of operands and results">;

#endif // HLOOM_STABLEHLO_ATTRS
