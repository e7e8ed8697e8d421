// Fibonacci numbers: a StableHLO loop that updates a slice, with arith on the scalars in it.
// Expected values: NumPy.
// EXPECT: dense<[1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]> : tensor<13xi64>
func.func @main() -> tensor<13xi64> {
  %init = stablehlo.constant dense<1> : tensor<13xi64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.constant dense<13> : tensor<i64>
  %r:2 = stablehlo.while(%i = %two, %t = %init) : tensor<i64>, tensor<13xi64>
   cond {
    %0 = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %s = tensor.extract %i[] : tensor<i64>
    %k = arith.index_cast %s : i64 to index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %p = arith.subi %k, %c1 : index
    %q = arith.subi %k, %c2 : index
    %a = tensor.extract %t[%p] : tensor<13xi64>
    %b = tensor.extract %t[%q] : tensor<13xi64>
    %c = arith.addi %a, %b : i64
    %u = tensor.from_elements %c : tensor<1xi64>
    %v = stablehlo.dynamic_update_slice %t, %u, %i : (tensor<13xi64>, tensor<1xi64>, tensor<i64>) -> tensor<13xi64>
    %j = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %j, %v : tensor<i64>, tensor<13xi64>
  }
  return %r#1 : tensor<13xi64>
}
