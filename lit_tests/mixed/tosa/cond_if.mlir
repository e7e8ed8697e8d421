// A branch with two results.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<true> : tensor<i1>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25, 2.0]> : tensor<5xf32>
// EXPECT: dense<[-1.5, 2.0, 0.75, -0.5, 3.0]> : tensor<5xf32>
// EXPECT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
func.func @main(%p: tensor<i1>, %x: tensor<5xf32>, %y: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %0:2 = tosa.cond_if %p (%a = %x, %b = %y) : tensor<i1> (tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: tensor<5xf32>, %b: tensor<5xf32>):
    %1 = tosa.add %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    tosa.yield %1, %a : tensor<5xf32>, tensor<5xf32>
  } else {
  ^bb0(%a: tensor<5xf32>, %b: tensor<5xf32>):
    %1 = tosa.sub %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    tosa.yield %b, %1 : tensor<5xf32>, tensor<5xf32>
  }
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xf32>
}
