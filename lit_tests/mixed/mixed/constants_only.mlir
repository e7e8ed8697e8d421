// A function without arguments whose results are constants of three dialects.
// Expected values: NumPy.
// EXPECT: dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
// EXPECT: dense<1.5> : tensor<1x2xf64>
// EXPECT: dense<[true, false]> : tensor<2xi1>
func.func @main() -> (tensor<5xi32>, tensor<1x2xf64>, tensor<2xi1>) {
  %0 = stablehlo.iota dim = 0 : tensor<5xi32>
  %1 = arith.constant dense<1.5> : tensor<1x2xf64>
  %2 = "tosa.const"() {values = dense<[true, false]> : tensor<2xi1>} : () -> tensor<2xi1>
  return %0, %1, %2 : tensor<5xi32>, tensor<1x2xf64>, tensor<2xi1>
}
