// A generation of the game of life with a StableHLO window sum of i32 and tosa logic.
// Expected values: NumPy.
// INPUT: dense<[[true, false, false, true, false, false, true, false, false], [true, false, false, true, false, false, true, false, false], [true, false, false, true, false, false, true, false, false], [true, false, false, true, false, false, true, false, false], [true, false, false, true, false, false, true, false, false], [true, false, false, true, false, false, true, false, false], [true, false, false, true, false, false, true, false, false]]> : tensor<7x9xi1>
// EXPECT: dense<[[false, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, false], [true, true, true, true, true, true, true, true, false], [true, true, true, true, true, true, true, true, false], [true, true, true, true, true, true, true, true, false], [true, true, true, true, true, true, true, true, false], [false, false, false, false, false, false, false, false, false]]> : tensor<7x9xi1>
func.func @main(%x: tensor<7x9xi1>) -> tensor<7x9xi1> {
  %i = arith.extui %x : tensor<7x9xi1> to tensor<7x9xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = "stablehlo.reduce_window"(%i, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) {window_dimensions = array<i64: 3, 3>, padding = dense<1> : tensor<2x2xi64>} : (tensor<7x9xi32>, tensor<i32>) -> tensor<7x9xi32>
  %n = arith.subi %s, %i : tensor<7x9xi32>
  %two = arith.constant dense<2> : tensor<7x9xi32>
  %three = arith.constant dense<3> : tensor<7x9xi32>
  %p = tosa.equal %n, %three : (tensor<7x9xi32>, tensor<7x9xi32>) -> tensor<7x9xi1>
  %q = tosa.equal %n, %two : (tensor<7x9xi32>, tensor<7x9xi32>) -> tensor<7x9xi1>
  %r = tosa.logical_and %x, %q : (tensor<7x9xi1>, tensor<7x9xi1>) -> tensor<7x9xi1>
  %t = stablehlo.or %p, %r : tensor<7x9xi1>
  return %t : tensor<7x9xi1>
}
