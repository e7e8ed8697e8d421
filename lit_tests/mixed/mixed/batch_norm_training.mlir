// The three results of a StableHLO batch norm, used by three dialects.
// Expected values: NumPy.
// INPUT: dense<[[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]]]> : tensor<3x5x2xf32>
// EXPECT: dense<[[[0.27843547, 1.1273456], [4.5644617, 0.41519123], [1.6810501, 0.27843553], [1.1273456, 4.5644608], [0.41519123, 1.68105]], [[0.27843547, 1.1273456], [4.5644617, 0.41519123], [1.6810501, 0.27843553], [1.1273456, 4.5644608], [0.41519123, 1.68105]], [[0.27843547, 1.1273456], [4.5644617, 0.41519123], [1.6810501, 0.27843553], [1.1273456, 4.5644608], [0.41519123, 1.68105]]]> : tensor<3x5x2xf32>
// EXPECT: dense<-1.3> : tensor<2xf32>
// EXPECT: dense<2.565> : tensor<2xf32>
func.func @main(%x: tensor<3x5x2xf32>) -> (tensor<3x5x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %0, %1, %2 = "stablehlo.batch_norm_training"(%x, %one, %zero) {epsilon = 0.001 : f32, feature_index = 2 : i64} : (tensor<3x5x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x5x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %3 = tosa.exp %0 : (tensor<3x5x2xf32>) -> tensor<3x5x2xf32>
  %4 = arith.addf %1, %1 : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %5 = linalg.add ins(%2, %one : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %3, %4, %5 : tensor<3x5x2xf32>, tensor<2xf32>, tensor<2xf32>
}
