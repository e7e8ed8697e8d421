// REQUIRES: cpu
// RUN: not hlo-run %s --split-input-file --input random --input 'dense<0.0> : tensor<f32>' 2>&1 | FileCheck %s

func.func @main(%x: tensor<4x6xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %none = stablehlo.constant dense<> : tensor<0xi64>
    // CHECK: [[#@LINE+1]]:10: error: `stablehlo.rng` in the body of `stablehlo.reduce` is not supported
    %1 = stablehlo.rng %a, %one, %none, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4x6xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  // CHECK: [[#@LINE+1]]:8: error: the body of `stablehlo.reduce` captures a value of type `tensor<4x6xf32>`
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.slice %x [0:1, 0:1] : (tensor<4x6xf32>) -> tensor<1x1xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x1xf32>) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// All refused bodies are reported at once. A runtime call in a nested body is reported once.
func.func @main(%x: tensor<4x6xf32>, %init: tensor<f32>) -> (tensor<4xf32>, tensor<6xf32>) {
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %iota = stablehlo.iota dim = 0 : tensor<3xf32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %inner = "stablehlo.reduce"(%iota, %a) ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %none = stablehlo.constant dense<> : tensor<0xi64>
      // CHECK: [[#@LINE+1]]:12: error: `stablehlo.rng` in the body of `stablehlo.reduce` is not supported
      %r = stablehlo.rng %c, %one, %none, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
      %sum = stablehlo.add %r, %d : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %none = stablehlo.constant dense<> : tensor<0xi64>
    // CHECK-NEXT: [[#@LINE+1]]:10: error: `stablehlo.rng` in the body of `stablehlo.reduce` is not supported
    %1 = stablehlo.rng %b, %two, %none, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %2 = stablehlo.add %inner, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: [[#@LINE+1]]:8: error: the body of `stablehlo.reduce` captures a value of type `tensor<4x6xf32>`
  %3 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.slice %x [0:1, 0:1] : (tensor<4x6xf32>) -> tensor<1x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x1xf32>) -> tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0, %3 : tensor<4xf32>, tensor<6xf32>
}

// -----

func.func @main(%x: tensor<4x6xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  // CHECK: [[#@LINE+1]]:8: error: the body of an operation needs {{[0-9]+}} bytes of temporaries, more than the 262144 that its stack may take
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<100000xf32>
    %iota = stablehlo.iota dim = 0 : tensor<100000xf32>
    %2 = stablehlo.multiply %1, %iota : tensor<100000xf32>
    %3 = "stablehlo.sort"(%2) ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %less = stablehlo.compare LT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<100000xf32>) -> tensor<100000xf32>
    %4 = stablehlo.slice %3 [7:8] : (tensor<100000xf32>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
