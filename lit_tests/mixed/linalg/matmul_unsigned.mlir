// A product that takes its i8 operands as unsigned.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3, -5, 0], [5, -1, 4, -4, 1, -5, 0], [5, -3, 4, -4, 1, 6, 0]]> : tensor<3x7xi8>
// INPUT: dense<[[-3, 2, -6], [-1, 6, -2], [3, -5, 2], [-6, -1, 4], [-2, 3, -5], [0, -6, -1], [4, -4, 3]]> : tensor<7x3xi8>
// INPUT: dense<[[0, 5, -3], [2, -4, 1], [6, -2, 5]]> : tensor<3x3xi32>
// EXPECT: dense<[[192049, 130058, 193041], [129558, 129553, 131293], [129052, 68293, 68314]]> : tensor<3x3xi32>
func.func @main(%a: tensor<3x7xi8>, %b: tensor<7x3xi8>, %c: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<3x7xi8>, tensor<7x3xi8>) outs(%c : tensor<3x3xi32>) -> tensor<3x3xi32>
  return %0 : tensor<3x3xi32>
}
