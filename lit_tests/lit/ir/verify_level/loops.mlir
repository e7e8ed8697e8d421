// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-verify-level{level=loops})' | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = scf.forall (%i) in (8) shared_outs(%out = %empty) -> (tensor<8x4xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
    %to = tensor.extract_slice %out[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
    %1 = linalg.exp ins(%row : tensor<1x4xf32>) outs(%to : tensor<1x4xf32>) -> tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %out[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
    }
  }
  return %0 : tensor<8x4xf32>
}

// -----

// expected-error @below {{`func.func`: expected `hloom.tasks` at levels `target` to `target`, found it at `loops`}}
func.func private @kernel() attributes {hloom.tasks = 4 : i64} {
  return
}

// -----

func.func @hlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{`stablehlo.exponential` must not remain at level `loops`}}
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
