// A StableHLO window maximum with padding and base dilation, then a tosa average.
// Expected values: NumPy.
// INPUT: dense<[[[[-2.25], [-0.5], [1.25], [-1.75], [0.0]], [[-2.25], [-0.5], [1.25], [-1.75], [0.0]], [[-2.25], [-0.5], [1.25], [-1.75], [0.0]], [[-2.25], [-0.5], [1.25], [-1.75], [0.0]], [[-2.25], [-0.5], [1.25], [-1.75], [0.0]]]]> : tensor<1x5x5x1xf32>
// EXPECT: dense<[[[[0.375], [0.625]], [[0.375], [0.625]]]]> : tensor<1x2x2x1xf32>
func.func @main(%x: tensor<1x5x5x1xf32>) -> tensor<1x2x2x1xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 2, 2, 1>} : (tensor<1x5x5x1xf32>, tensor<f32>) -> tensor<1x4x4x1xf32>
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %r = tosa.avg_pool2d %0, %zp, %zp {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, acc_type = f32} : (tensor<1x4x4x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  return %r : tensor<1x2x2x1xf32>
}
