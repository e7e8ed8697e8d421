// Magnitudes of floats and of integers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3]> : tensor<7xi32>
// EXPECT: dense<[2.25, 0.5, 1.25, 1.75, 0.0, 2.25, 0.5]> : tensor<7xf32>
// EXPECT: dense<[3, 2, 6, 1, 6, 2, 3]> : tensor<7xi32>
func.func @main(%x: tensor<7xf32>, %y: tensor<7xi32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %0 = tosa.abs %x : (tensor<7xf32>) -> tensor<7xf32>
  %1 = tosa.abs %y : (tensor<7xi32>) -> tensor<7xi32>
  return %0, %1 : tensor<7xf32>, tensor<7xi32>
}
