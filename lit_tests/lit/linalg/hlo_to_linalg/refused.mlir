// RUN: not hlo-opt %s --hlo-to-linalg --split-input-file 2>&1 | FileCheck %s
// RUN: hlo-opt %s --hlo-to-linalg --split-input-file --verify-diagnostics

// All unsupported operations are reported at once, each at its location.
// CHECK: refused.mlir:[[#@LINE+4]]:8: error: `stablehlo.partition_id` cannot be lowered to linalg
// CHECK: refused.mlir:[[#@LINE+5]]:8: error: `stablehlo.reduce` cannot be lowered to linalg: `stablehlo.custom_call` in its body is not an operation on scalars
func.func @custom_calls(%m: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{`stablehlo.partition_id` cannot be lowered to linalg: hloom has no lowering for this operation}}
  %0 = stablehlo.partition_id : tensor<ui32>
  // expected-error @below {{`stablehlo.custom_call` in its body is not an operation on scalars}}
  %1 = stablehlo.reduce(%m init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = stablehlo.custom_call @Sharding(%a) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %1 : tensor<f32>
}

// -----

func.func private @external(tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{`func.call` cannot be lowered to linalg: the function `@external` has no body}}
  %0 = func.call @external(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @even(%x: tensor<i32>) -> tensor<i32> {
  // expected-error @below {{the function `@even` calls itself}}
  %0 = func.call @odd(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @odd(%x: tensor<i32>) -> tensor<i32> {
  // expected-error @below {{the function `@odd` calls itself}}
  %0 = func.call @even(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Later passes tell runtime calls by their names.
// expected-error @below {{`func.func`: the name `hloom_call_0` is reserved for runtime calls; rename the function}}
func.func @hloom_call_0(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
