// A StableHLO if inside of scf.for, whose branches yield in different dialects.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75]> : tensor<4xf32>
// EXPECT: dense<[-72.0, -16.0, 40.0, -56.0]> : tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%v = %x) -> (tensor<4xf32>) {
    %s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare LT, %s, %ten : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %w = "stablehlo.if"(%p) ({
      %0 = tosa.add %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %0 : tensor<4xf32>
    }, {
      %three = arith.constant dense<3.0> : tensor<4xf32>
      %0 = arith.subf %v, %three : tensor<4xf32>
      stablehlo.return %0 : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
