// Attention with StableHLO batched products, a chlo maximum and a tosa reciprocal.
// Expected values: NumPy.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5]], [[1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75]]]> : tensor<2x3x4xf32>
// INPUT: dense<[[[-1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0]], [[-1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0]]]> : tensor<2x5x4xf32>
// INPUT: dense<[[[-0.25, 1.5, -1.5], [0.25, 2.0, -0.25], [1.5, -1.5, 0.25], [2.0, -0.25, 1.5], [-1.5, 0.25, 2.0]], [[-0.25, 1.5, -1.5], [0.25, 2.0, -0.25], [1.5, -1.5, 0.25], [2.0, -0.25, 1.5], [-1.5, 0.25, 2.0]]]> : tensor<2x5x3xf32>
// EXPECT: dense<[[[-0.17973031, 1.4118551, -1.400397], [0.3586196, 1.7333292, -0.13472554], [1.0174791, -1.0978036, 0.4308592]], [[1.9218218, -0.18880142, 1.4104844], [-0.0021480322, -0.52707106, 1.0719767], [-0.17973031, 1.4118551, -1.400397]]]> : tensor<2x3x3xf32>
func.func @main(%q: tensor<2x3x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>) -> tensor<2x3x3xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>
  %1 = chlo.broadcast_multiply %0, %half : (tensor<2x3x5xf32>, tensor<f32>) -> tensor<2x3x5xf32>
  %2 = stablehlo.reduce(%1 init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x5xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [2, 3, 1] : tensor<2x3xf32> into tensor<2x3x1xf32>
  %4 = tosa.sub %1, %3 : (tensor<2x3x5xf32>, tensor<2x3x1xf32>) -> tensor<2x3x5xf32>
  %5 = math.exp %4 : tensor<2x3x5xf32>
  %6 = tosa.reduce_sum %5 {axis = 2 : i32} : (tensor<2x3x5xf32>) -> tensor<2x3x1xf32>
  %7 = tosa.reciprocal %6 : (tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %8 = chlo.broadcast_multiply %5, %7 : (tensor<2x3x5xf32>, tensor<2x3x1xf32>) -> tensor<2x3x5xf32>
  %9 = stablehlo.dot_general %8, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x5xf32>, tensor<2x5x3xf32>) -> tensor<2x3x3xf32>
  return %9 : tensor<2x3x3xf32>
}
