// A StableHLO reduction whose body is arith on tensors: the sum of magnitudes.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<3x13xf32>
// EXPECT: dense<[15.5, 15.5, 15.0]> : tensor<3xf32>
func.func @main(%x: tensor<3x13xf32>) -> tensor<3xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = math.absf %b : tensor<f32>
    %1 = math.absf %a : tensor<f32>
    %2 = arith.addf %1, %0 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<3x13xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
