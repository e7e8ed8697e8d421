// A quantized product of matrices with zero points.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5], [0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1], [6, -2, 5, -3, 2, -6, 1, 6, -2, 3, -3, 2, -6], [-1, 6, -2, 3, -5, 2, -6, -1, 4, -2, 3, -5, 0], [-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]]]> : tensor<1x5x13xi8>
// INPUT: dense<[[[-3, 2, -6], [-1, 6, -2], [3, -5, 2], [-6, -1, 4], [-2, 3, -5], [0, -6, -1], [4, -4, 3], [-5, 0, 5], [-1, 4, -4], [1, -5, 0], [5, -3, 4], [-4, 1, 6], [0, 5, -3]]]> : tensor<1x13x3xi8>
// EXPECT: dense<[[[-30, -72, 7], [15, 26, -11], [-42, -43, -2], [-32, 19, -69], [-30, -72, 7]]]> : tensor<1x5x3xi32>
func.func @main(%a: tensor<1x5x13xi8>, %b: tensor<1x13x3xi8>) -> tensor<1x5x3xi32> {
  %az = "tosa.const"() {values = dense<1> : tensor<1xi8>} : () -> tensor<1xi8>
  %bz = "tosa.const"() {values = dense<-2> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %az, %bz : (tensor<1x5x13xi8>, tensor<1x13x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x3xi32>
  return %0 : tensor<1x5x3xi32>
}
