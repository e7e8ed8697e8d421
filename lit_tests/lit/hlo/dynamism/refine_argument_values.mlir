// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=-128;255;-8;18446744073709551615})' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;;;;tensor<4xf32>})' | FileCheck %s --check-prefix=SIZE
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;;;;tensor<?xf32,#stablehlo.bounds<7>>})' | FileCheck %s --check-prefix=BOUND
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=300})' 2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=-129})' 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=;-1})' 2>&1 | FileCheck %s --check-prefix=SIGN
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=;;8})' 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;;;;tensor<?xf32>})' 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;;;;tensor<?xf32,#stablehlo.bounds<9>>})' 2>&1 | FileCheck %s --check-prefix=WIDER

// The least and the greatest integers of each type. Others would be cut off.
// CHECK-LABEL: func.func @main
// CHECK-DAG: stablehlo.constant dense<-128> : tensor<i8>
// CHECK-DAG: stablehlo.constant dense<255> : tensor<ui8>
// CHECK-DAG: stablehlo.constant dense<-8> : tensor<i4>
// CHECK-DAG: stablehlo.constant dense<18446744073709551615> : tensor<ui64>

// A bound may become a size or a smaller bound.
// SIZE: %[[X:arg4]]: tensor<4xf32>)
// SIZE: custom_call @stablehlo.shape_refinement_operand_wrapper(%[[X]], %{{.*}}) {{.*}} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32, #stablehlo.bounds<8>>
// BOUND: %[[X:arg4]]: tensor<?xf32, #stablehlo.bounds<7>>)
// BOUND: custom_call @stablehlo.shape_refinement_operand_wrapper(%[[X]], %{{.*}})

// ABOVE: refine_argument_values.mlir:[[#@LINE+7]]:1: error: option `values`: argument 0: expected an integer from -128 to 127, found `300` for `tensor<i8>`
// BELOW: refine_argument_values.mlir:[[#@LINE+6]]:1: error: option `values`: argument 0: expected an integer from -128 to 127, found `-129` for `tensor<i8>`
// SIGN: refine_argument_values.mlir:[[#@LINE+5]]:1: error: option `values`: argument 1: expected an integer from 0 to 255, found `-1` for `tensor<ui8>`
// HALF: refine_argument_values.mlir:[[#@LINE+4]]:1: error: option `values`: argument 2: expected an integer from -8 to 7, found `8` for `tensor<i4>`
// UNBOUNDED: refine_argument_values.mlir:[[#@LINE+3]]:1: error: invalid refinement for argument 4, refinement must not exceed the bounds in tensor<?xf32, #stablehlo.bounds<8>> -> tensor<?xf32>{{$}}
// WIDER: refine_argument_values.mlir:[[#@LINE+2]]:1: error: invalid refinement for argument 4, refinement must not exceed the bounds in tensor<?xf32, #stablehlo.bounds<8>> -> tensor<?xf32, #stablehlo.bounds<9>>{{$}}

func.func @main(%a: tensor<i8>, %b: tensor<ui8>, %c: tensor<i4>, %d: tensor<ui64>, %x: tensor<?xf32, #stablehlo.bounds<8>>) -> (tensor<i8>, tensor<ui8>, tensor<i4>, tensor<ui64>, tensor<?xf32, #stablehlo.bounds<8>>) {
  return %a, %b, %c, %d, %x : tensor<i8>, tensor<ui8>, tensor<i4>, tensor<ui64>, tensor<?xf32, #stablehlo.bounds<8>>
}
