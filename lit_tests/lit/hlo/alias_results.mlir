// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hlo-alias-results))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hlo-alias-results{none=true}))' --split-input-file | FileCheck %s --check-prefix=NONE

// NONE-NOT: hloom.aliases

// Pairs of a result and an argument. Donors get the remaining results of their type.
// CHECK: func.func @pairs{{.*}} attributes {hloom.aliases = array<i64: 0, 3, 1, 0, 2, 1>}
func.func @pairs(%a: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<4xf32> {jax.buffer_donor = true}, %c: tensor<5xf32> {jax.buffer_donor = true}, %d: tensor<4xi32> {jax.buffer_donor = true}, %e: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  return %d, %b, %a, %e : tensor<4xi32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK: func.func @of_other_types
// CHECK-NOT: hloom.aliases
func.func @of_other_types(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<0xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<4xi32>, tensor<0xf32>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<4xf32>) -> tensor<4xi32>
  return %0, %b : tensor<4xi32>, tensor<0xf32>
}

// An attribute in the input program is ignored.
// CHECK: func.func @said(
// CHECK-NOT: hloom.aliases
func.func @said(%a: tensor<4xf32>) -> tensor<4xf32> attributes {hloom.aliases = array<i64: 0, 7>} {
  return %a : tensor<4xf32>
}

// CHECK: func.func @of_unknown_size
// CHECK-NOT: hloom.aliases
func.func @of_unknown_size(%a: tensor<?x4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<?x4xf32> {
  return %a : tensor<?x4xf32>
}

// Only arguments of the entry can be donated.
// CHECK: func.func private @private
// CHECK-NOT: hloom.aliases
func.func private @private(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{`tf.aliasing_output` of argument 1: expected a result number below 2, found 2}}
func.func @no_such_result(%a: tensor<4xf32>, %b: tensor<4xf32> {tf.aliasing_output = 2 : i32}) -> (tensor<4xf32>, tensor<4xf32>) {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{`tf.aliasing_output` of argument 1: expected a result that no other argument names, found result 0 of argument 0}}
func.func @taken(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
