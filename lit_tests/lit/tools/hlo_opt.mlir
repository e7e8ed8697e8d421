// Every flag of mlir-opt works with this project's dialects and passes.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.add'}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{custom op 'stablehlo.nothing' is unknown}}
  %0 = stablehlo.nothing %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
