// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-fold-shape-assertions)' --verify-diagnostics | FileCheck %s
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-fold-shape-assertions{enable-shape-assertions=false})' | FileCheck %s --check-prefix=ALL
// ALL-NOT: shape_assertion

// CHECK-LABEL: func.func @holds
// CHECK-NOT: stablehlo.custom_call
// CHECK: return
func.func @holds() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %size = stablehlo.constant dense<0> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%true, %size) {
    api_version = 2 : i32, error_message = "not said", has_side_effect = true
  } : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @fails() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %size = stablehlo.constant dense<7> : tensor<i32>
  %other = stablehlo.constant dense<-2> : tensor<i64>
  // expected-error@+1 {{expected -2, found 7 {here}}}
  stablehlo.custom_call @shape_assertion(%false, %size, %other) {
    api_version = 2 : i32, error_message = "expected {1}, found {0} {here}", has_side_effect = true
  } : (tensor<i1>, tensor<i32>, tensor<i64>) -> ()
  // expected-error@+1 {{index less than 1. Found specifier {3}}}
  stablehlo.custom_call @shape_assertion(%false, %size) {
    api_version = 2 : i32, error_message = "{3}", has_side_effect = true
  } : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @unknown(%condition: tensor<i1>) {
  // expected-error@+1 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%condition) {
    api_version = 2 : i32, error_message = "not said", has_side_effect = true
  } : (tensor<i1>) -> ()
  return
}

// -----

func.func @malformed(%size: tensor<i32>) {
  // expected-error@+1 {{expects assert_what (operand #0) to be a constant of type tensor<i1>}}
  stablehlo.custom_call @shape_assertion(%size) {
    api_version = 2 : i32, error_message = "not said", has_side_effect = true
  } : (tensor<i32>) -> ()
  %true = stablehlo.constant dense<true> : tensor<i1>
  // expected-error@+1 {{expects an error_message attribute}}
  stablehlo.custom_call @shape_assertion(%true) {has_side_effect = true} : (tensor<i1>) -> ()
  return
}
