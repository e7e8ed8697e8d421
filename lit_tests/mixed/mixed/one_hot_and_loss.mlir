// One-hot labels by StableHLO, log-softmax by math and linalg: the mean cross entropy.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<4x5xf32>
// INPUT: dense<[0, 2, 4, 1]> : tensor<4xi32>
// EXPECT: dense<2.0569534> : tensor<f32>
func.func @main(%x: tensor<4x5xf32>, %n: tensor<4xi32>) -> tensor<f32> {
  %i = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %b = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<4xi32>) -> tensor<4x5xi32>
  %p = stablehlo.compare EQ, %i, %b : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
  %h = arith.uitofp %p : tensor<4x5xi1> to tensor<4x5xf32>
  %e = math.exp %x : tensor<4x5xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<4x5xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  %l = math.log %s : tensor<4xf32>
  %m = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<4xf32>) -> tensor<4x5xf32>
  %d = stablehlo.subtract %m, %x : tensor<4x5xf32>
  %q = arith.mulf %d, %h : tensor<4x5xf32>
  %z0 = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%q init: %z0) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %r = stablehlo.divide %t, %four : tensor<f32>
  return %r : tensor<f32>
}
