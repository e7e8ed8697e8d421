// Elementwise Collatz steps: StableHLO selects within scf.while until all are one.
// Expected values: NumPy.
// INPUT: dense<[1, 4, 7, 10, 13, 16, 19]> : tensor<7xi32>
// EXPECT: dense<[0, 2, 16, 6, 9, 4, 20]> : tensor<7xi32>
func.func @main(%x: tensor<7xi32>) -> tensor<7xi32> {
  %one = stablehlo.constant dense<1> : tensor<7xi32>
  %two = stablehlo.constant dense<2> : tensor<7xi32>
  %three = arith.constant dense<3> : tensor<7xi32>
  %zero = arith.constant dense<0> : tensor<7xi32>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %r:2 = scf.while (%v = %x, %n = %zero) : (tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>) {
    %0 = arith.cmpi ne, %v, %one : tensor<7xi32>
    %1 = stablehlo.reduce(%0 init: %f) applies stablehlo.or across dimensions = [0] : (tensor<7xi1>, tensor<i1>) -> tensor<i1>
    %2 = tensor.extract %1[] : tensor<i1>
    scf.condition(%2) %v, %n : tensor<7xi32>, tensor<7xi32>
  } do {
  ^bb0(%v: tensor<7xi32>, %n: tensor<7xi32>):
    %0 = stablehlo.and %v, %one : tensor<7xi32>
    %odd = arith.cmpi eq, %0, %one : tensor<7xi32>
    %1 = arith.muli %v, %three : tensor<7xi32>
    %2 = stablehlo.add %1, %one : tensor<7xi32>
    %3 = stablehlo.divide %v, %two : tensor<7xi32>
    %4 = stablehlo.select %odd, %2, %3 : tensor<7xi1>, tensor<7xi32>
    %done = arith.cmpi eq, %v, %one : tensor<7xi32>
    %5 = arith.select %done, %one, %4 : tensor<7xi1>, tensor<7xi32>
    %6 = arith.addi %n, %one : tensor<7xi32>
    %7 = stablehlo.select %done, %n, %6 : tensor<7xi1>, tensor<7xi32>
    scf.yield %5, %7 : tensor<7xi32>, tensor<7xi32>
  }
  return %r#1 : tensor<7xi32>
}
