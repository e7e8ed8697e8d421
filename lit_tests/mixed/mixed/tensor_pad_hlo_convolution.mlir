// tensor.pad before a StableHLO convolution, and tosa pooling after it.
// Expected values: NumPy.
// INPUT: dense<[[[[-2.25], [-0.5], [1.25], [-1.75], [0.0], [-2.25]], [[-0.5], [1.25], [-1.75], [0.0], [-2.25], [-0.5]], [[1.25], [-1.75], [0.0], [-2.25], [-0.5], [1.25]], [[-1.75], [0.0], [-2.25], [-0.5], [1.25], [-1.75]], [[0.0], [-2.25], [-0.5], [1.25], [-1.75], [0.0]], [[-2.25], [-0.5], [1.25], [-1.75], [0.0], [-2.25]]]]> : tensor<1x6x6x1xf32>
// INPUT: dense<[[[[-1.25]], [[0.5]], [[2.25]]], [[[-0.75]], [[1.0]], [[-1.25]]], [[[0.5]], [[2.25]], [[-0.75]]]]> : tensor<3x3x1x1xf32>
// EXPECT: dense<[[[[5.875], [0.5], [2.625]], [[2.0625], [1.25], [5.875]], [[-2.625], [9.1875], [1.6875]]]]> : tensor<1x3x3x1xf32>
func.func @main(%x: tensor<1x6x6x1xf32>, %k: tensor<3x3x1x1xf32>) -> tensor<1x3x3x1xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x1xf32> to tensor<1x8x8x1xf32>
  %0 = stablehlo.convolution(%p, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>
  %1 = tosa.max_pool2d %0 {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>} : (tensor<1x6x6x1xf32>) -> tensor<1x3x3x1xf32>
  return %1 : tensor<1x3x3x1xf32>
}
