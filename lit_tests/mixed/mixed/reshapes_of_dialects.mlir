// Six reshapes, in turn of StableHLO, tensor and tosa, with a transposition between.
// Expected values: NumPy.
// INPUT: dense<[[[-6, -1, 4, -4], [3, -5, 0, 5], [-1, 4, -4, 1]], [[-5, 0, 5, -3], [4, -4, 1, 6], [0, 5, -3, 2]]]> : tensor<2x3x4xi32>
// EXPECT: dense<[[-6, 0, -5, 1, -1, 5, 0, 6], [4, -1, 5, 0, -4, 4, -3, 5], [3, -4, 4, -3, -5, 1, -4, 2]]> : tensor<3x8xi32>
func.func @main(%x: tensor<2x3x4xi32>) -> tensor<3x8xi32> {
  %0 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<2x3x4xi32> into tensor<24xi32>
  %1 = stablehlo.reshape %0 : (tensor<24xi32>) -> tensor<4x6xi32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x6xi32>) -> tensor<6x4xi32>
  %s = tosa.const_shape {values = dense<[2, 12]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.reshape %2, %s : (tensor<6x4xi32>, !tosa.shape<2>) -> tensor<2x12xi32>
  %4 = tensor.expand_shape %3 [[0], [1, 2]] output_shape [2, 3, 4] : tensor<2x12xi32> into tensor<2x3x4xi32>
  %shape = arith.constant dense<[3, 8]> : tensor<2xi64>
  %5 = tensor.reshape %4(%shape) : (tensor<2x3x4xi32>, tensor<2xi64>) -> tensor<3x8xi32>
  return %5 : tensor<3x8xi32>
}
