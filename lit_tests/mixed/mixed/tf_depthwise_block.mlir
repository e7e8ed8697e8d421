// A block of MobileNet as TensorFlow exports it to tosa: depthwise, clamp, pointwise, residual.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]], [[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]]]]> : tensor<1x5x5x2xf32>
// INPUT: dense<[[[[-1.25], [0.5]], [[2.25], [-0.75]], [[1.0], [-1.25]]], [[[0.5], [2.25]], [[-0.75], [1.0]], [[-1.25], [0.5]]], [[[2.25], [-0.75]], [[1.0], [-1.25]], [[0.5], [2.25]]]]> : tensor<3x3x2x1xf32>
// INPUT: dense<[[[[-0.25, 1.5]]], [[[-1.5, 0.25]]]]> : tensor<2x1x1x2xf32>
// INPUT: dense<[0.75, -2.25]> : tensor<2xf32>
// EXPECT: dense<[[[[-1.5, -2.75], [2.0, -4.0], [-0.390625, -11.34375], [-0.234375, -3.90625], [-1.0, -2.25]], [[-1.5, -2.75], [1.875, -4.75], [0.125, -8.25], [0.25, -1.0], [-0.625, -2.1875]], [[-1.5, -2.75], [1.875, -4.75], [0.125, -8.25], [0.25, -1.0], [-0.625, -2.1875]], [[-1.5, -2.75], [1.875, -4.75], [0.125, -8.25], [0.25, -1.0], [-0.625, -2.1875]], [[-1.5, -2.75], [0.921875, -10.46875], [0.75, -4.5], [0.140625, -1.65625], [0.78125, -1.953125]]]]> : tensor<1x5x5x2xf32>
func.func @main(%x: tensor<1x5x5x2xf32>, %d: tensor<3x3x2x1xf32>, %p: tensor<2x1x1x2xf32>, %b: tensor<2xf32>) -> tensor<1x5x5x2xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %d, %b, %zp, %zp {pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = f32}
    : (tensor<1x5x5x2xf32>, tensor<3x3x2x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x2xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x5x5x2xf32>) -> tensor<1x5x5x2xf32>
  %2 = tosa.conv2d %1, %p, %b, %zp, %zp {pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = f32}
    : (tensor<1x5x5x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x2xf32>
  %3 = tosa.add %2, %x : (tensor<1x5x5x2xf32>, tensor<1x5x5x2xf32>) -> tensor<1x5x5x2xf32>
  return %3 : tensor<1x5x5x2xf32>
}
