// Quotients of i32 as signed and as unsigned numbers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1]> : tensor<9xi32>
// INPUT: dense<[2, 3, 4, 5, 2, 3, 4, 5, 2]> : tensor<9xi32>
// EXPECT: dense<[-3, 0, 1, 0, 1, -1, 0, 1, 0]> : tensor<9xi32>
// EXPECT: dense<[2147483645, 1431655765, 1, 858993458, 1, 1431655763, 0, 1, 2147483647]> : tensor<9xi32>
func.func @main(%x: tensor<9xi32>, %y: tensor<9xi32>) -> (tensor<9xi32>, tensor<9xi32>) {
  %e = tensor.empty() : tensor<9xi32>
  %0 = linalg.div ins(%x, %y : tensor<9xi32>, tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %1 = linalg.div_unsigned ins(%x, %y : tensor<9xi32>, tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  return %0, %1 : tensor<9xi32>, tensor<9xi32>
}
