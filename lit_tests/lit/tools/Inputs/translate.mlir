func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  %1 = stablehlo.tan %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
