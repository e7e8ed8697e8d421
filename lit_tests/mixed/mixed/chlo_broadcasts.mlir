// Broadcasting operations of chlo between tosa tensors of different ranks.
// Expected values: NumPy.
// INPUT: dense<[[-2.25], [-0.5], [1.25], [-1.75], [0.0]]> : tensor<5x1xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf32>
// INPUT: dense<-0.25> : tensor<f32>
// EXPECT: dense<[[2.125, -0.0625, -2.25, 1.5, -0.6875, 2.125, -0.0625], [1.6875, -0.5, -2.6875, 1.0625, -1.125, 1.6875, -0.5], [1.25, -0.9375, -3.125, 0.625, -1.5625, 1.25, -0.9375], [2.0, -0.1875, -2.375, 1.375, -0.8125, 2.0, -0.1875], [1.5625, -0.625, -2.8125, 0.9375, -1.25, 1.5625, -0.625]]> : tensor<5x7xf32>
func.func @main(%x: tensor<5x1xf32>, %y: tensor<7xf32>, %z: tensor<f32>) -> tensor<5x7xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<5x1xf32>, tensor<7xf32>) -> tensor<5x7xf32>
  %1 = chlo.broadcast_multiply %0, %z : (tensor<5x7xf32>, tensor<f32>) -> tensor<5x7xf32>
  %s = tosa.const_shape {values = dense<[1, 7]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.reshape %y, %s : (tensor<7xf32>, !tosa.shape<2>) -> tensor<1x7xf32>
  %3 = tosa.sub %1, %2 : (tensor<5x7xf32>, tensor<1x7xf32>) -> tensor<5x7xf32>
  return %3 : tensor<5x7xf32>
}
