// A StableHLO convolution of i8 in i32, rescaled by tosa.
// Expected values: NumPy.
// INPUT: dense<[[[[-6], [-1], [4], [-4], [3]], [[-5], [0], [5], [-1], [4]], [[-4], [1], [-5], [0], [5]], [[-3], [4], [-4], [1], [6]], [[0], [5], [-3], [2], [-4]]]]> : tensor<1x5x5x1xi8>
// INPUT: dense<[[[[-3]], [[2]]], [[[-6]], [[-1]]]]> : tensor<2x2x1x1xi8>
// EXPECT: dense<[[[[23], [3], [-24], [10]], [[19], [5], [7], [3]], [[14], [-16], [19], [-1]], [[6], [-23], [15], [1]]]]> : tensor<1x4x4x1xi8>
func.func @main(%x: tensor<1x5x5x1xi8>, %k: tensor<2x2x1x1xi8>) -> tensor<1x4x4x1xi8> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x1xi8>, tensor<2x2x1x1xi8>) -> tensor<1x4x4x1xi32>
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<31> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %1 = tosa.rescale %0, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
    : (tensor<1x4x4x1xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x1xi8>
  return %1 : tensor<1x4x4x1xi8>
}
