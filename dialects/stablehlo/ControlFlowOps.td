// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that choose, repeat, call and bundle computations.

#ifndef HLOOM_STABLEHLO_CONTROL_FLOW_OPS
#define HLOOM_STABLEHLO_CONTROL_FLOW_OPS

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "stablehlo/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

def Stablehlo_Branches
    : DeclareOpInterfaceMethods<RegionBranchOpInterface,
                                ["areTypesCompatible",
                                 "getEntrySuccessorRegions",
                                 "getRegionInvocationBounds"]>;
def Stablehlo_NamesArguments
    : DeclareOpInterfaceMethods<OpAsmOpInterface,
                                ["getAsmBlockArgumentNames"]>;

def Stablehlo_IfOp
    : Stablehlo_Op<"if", [RecursiveMemoryEffects, RecursivelySpeculatable,
                          Stablehlo_Regions, Stablehlo_InferTypes,
                          Stablehlo_Branches]> {
  let summary = "one of two computations";
  let description = [{
    What `true_branch` or `false_branch` returns, as `pred` says; the other one
    does not run. Specification: `if`.
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred);
  let results = (outs Variadic<Stablehlo_TensorOrToken>:$results);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
}

def Stablehlo_CaseOp
    : Stablehlo_Op<"case", [RecursiveMemoryEffects, RecursivelySpeculatable,
                            Stablehlo_Regions, Stablehlo_InferTypes,
                            Stablehlo_Branches]> {
  let summary = "one of several computations";
  let description = [{
    What the branch number `index` returns, or the last branch if there is none
    of that number. Specification: `case`.
  }];
  let arguments = (ins Stablehlo_I32Tensor:$index);
  let results = (outs Variadic<Stablehlo_TensorOrToken>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

// `RegionBranchOpInterface` cannot say what happens here: the values a body
// returns go to both regions, but a condition returns one that goes nowhere,
// and its own arguments become the results. So it is left out, and analyses
// take the regions' arguments for unknown. Nor is the loop speculatable: it may
// not end.
def Stablehlo_WhileOp
    : Stablehlo_Op<"while", [RecursiveMemoryEffects, Stablehlo_Regions,
                             Stablehlo_InferTypes,
                             Stablehlo_NamesArguments]> {
  let summary = "a computation repeated while a condition holds";
  let description = [{
    Passes its operands to `cond` and, as long as that returns true, to `body`,
    whose results take their place; its results are the last ones.
    Specification: `while`.
  }];
  let arguments = (ins Variadic<Stablehlo_TensorTokenOrBuffer>:$operand);
  let results = (outs Variadic<Stablehlo_TensorTokenOrBuffer>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReturnOp
    : Stablehlo_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "the end of a region";
  let description = [{
    Gives a region's results to the operation that holds it. Specification:
    Functions.
  }];
  let arguments = (ins Variadic<Stablehlo_TensorTokenOrBuffer>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

def Stablehlo_CompositeOp
    : Stablehlo_Op<"composite",
                   [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a named computation with a decomposition";
  let description = [{
    What the function `decomposition` computes, under a name that a compiler may
    know a better implementation of. Specification: `composite`.
  }];
  let arguments =
      (ins Variadic<Stablehlo_TensorTokenOrTuple>:$inputs, StrAttr:$name,
           DefaultValuedOptionalAttr<DictionaryAttr, "{}">:
               $composite_attributes,
           FlatSymbolRefAttr:$decomposition,
           DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Stablehlo_TensorTokenOrTuple>:$results);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let assemblyFormat = [{
    $name operands (` ` `(` $composite_regions^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_CustomCallOp
    : Stablehlo_Op<"custom_call",
                   [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a call of something outside the program";
  let description = [{
    Calls the implementation's own `call_target_name`. It has no effects unless
    `has_side_effect`. Specification: `custom_call`.
  }];
  let arguments =
      (ins Variadic<Stablehlo_CustomCallValue>:$inputs,
           StrAttr:$call_target_name,
           DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
           OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
           DefaultValuedOptionalAttr<
               Stablehlo_CustomCallApiVersionAttr,
               "::hloom::stablehlo::CustomCallApiVersion::"
               "API_VERSION_ORIGINAL">:$api_version,
           DefaultValuedOptionalAttr<Stablehlo_SymbolsAttr, "{}">:
               $called_computations,
           OptionalAttr<Stablehlo_LayoutsAttr>:$operand_layouts,
           OptionalAttr<Stablehlo_LayoutsAttr>:$result_layouts,
           DefaultValuedOptionalAttr<Stablehlo_AliasesAttr, "{}">:
               $output_operand_aliases,
           OptionalAttr<Stablehlo_TilingsAttr>:$result_tilings);
  let results = (outs Variadic<Stablehlo_CustomCallValue>:$results);
  let useCustomPropertiesEncoding = 1;
  let assemblyFormat = [{
    custom<CustomCallTarget>($call_target_name) `(` $inputs `)`
    attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Bundles and order
//===----------------------------------------------------------------------===//

def Stablehlo_OptimizationBarrierOp
    : Stablehlo_Op<"optimization_barrier", [Pure, Stablehlo_InferTypes]> {
  let summary = "operands computed before anything that uses the results";
  let description = [{
    Its operands; what they depend on is not moved past it, nor what depends on
    the results before it. Specification: `optimization_barrier`.
  }];
  let arguments = (ins Variadic<Stablehlo_PerTensorOrToken>:$operand);
  let results = (outs Variadic<Stablehlo_PerTensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict
    ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result)))
    :(`(` `)`)?
  }];
}

def Stablehlo_TupleOp : Stablehlo_Op<"tuple", [Pure, Stablehlo_InferTypes]> {
  let summary = "a tuple of values";
  let description = "The tuple of its operands. Specification: `tuple`.";
  let arguments = (ins Variadic<Stablehlo_Value>:$val);
  let results = (outs Stablehlo_Tuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleOpType>(type($val), type($result))
  }];
}

def Stablehlo_GetTupleElementOp
    : Stablehlo_Op<"get_tuple_element", [Pure, Stablehlo_InferTypes]> {
  let summary = "an element of a tuple";
  let description = [{
    The element number `index`. Specification: `get_tuple_element`.
  }];
  let arguments = (ins Stablehlo_Tuple:$operand, I32Attr:$index);
  let results = (outs Stablehlo_Value:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

def Stablehlo_TraceOp : Stablehlo_Op<"trace"> {
  let summary = "a mark in a profile";
  let description = [{
    Names a point of the program for a profiler. Removed from StableHLO; kept
    for old programs.
  }];
  let arguments = (ins StrAttr:$tag);
  let assemblyFormat = "$tag attr-dict";
}

#endif // HLOOM_STABLEHLO_CONTROL_FLOW_OPS
