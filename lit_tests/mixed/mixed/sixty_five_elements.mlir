// Sums and softmax-like weights over 65 elements by four dialects.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<65xf64>
// EXPECT: dense<[0.6544605825163532]> : tensor<1xf64>
func.func @main(%x: tensor<65xf64>) -> tensor<1xf64> {
  %m = tosa.reduce_max %x {axis = 0 : i32} : (tensor<65xf64>) -> tensor<1xf64>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1xf64>) -> tensor<65xf64>
  %d = arith.subf %x, %b : tensor<65xf64>
  %e = math.exp %d : tensor<65xf64>
  %z = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<65xf64>) outs(%z : tensor<f64>) dimensions = [0]
  %t = linalg.dot ins(%e, %x : tensor<65xf64>, tensor<65xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %q = stablehlo.divide %t, %s : tensor<f64>
  %r = tensor.expand_shape %q [] output_shape [1] : tensor<f64> into tensor<1xf64>
  return %r : tensor<1xf64>
}
