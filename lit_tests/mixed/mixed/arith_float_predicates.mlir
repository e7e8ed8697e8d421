// Ordered and unordered comparisons with NaN.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0x7FF8000000000000, 1.0, 0.0, 0x7FF8000000000000, 0.0, 1.0, 0x7FF8000000000000]> : tensor<7xf64>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf64>
// EXPECT: dense<false> : tensor<7xi1>
// EXPECT: dense<[true, false, false, true, false, false, true]> : tensor<7xi1>
// EXPECT: dense<[true, false, true, true, true, false, true]> : tensor<7xi1>
// EXPECT: dense<[false, true, true, false, true, true, false]> : tensor<7xi1>
// EXPECT: dense<[true, false, false, true, false, false, true]> : tensor<7xi1>
// EXPECT: dense<[false, true, true, false, true, true, false]> : tensor<7xi1>
func.func @main(%x: tensor<7xf64>, %y: tensor<7xf64>) -> (tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>) {
  %0 = arith.cmpf oeq, %x, %y : tensor<7xf64>
  %1 = arith.cmpf une, %x, %x : tensor<7xf64>
  %2 = arith.cmpf ult, %x, %y : tensor<7xf64>
  %3 = arith.cmpf ord, %x, %y : tensor<7xf64>
  %4 = arith.cmpf uno, %x, %y : tensor<7xf64>
  %5 = arith.cmpf one, %x, %y : tensor<7xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>, tensor<7xi1>
}
