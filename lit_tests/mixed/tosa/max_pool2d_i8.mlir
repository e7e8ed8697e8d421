// Pooling of i8 with a kernel that is not square.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6], [-1], [4], [-4], [3], [-5]], [[0], [5], [-1], [4], [-4], [1]], [[-5], [0], [5], [-3], [4], [-4]], [[1], [6], [0], [5], [-3], [2]], [[-4], [1], [6], [-2], [5], [-3]]], [[[2], [-6], [1], [6], [-2], [3]], [[-3], [2], [-6], [-1], [6], [-2]], [[3], [-5], [2], [-6], [-1], [4]], [[-2], [3], [-5], [0], [-6], [-1]], [[4], [-4], [3], [-5], [0], [5]]]]> : tensor<2x5x6x1xi8>
// EXPECT: dense<[[[[5], [4]], [[5], [4]], [[6], [5]], [[6], [5]]], [[[2], [6]], [[3], [6]], [[3], [4]], [[4], [5]]]]> : tensor<2x4x2x1xi8>
func.func @main(%x: tensor<2x5x6x1xi8>) -> tensor<2x4x2x1xi8> {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 3>, stride = array<i64: 1, 3>, pad = array<i64: 0, 0, 0, 0>}
    : (tensor<2x5x6x1xi8>) -> tensor<2x4x2x1xi8>
  return %0 : tensor<2x4x2x1xi8>
}
