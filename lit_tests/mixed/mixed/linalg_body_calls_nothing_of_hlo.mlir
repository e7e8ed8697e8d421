// linalg.generic whose output is also read, between StableHLO operations.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5]]> : tensor<4x3xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25], [0.5, 2.25, -0.75], [1.0, -1.25, 0.5]]> : tensor<4x3xf32>
// EXPECT: dense<[[5.0730095, 4.2974424, 21.475471], [4.444733, 5.436564, 5.0730095], [4.2974424, 21.475471, 4.444733], [5.436564, 5.0730095, 4.2974424]]> : tensor<4x3xf32>
func.func @main(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.abs %x : tensor<4x3xf32>
  %1 = stablehlo.exponential %y : tensor<4x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x3xf32>) outs(%1 : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.addf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x3xf32>
  %4 = stablehlo.add %2, %2 : tensor<4x3xf32>
  return %4 : tensor<4x3xf32>
}
