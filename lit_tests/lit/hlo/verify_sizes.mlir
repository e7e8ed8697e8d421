// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-verify-sizes)' | FileCheck %s

// Nothing is changed.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: stablehlo.reduce
// CHECK-NEXT: return
func.func @main(%x: tensor<1000000x1000000xf32>) -> tensor<1000000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1000000x1000000xf32>, tensor<f32>) -> tensor<1000000xf32>
  return %0 : tensor<1000000xf32>
}

// The largest number of elements: 2^59 - 1 of them take less than 2^63 bytes in every element type.
// CHECK-LABEL: func.func @largest
func.func @largest(%x: tensor<576460752303423487xi8>) {
  return
}

// Unknown sizes are not checked, and neither are values that are not tensors.
// CHECK-LABEL: func.func @others
func.func @others(%x: tensor<?x576460752303423487xi8>, %y: tensor<*xf32>, %z: index) -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// The bound holds for the widest element type, whatever the type of the tensor.
// expected-error @below {{`func.func` has a `tensor<576460752303423488xi8>`, whose size overflows 63 bits}}
func.func @argument(%x: tensor<576460752303423488xi8>) {
  return
}

// -----

// Each operation is reported.
func.func @results(%x: tensor<4294967296xi8>) {
  // expected-error @below {{`stablehlo.broadcast_in_dim` has a `tensor<4294967296x4294967296xi8>`, whose size overflows 63 bits}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4294967296xi8>) -> tensor<4294967296x4294967296xi8>
  // expected-error @below {{`stablehlo.iota` has a `tensor<9223372036854775807x2xf64>`, whose size overflows 63 bits}}
  %1 = stablehlo.iota dim = 0 : tensor<9223372036854775807x2xf64>
  return
}

// -----

// Other sizes may be multiplied before the zero.
// expected-error @below {{`func.func` has a `tensor<9223372036854775807x0xf32>`, whose size overflows 63 bits}}
func.func @no_elements(%x: tensor<9223372036854775807x0xf32>) {
  return
}

// -----

// Arguments of inner regions belong to the operation around them.
func.func @inside(%n: tensor<i32>, %x: tensor<?xi8>) {
  // expected-error @below {{`stablehlo.while` has a `tensor<9223372036854775807xi8>`, whose size overflows 63 bits}}
  %r:2 = "stablehlo.while"(%n, %x) ({
  ^bb0(%i: tensor<i32>, %a: tensor<9223372036854775807xi8>):
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xi8>):
    stablehlo.return %i, %x : tensor<i32>, tensor<?xi8>
  }) : (tensor<i32>, tensor<?xi8>) -> (tensor<i32>, tensor<?xi8>)
  return
}

// -----

// The specification does not define reductions whose initial values have sizes.
func.func @initial_values(%x: tensor<4x3xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{`stablehlo.reduce`: expected a scalar initial value, found `tensor<3xf32>`}}
  %0 = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %1 = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %1 : tensor<3xf32>
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The verifier accepts sizes that occur in the window.
func.func @initial_values_of_windows(%x: tensor<4x3xf32>, %init: tensor<2xf32>) -> tensor<3x3xf32> {
  // expected-error @below {{`stablehlo.reduce_window`: expected a scalar initial value, found `tensor<2xf32>`}}
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %1 = stablehlo.add %a, %b : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4x3xf32>, tensor<2xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
