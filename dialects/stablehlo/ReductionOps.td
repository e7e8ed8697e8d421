// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that map or combine elements with a computation in a region.

#ifndef HLOOM_STABLEHLO_REDUCTION_OPS
#define HLOOM_STABLEHLO_REDUCTION_OPS

include "stablehlo/StablehloAttrs.td"

class Stablehlo_ReductionOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits> {
  let family = "Reduction";
}

def Stablehlo_MapOp
    : Stablehlo_ReductionOp<"map", [Stablehlo_RecursivelyPure, Stablehlo_Regions,
                           Stablehlo_InferTypes]> {
  let summary = "applies a computation to every element";
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
    : Stablehlo_ReductionOp<"reduce", [Stablehlo_RecursivelyPure,
                              SameVariadicOperandSize, Stablehlo_Regions,
                              Stablehlo_InferTypes]> {
  let summary = "reduction of all elements along dimensions";
  let description = [{
    Combines the elements of each input along `dimensions` with `body`, starting
    with the init value, in an unspecified order. A body that consists of one
    commutative operation is printed as `applies` and the name of the operation.
    Specification: `reduce`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Stablehlo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReduceWindowOp
    : Stablehlo_ReductionOp<"reduce_window", [Stablehlo_RecursivelyPure,
                                     SameVariadicOperandSize, Stablehlo_Regions,
                                     Stablehlo_InferTypes]> {
  let summary = "reduction of the elements in each window";
  let description = [{
    Slides a window over the padded and dilated inputs. At each position it
    combines the window's elements with `body`, starting with the init value.
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
    : Stablehlo_ReductionOp<"select_and_scatter", [Stablehlo_RecursivelyPure,
                                          Stablehlo_Regions,
                                          Stablehlo_InferTypes]> {
  let summary = "updates at a selected position of each window";
  let description = [{
    Slides a window over the operand and finds, in each window, the element that
    `select` selects. `scatter` combines the source's element for that window
    into the result at that position. The result is initially `init_value`.
    Specification: `select_and_scatter`.
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
