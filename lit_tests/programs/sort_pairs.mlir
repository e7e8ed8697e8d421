// A stable sort of keys and positions.
func.func @main(%x: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<4x16xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4x16xf32>, tensor<4x16xi32>) -> (tensor<4x16xf32>, tensor<4x16xi32>)
  return %0#0, %0#1 : tensor<4x16xf32>, tensor<4x16xi32>
}
