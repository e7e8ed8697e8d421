// Sums and products of booleans, which wrap, and casts of them.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[true, false, false, true, false, false, true, false, false]> : tensor<9xi1>
// INPUT: dense<false> : tensor<9xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false]> : tensor<9xi1>
// EXPECT: dense<false> : tensor<9xi1>
// EXPECT: dense<[-1, 0, 0, -1, 0, 0, -1, 0, 0]> : tensor<9xi32>
// EXPECT: dense<0> : tensor<9xi32>
// EXPECT: dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0]> : tensor<9xf32>
func.func @main(%p: tensor<9xi1>, %q: tensor<9xi1>) -> (tensor<9xi1>, tensor<9xi1>, tensor<9xi32>, tensor<9xi32>, tensor<9xf32>) {
  %0 = arith.addi %p, %q : tensor<9xi1>
  %1 = arith.muli %p, %q : tensor<9xi1>
  %2 = arith.extsi %p : tensor<9xi1> to tensor<9xi32>
  %3 = arith.extui %q : tensor<9xi1> to tensor<9xi32>
  %4 = arith.uitofp %p : tensor<9xi1> to tensor<9xf32>
  return %0, %1, %2, %3, %4 : tensor<9xi1>, tensor<9xi1>, tensor<9xi32>, tensor<9xi32>, tensor<9xf32>
}
