// A StableHLO reduction with two results, arg-min, on what linalg computed.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<3x13xf32>
// EXPECT: dense<0.0> : tensor<3xf32>
// EXPECT: dense<[4, 1, 3]> : tensor<3xi32>
func.func @main(%x: tensor<3x13xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %e = tensor.empty() : tensor<3x13xf32>
  %0 = linalg.square ins(%x : tensor<3x13xf32>) outs(%e : tensor<3x13xf32>) -> tensor<3x13xf32>
  %y = linalg.sub ins(%0, %x : tensor<3x13xf32>, tensor<3x13xf32>) outs(%e : tensor<3x13xf32>) -> tensor<3x13xf32>
  %i = stablehlo.iota dim = 1 : tensor<3x13xi32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%y init: %inf), (%i init: %z) across dimensions = [1] : (tensor<3x13xf32>, tensor<3x13xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = arith.minimumf %a, %b : tensor<f32>
    %2 = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xi32>
}
