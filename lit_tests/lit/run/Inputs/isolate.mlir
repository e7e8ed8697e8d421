func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // The loop uses %0, which is defined outside.
  %1:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4x4xf32> cond {
    %t = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %minus = stablehlo.constant dense<-1> : tensor<i32>
    %j = stablehlo.subtract %i, %minus : tensor<i32>
    %z = stablehlo.multiply %y, %0 : tensor<4x4xf32>
    %w = func.call @double(%z) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<4x4xf32>
  }
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1#1 init: %init) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1#1, %2 : tensor<4x4xf32>, tensor<4xf32>
}
func.func private @double(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
