func.func @main(%x: tensor<2xf32>, %y: tensor<2xi32>) -> (tensor<f32>, tensor<i32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%y init: %1) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  return %2, %3 : tensor<f32>, tensor<i32>
}
