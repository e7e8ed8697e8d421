// The plain convolution of images, in i32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3, -5, 0, 5, -1], [4, -4, 1, -5, 0, 5, -3, 4, -4], [1, 6, 0, 5, -3, 2, -4, 1, 6], [-2, 5, -3, 2, -6, 1, 6, -2, 3], [-3, 2, -6, -1, 6, -2, 3, -5, 2], [-6, -1, 4, -2, 3, -5, 0, -6, -1], [4, -4, 3, -5, 0, 5, -1, 4, -4]]> : tensor<7x9xi32>
// INPUT: dense<[[-3, 2], [-6, -1], [6, -2]]> : tensor<3x2xi32>
// EXPECT: dense<[[-10, 70, -31, 84, -46, 8, -2, -43], [-54, 14, -40, 12, -12, -35, 80, -50], [-6, -21, -8, -45, 88, -44, 8, -16], [-2, -41, 78, -36, 14, -12, -23, 6], [82, -46, 22, -6, -45, 74, -27, 88]]> : tensor<5x8xi32>
func.func @main(%x: tensor<7x9xi32>, %k: tensor<3x2xi32>) -> tensor<5x8xi32> {
  %z = arith.constant dense<0> : tensor<5x8xi32>
  %0 = linalg.conv_2d ins(%x, %k : tensor<7x9xi32>, tensor<3x2xi32>) outs(%z : tensor<5x8xi32>) -> tensor<5x8xi32>
  return %0 : tensor<5x8xi32>
}
