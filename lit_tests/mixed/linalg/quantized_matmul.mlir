// A product of i8 with zero points.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3, -5, 0], [5, -1, 4, -4, 1, -5, 0], [5, -3, 4, -4, 1, 6, 0], [5, -3, 2, -4, 1, 6, -2], [5, -3, 2, -6, 1, 6, -2]]> : tensor<5x7xi8>
// INPUT: dense<[[-3, 2, -6, -1], [6, -2, 3, -5], [2, -6, -1, 4], [-2, 3, -5, 0], [-6, -1, 4, -4], [3, -5, 0, 5], [-1, 4, -4, 1]]> : tensor<7x4xi8>
// EXPECT: dense<[[-62, -69, 28, -70], [-65, -27, -28, -55], [-26, -60, -16, 28], [-36, -64, -14, 10], [-36, -74, -8, 6]]> : tensor<5x4xi32>
func.func @main(%a: tensor<5x7xi8>, %b: tensor<7x4xi8>) -> tensor<5x4xi32> {
  %az = arith.constant 3 : i32
  %bz = arith.constant -2 : i32
  %c = arith.constant dense<0> : tensor<5x4xi32>
  %0 = linalg.quantized_matmul ins(%a, %b, %az, %bz : tensor<5x7xi8>, tensor<7x4xi8>, i32, i32) outs(%c : tensor<5x4xi32>) -> tensor<5x4xi32>
  return %0 : tensor<5x4xi32>
}
