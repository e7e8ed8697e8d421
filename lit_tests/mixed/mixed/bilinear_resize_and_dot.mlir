// A tosa resize, flattened by StableHLO and multiplied by linalg.vecmat.
// Expected values: NumPy.
// INPUT: dense<[[[[-2.25], [-0.5]], [[1.25], [-1.75]]]]> : tensor<1x2x2x1xf32>
// INPUT: dense<[[-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0], [-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25]]> : tensor<9x2xf32>
// EXPECT: dense<[2.671875, -6.53125]> : tensor<2xf32>
func.func @main(%x: tensor<1x2x2x1xf32>, %w: tensor<9x2xf32>) -> tensor<2xf32> {
  %scale = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %x, %scale, %zero, %zero {mode = BILINEAR} : (tensor<1x2x2x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x3x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x3x3x1xf32>) -> tensor<9xf32>
  %z = arith.constant dense<0.0> : tensor<2xf32>
  %2 = linalg.vecmat ins(%1, %w : tensor<9xf32>, tensor<9x2xf32>) outs(%z : tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
