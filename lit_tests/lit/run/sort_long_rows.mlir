// Rows whose temporaries do not fit on the stack are sorted in separate memory.
// REQUIRES: cpu
// RUN: hlo-run %s --threads 2 --input random:3 | FileCheck %s
// CHECK: out0: tensor<2x70000xf32>
// CHECK-NEXT: -0.99995640 -0.99994016 -0.99991110 ... 0.99985045 0.99985945 0.99998033
func.func @main(%x: tensor<2x70000xf32>) -> tensor<2x70000xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x70000xf32>) -> tensor<2x70000xf32>
  return %0 : tensor<2x70000xf32>
}
