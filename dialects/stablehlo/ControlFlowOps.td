// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches, loops, calls, tuples and optimization barriers.

#ifndef HLOOM_STABLEHLO_CONTROL_FLOW_OPS
#define HLOOM_STABLEHLO_CONTROL_FLOW_OPS

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "stablehlo/StablehloAttrs.td"

class Stablehlo_ControlFlowOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "ControlFlow";
}

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
    : Stablehlo_ControlFlowOp<"if", [RecursiveMemoryEffects, RecursivelySpeculatable,
                          Stablehlo_Regions, Stablehlo_InferTypes,
                          Stablehlo_Branches]> {
  let summary = "executes one of two branches";
  let description = [{
    Executes `true_branch` if `pred` is true, otherwise `false_branch`, and
    returns its results. Specification: `if`.
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred);
  let results = (outs Variadic<Stablehlo_TensorOrToken>:$results);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
}

def Stablehlo_CaseOp
    : Stablehlo_ControlFlowOp<"case", [RecursiveMemoryEffects, RecursivelySpeculatable,
                            Stablehlo_Regions, Stablehlo_InferTypes,
                            Stablehlo_Branches]> {
  let summary = "executes one of several branches";
  let description = [{
    Executes the branch with the number `index`, or the last branch if `index`
    is out of range, and returns its results. Specification: `case`.
  }];
  let arguments = (ins Stablehlo_I32Tensor:$index);
  let results = (outs Variadic<Stablehlo_TensorOrToken>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

// `while` does not implement `RegionBranchOpInterface`, which cannot express
// its control flow. The values that the body returns are passed to both
// regions. The value that the condition returns is not passed to a region, and
// the condition's arguments become the results. Without the interface, analyses
// treat the regions' arguments as unknown. The loop is not speculatable,
// because it may not terminate.
def Stablehlo_WhileOp
    : Stablehlo_ControlFlowOp<"while", [RecursiveMemoryEffects, Stablehlo_Regions,
                             Stablehlo_InferTypes,
                             Stablehlo_NamesArguments]> {
  let summary = "repeats a body while a condition holds";
  let description = [{
    Passes the current values, initially the operands, to `cond`. While `cond`
    returns true, passes the values to `body` and replaces them with its
    results. Returns the final values. Specification: `while`.
  }];
  let arguments = (ins Variadic<Stablehlo_TensorTokenOrBuffer>:$operand);
  let results = (outs Variadic<Stablehlo_TensorTokenOrBuffer>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReturnOp
    : Stablehlo_ControlFlowOp<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "terminator of a region";
  let description = [{
    Returns the results of a region to the parent operation. Specification:
    Functions.
  }];
  let arguments = (ins Variadic<Stablehlo_TensorTokenOrBuffer>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

def Stablehlo_CompositeOp
    : Stablehlo_ControlFlowOp<"composite",
                   [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a named computation with a decomposition";
  let description = [{
    Computes the function `decomposition`. A compiler may provide a better
    implementation of the computation with this `name`. Specification:
    `composite`.
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
    : Stablehlo_ControlFlowOp<"custom_call",
                   [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let family = "CustomCall";
  let summary = "call of a function outside the program";
  let description = [{
    Calls the implementation-defined function `call_target_name`. The call has
    no effects unless `has_side_effect` is set. Specification: `custom_call`.
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
// Tuples, barriers and traces
//===----------------------------------------------------------------------===//

def Stablehlo_OptimizationBarrierOp
    : Stablehlo_ControlFlowOp<"optimization_barrier", [Pure, Stablehlo_InferTypes]> {
  let opcode = "opt-barrier";
  let summary = "barrier for the motion of operations";
  let description = [{
    Returns its operands. Passes do not move operations that compute the
    operands after the barrier, or operations that use the results before it.
    Specification: `optimization_barrier`.
  }];
  let arguments = (ins Variadic<Stablehlo_PerTensorOrToken>:$operand);
  let results = (outs Variadic<Stablehlo_PerTensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict
    ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result)))
    :(`(` `)`)?
  }];
}

def Stablehlo_TupleOp : Stablehlo_ControlFlowOp<"tuple", [Pure, Stablehlo_InferTypes]> {
  let family = "Shape";
  let summary = "a tuple of values";
  let description = "Returns a tuple of its operands. Specification: `tuple`.";
  let arguments = (ins Variadic<Stablehlo_Value>:$val);
  let results = (outs Stablehlo_Tuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleOpType>(type($val), type($result))
  }];
}

def Stablehlo_GetTupleElementOp
    : Stablehlo_ControlFlowOp<"get_tuple_element", [Pure, Stablehlo_InferTypes]> {
  let family = "Shape";
  let summary = "an element of a tuple";
  let description = [{
    Returns the element with the number `index`. Specification:
    `get_tuple_element`.
  }];
  let arguments = (ins Stablehlo_Tuple:$operand, I32Attr:$index);
  let results = (outs Stablehlo_Value:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

def Stablehlo_TraceOp : Stablehlo_ControlFlowOp<"trace"> {
  let family = "Communication";
  let summary = "a mark in a profile";
  let description = [{
    Names a point of the program for a profiler. StableHLO has removed the
    operation; it is kept for old programs.
  }];
  let arguments = (ins StrAttr:$tag);
  let assemblyFormat = "$tag attr-dict";
}

#endif // HLOOM_STABLEHLO_CONTROL_FLOW_OPS
