// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that combine many elements by a computation given as a region.

#ifndef HLOOM_STABLEHLO_REDUCTION_OPS
#define HLOOM_STABLEHLO_REDUCTION_OPS

include "stablehlo/StablehloAttrs.td"

def Stablehlo_MapOp
    : Stablehlo_Op<"map", [Stablehlo_RecursivelyPure, Stablehlo_Regions,
                           Stablehlo_InferTypes]> {
  let summary = "a computation on every element";
  let description = [{
    Calls `computation` with the elements of all inputs at each position.
    Specification: `map`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

def Stablehlo_ReduceOp
    : Stablehlo_Op<"reduce", [Stablehlo_RecursivelyPure,
                              SameVariadicOperandSize, Stablehlo_Regions,
                              Stablehlo_InferTypes]> {
  let summary = "combination of all elements along dimensions";
  let description = [{
    Combines the elements of each input along `dimensions` by `body`, beginning
    with its init value, in an order that is not determined. A body of one
    commutative operation is written as `applies` and its name. Specification:
    `reduce`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReduceWindowOp
    : Stablehlo_Op<"reduce_window", [Stablehlo_RecursivelyPure,
                                     SameVariadicOperandSize, Stablehlo_Regions,
                                     Stablehlo_InferTypes]> {
  let summary = "combination of the elements in each window";
  let description = [{
    Slides a window over the inputs, padded and dilated, and combines its
    elements at each place by `body`, beginning with the init value.
    Specification: `reduce_window`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
}

def Stablehlo_SelectAndScatterOp
    : Stablehlo_Op<"select_and_scatter", [Stablehlo_RecursivelyPure,
                                          Stablehlo_Regions,
                                          Stablehlo_InferTypes]> {
  let summary = "updates at a chosen place of each window";
  let description = [{
    Slides a window over the operand, finds in each the element that `select`
    prefers, and combines the source's element for that window into the result
    at that place by `scatter`, beginning with `init_value`. Specification:
    `select_and_scatter`.
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$source,
                       Stablehlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

#endif // HLOOM_STABLEHLO_REDUCTION_OPS
