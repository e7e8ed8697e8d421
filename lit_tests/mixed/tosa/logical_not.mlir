// The negation of booleans of rank zero and one.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<true> : tensor<i1>
// INPUT: dense<false> : tensor<5xi1>
// EXPECT: dense<false> : tensor<i1>
// EXPECT: dense<true> : tensor<5xi1>
func.func @main(%x: tensor<i1>, %y: tensor<5xi1>) -> (tensor<i1>, tensor<5xi1>) {
  %0 = tosa.logical_not %x : (tensor<i1>) -> tensor<i1>
  %1 = tosa.logical_not %y : (tensor<5xi1>) -> tensor<5xi1>
  return %0, %1 : tensor<i1>, tensor<5xi1>
}
