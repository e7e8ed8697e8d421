// A StableHLO batch norm, then relu6 in tosa and the mean over the image in linalg.
// Expected values: NumPy.
// INPUT: dense<[[[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5]], [[1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75]], [[0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25]]], [[[-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25]], [[-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5]]]]> : tensor<2x3x3x4xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75]> : tensor<4xf32>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25]> : tensor<4xf32>
// INPUT: dense<[0.75, -2.25, -0.5, 1.25]> : tensor<4xf32>
// INPUT: dense<[1.75, -1.25, 0.5, 2.25]> : tensor<4xf32>
// EXPECT: dense<[[0.9569521, 1.9628601, 0.38086307, 1.0703678], [1.0338467, 2.0739467, 0.38086307, 0.96637756]]> : tensor<2x4xf32>
func.func @main(%x: tensor<2x3x3x4xf32>, %g: tensor<4xf32>, %b: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<2x4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = math.absf %v : tensor<4xf32>
  %1 = arith.addf %0, %one : tensor<4xf32>
  %2 = "stablehlo.batch_norm_inference"(%x, %g, %b, %m, %1) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x3x4xf32>
  %3 = tosa.clamp %2 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<2x3x3x4xf32>) -> tensor<2x3x3x4xf32>
  %z = arith.constant dense<0.0> : tensor<2x4xf32>
  %n = arith.constant dense<9.0> : tensor<2x4xf32>
  %4 = linalg.reduce {arith.addf} ins(%3 : tensor<2x3x3x4xf32>) outs(%z : tensor<2x4xf32>) dimensions = [1, 2]
  %5 = stablehlo.divide %4, %n : tensor<2x4xf32>
  return %5 : tensor<2x4xf32>
}
