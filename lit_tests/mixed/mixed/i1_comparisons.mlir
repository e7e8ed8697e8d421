// Comparisons of booleans as signed and as unsigned numbers, and their maxima.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[true, false, false, true, false, false, true, false, false]> : tensor<9xi1>
// INPUT: dense<false> : tensor<9xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false]> : tensor<9xi1>
// EXPECT: dense<false> : tensor<9xi1>
// EXPECT: dense<false> : tensor<9xi1>
func.func @main(%p: tensor<9xi1>, %q: tensor<9xi1>) -> (tensor<9xi1>, tensor<9xi1>, tensor<9xi1>) {
  %0 = arith.cmpi slt, %p, %q : tensor<9xi1>
  %1 = arith.cmpi ult, %p, %q : tensor<9xi1>
  %2 = arith.maxsi %p, %q : tensor<9xi1>
  return %0, %1, %2 : tensor<9xi1>, tensor<9xi1>, tensor<9xi1>
}
