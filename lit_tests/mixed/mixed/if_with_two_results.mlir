// scf.if with a tensor and a scalar as results, the condition from a StableHLO reduction.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]> : tensor<13xf32>
// EXPECT: dense<1.0> : tensor<13xf32>
// EXPECT: dense<[9]> : tensor<1xi32>
func.func @main(%x: tensor<13xf32>, %y: tensor<13xf32>) -> (tensor<13xf32>, tensor<1xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<13xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<13xf32>, tensor<f32>) -> tensor<f32>
  %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %c = tensor.extract %p[] : tensor<i1>
  %seven = arith.constant 7 : i32
  %nine = arith.constant 9 : i32
  %r:2 = scf.if %c -> (tensor<13xf32>, i32) {
    %0 = stablehlo.subtract %x, %y : tensor<13xf32>
    scf.yield %0, %seven : tensor<13xf32>, i32
  } else {
    %0 = arith.subf %y, %x : tensor<13xf32>
    scf.yield %0, %nine : tensor<13xf32>, i32
  }
  %t = tensor.from_elements %r#1 : tensor<1xi32>
  return %r#0, %t : tensor<13xf32>, tensor<1xi32>
}
