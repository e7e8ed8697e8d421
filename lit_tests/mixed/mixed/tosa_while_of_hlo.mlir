// A tosa loop whose condition and body are StableHLO.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4]> : tensor<3xi32>
// EXPECT: dense<[4, 9, 14]> : tensor<3xi32>
func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
  %n = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = tosa.while_loop (%i = %n, %a = %x) : (tensor<i32>, tensor<3xi32>) -> (tensor<i32>, tensor<3xi32>) {
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %go = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %go : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<3xi32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<3xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = arith.addi %a, %two : tensor<3xi32>
    tosa.yield %j, %b : tensor<i32>, tensor<3xi32>
  }
  return %0#1 : tensor<3xi32>
}
