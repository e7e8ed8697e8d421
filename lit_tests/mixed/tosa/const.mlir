// A constant of each kind of number.
// Expected values: mlir-runner of LLVM 22.
// EXPECT: dense<[[1.5, -2.0], [0.0, 4.25]]> : tensor<2x2xf32>
// EXPECT: dense<[1, -2, 2147483647]> : tensor<3xi32>
// EXPECT: dense<[true, false]> : tensor<2xi1>
// EXPECT: dense<0.5> : tensor<f16>
func.func @main() -> (tensor<2x2xf32>, tensor<3xi32>, tensor<2xi1>, tensor<f16>) {
  %0 = "tosa.const"() {values = dense<[[1.5, -2.0], [0.0, 4.25]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %1 = "tosa.const"() {values = dense<[1, -2, 2147483647]> : tensor<3xi32>} : () -> tensor<3xi32>
  %2 = "tosa.const"() {values = dense<[true, false]> : tensor<2xi1>} : () -> tensor<2xi1>
  %3 = "tosa.const"() {values = dense<0.5> : tensor<f16>} : () -> tensor<f16>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<3xi32>, tensor<2xi1>, tensor<f16>
}
