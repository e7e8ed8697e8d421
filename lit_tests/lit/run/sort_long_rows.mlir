// Rows whose temporaries do not fit on the stack are sorted in separate memory.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --threads 2 --input random:3 --compare-with interpreter | FileCheck %s
// CHECK: 1 of 1 results on cpu match those on interpreter
func.func @main(%x: tensor<2x140000xf32>) -> tensor<2x140000xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x140000xf32>) -> tensor<2x140000xf32>
  return %0 : tensor<2x140000xf32>
}
