// A StableHLO select_and_scatter, the gradient of a pooling, of linalg's square.
// Expected values: NumPy.
// INPUT: dense<[1.0, 0.5, -1.0, 2.0, -3.0, 3.5]> : tensor<6xf32>
// EXPECT: dense<[0.0, 0.0, 0.0, 3.0, 0.0, 4.0]> : tensor<6xf32>
func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %src = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<6xf32>
  %three = arith.constant dense<3.0> : tensor<6xf32>
  %y = linalg.add ins(%x, %three : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r = "stablehlo.select_and_scatter"(%y, %src, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {window_dimensions = array<i64: 4>, window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>} : (tensor<6xf32>, tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
