// chlo.broadcast_compare with arith.select, and chlo.next_after of tosa's result.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25]> : tensor<3xf32>
// EXPECT: dense<[[1.0, -1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<3x5xf32>
// EXPECT: dense<[[0.105399214, 0.6065306, 3.4903426, 0.17377393, 0.99999994], [0.105399214, 0.6065306, 3.4903426, 0.17377393, 0.99999994], [0.105399214, 0.6065306, 3.4903426, 0.17377393, 0.99999994]]> : tensor<3x5xf32>
func.func @main(%x: tensor<3x5xf32>, %y: tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %s = tosa.const_shape {values = dense<[3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %y1 = tosa.reshape %y, %s : (tensor<3xf32>, !tosa.shape<2>) -> tensor<3x1xf32>
  %p = chlo.broadcast_compare %x, %y1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x5xf32>, tensor<3x1xf32>) -> tensor<3x5xi1>
  %a = arith.constant dense<1.0> : tensor<3x5xf32>
  %b = arith.constant dense<-1.0> : tensor<3x5xf32>
  %0 = arith.select %p, %a, %b : tensor<3x5xi1>, tensor<3x5xf32>
  %z = stablehlo.constant dense<0.0> : tensor<3x5xf32>
  %e = tosa.exp %x : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = chlo.broadcast_next_after %e, %z : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1 : tensor<3x5xf32>, tensor<3x5xf32>
}
