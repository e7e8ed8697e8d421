// A StableHLO sort of pairs by a key that arith computes in the comparator.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]> : tensor<13xf32>
// EXPECT: dense<[0, -1, -1, 1, 3, 4, -4, 4, -4, -5, 5, -5, -6]> : tensor<13xi32>
// EXPECT: dense<[0.5, 0.5, -0.75, 0.5, 1.0, 2.25, -0.75, 1.0, -1.25, -1.25, 2.25, 2.25, -1.25]> : tensor<13xf32>
func.func @main(%x: tensor<13xi32>, %y: tensor<13xf32>) -> (tensor<13xi32>, tensor<13xf32>) {
  %r:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %0 = math.absi %a : tensor<i32>
    %1 = math.absi %b : tensor<i32>
    %2 = arith.cmpi slt, %0, %1 : tensor<i32>
    stablehlo.return %2 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<13xi32>, tensor<13xf32>) -> (tensor<13xi32>, tensor<13xf32>)
  return %r#0, %r#1 : tensor<13xi32>, tensor<13xf32>
}
