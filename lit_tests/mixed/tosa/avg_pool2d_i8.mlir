// Averages of quantized numbers: the zero points are subtracted and added.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1, 4], [-4, 3, -5], [0, 5, -1], [4, -4, 1], [-5, 0, 5], [-3, 4, -4]], [[1, 6, 0], [5, -3, 2], [-4, 1, 6], [-2, 5, -3], [2, -6, 1], [6, -2, 3]], [[-3, 2, -6], [-1, 6, -2], [3, -5, 2], [-6, -1, 4], [-2, 3, -5], [0, -6, -1]], [[4, -4, 3], [-5, 0, 5], [-1, 4, -4], [1, -5, 0], [5, -3, 4], [-4, 1, 6]], [[0, 5, -3], [2, -4, 1], [6, -2, 5], [-3, 2, -6], [1, 6, -2], [3, -3, 2]], [[-6, -1, 6], [-2, 3, -5], [2, -6, -1], [4, -2, 3], [-5, 0, -6], [-1, 4, -4]]]]> : tensor<1x6x6x3xi8>
// EXPECT: dense<[[[[7, 9, 8], [8, 10, 9], [8, 7, 9]], [[7, 9, 8], [7, 6, 9], [8, 7, 9]], [[7, 9, 8], [10, 6, 8], [8, 10, 6]]]]> : tensor<1x3x3x3xi8>
func.func @main(%x: tensor<1x6x6x3xi8>) -> tensor<1x3x3x3xi8> {
  %in = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
  %out = "tosa.const"() {values = dense<5> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.avg_pool2d %x, %in, %out {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, acc_type = i32}
    : (tensor<1x6x6x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x3xi8>
  return %0 : tensor<1x3x3x3xi8>
}
