// Operations of two operands, reductions, argmax and select on i64.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 7]> : tensor<13xi64>
// INPUT: dense<[1, 4, 7, 3, 6, 2, 5, 1, 4, 7, 3, 6, 2]> : tensor<13xi64>
// EXPECT: dense<[2, 12, 9, 12, 9, 12, 9, 12, 9, 19, 9, 19, 9]> : tensor<13xi64>
// EXPECT: dense<[0, 4, -5, 6, -3, 8, -1, 10, 1, 5, 3, 7, 5]> : tensor<13xi64>
// EXPECT: dense<[1, 8, 7, 9, 6, 10, 5, 11, 5, 12, 6, 13, 7]> : tensor<13xi64>
// EXPECT: dense<[1, 4, 2, 3, 3, 2, 4, 1, 4, 7, 3, 6, 2]> : tensor<13xi64>
// EXPECT: dense<[true, true, false, true, false, true, false, true, true, true, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[91]> : tensor<1xi64>
// EXPECT: dense<[13]> : tensor<1xi64>
// EXPECT: dense<[1]> : tensor<1xi64>
// EXPECT: dense<11> : tensor<i32>
// EXPECT: dense<[1, 8, 7, 9, 6, 10, 5, 11, 5, 12, 6, 13, 7]> : tensor<13xi64>
func.func @main(%x: tensor<13xi64>, %y: tensor<13xi64>) -> (tensor<13xi64>, tensor<13xi64>, tensor<13xi64>, tensor<13xi64>, tensor<13xi1>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<i32>, tensor<13xi64>) {
  %0 = tosa.add %x, %y : (tensor<13xi64>, tensor<13xi64>) -> tensor<13xi64>
  %1 = tosa.sub %x, %y : (tensor<13xi64>, tensor<13xi64>) -> tensor<13xi64>
  %2 = tosa.maximum %x, %y : (tensor<13xi64>, tensor<13xi64>) -> tensor<13xi64>
  %3 = tosa.minimum %x, %y : (tensor<13xi64>, tensor<13xi64>) -> tensor<13xi64>
  %4 = tosa.greater_equal %x, %y : (tensor<13xi64>, tensor<13xi64>) -> tensor<13xi1>
  %5 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<13xi64>) -> tensor<1xi64>
  %6 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<13xi64>) -> tensor<1xi64>
  %7 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<13xi64>) -> tensor<1xi64>
  %8 = tosa.argmax %x {axis = 0 : i32} : (tensor<13xi64>) -> tensor<i32>
  %9 = tosa.select %4, %x, %y : (tensor<13xi1>, tensor<13xi64>, tensor<13xi64>) -> tensor<13xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<13xi64>, tensor<13xi64>, tensor<13xi64>, tensor<13xi64>, tensor<13xi1>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<i32>, tensor<13xi64>
}
