// A running sum as a StableHLO window sum with padding, over what arith squares.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// EXPECT: dense<[36, 37, 53, 69, 78, 103, 103, 128, 129, 145, 161, 162, 187]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>) -> tensor<13xi32> {
  %0 = arith.muli %x, %x : tensor<13xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %1 = "stablehlo.reduce_window"(%0, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) {window_dimensions = array<i64: 13>, padding = dense<[[12, 0]]> : tensor<1x2xi64>} : (tensor<13xi32>, tensor<i32>) -> tensor<13xi32>
  return %1 : tensor<13xi32>
}
