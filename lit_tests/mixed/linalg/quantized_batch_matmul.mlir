// A batch of products of i8 with zero points.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4], [-4, 1, -5, 0, 5]], [[-3, 4, -4, 1, 6], [0, 5, -3, 2, -4], [1, 6, -2, 5, -3]]]> : tensor<2x3x5xi8>
// INPUT: dense<[[[-3, 2, -6, -1], [6, -2, 3, -5], [2, -6, -1, 4], [-2, 3, -5, 0], [-6, -1, 4, -4]], [[3, -5, 0, 5], [-1, 4, -4, 1], [-5, 0, 5, -3], [4, -4, 1, 6], [0, 5, -3, 2]]]> : tensor<2x5x4xi8>
// EXPECT: dense<[[[6, -48, 67, 26], [6, -39, 59, 27], [-25, 17, 59, -29]], [[-5, 46, -59, -47], [-2, -23, -31, -52], [14, -24, -23, -22]]]> : tensor<2x3x4xi32>
func.func @main(%a: tensor<2x3x5xi8>, %b: tensor<2x5x4xi8>) -> tensor<2x3x4xi32> {
  %az = arith.constant 5 : i32
  %bz = arith.constant -1 : i32
  %c = arith.constant dense<10> : tensor<2x3x4xi32>
  %0 = linalg.quantized_batch_matmul ins(%a, %b, %az, %bz : tensor<2x3x5xi8>, tensor<2x5x4xi8>, i32, i32) outs(%c : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return %0 : tensor<2x3x4xi32>
}
