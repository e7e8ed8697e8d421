module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func private @other(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32> {jax.result_info = "x"}, tensor<f32>) {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    %1 = stablehlo.subtract %0, %b : tensor<4xf32>
    %2 = "stablehlo.if"(%p) ({
      %m = stablehlo.multiply %1, %0 : tensor<4xf32>
      %n = stablehlo.tanh %m : tensor<4xf32>
      stablehlo.return %n : tensor<4xf32>
    }, {
      stablehlo.return %0 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %3 = func.call @other(%2) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = stablehlo.divide %3, %1 : tensor<4xf32>
    %c = stablehlo.constant dense<1.0> : tensor<f32>
    %r = stablehlo.reduce(%4 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %4, %r : tensor<4xf32>, tensor<f32>
  }
}
