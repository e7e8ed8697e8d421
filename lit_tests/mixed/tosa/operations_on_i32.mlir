// Operations of two operands, reductions, argmax and select on i32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 7]> : tensor<13xi32>
// INPUT: dense<[1, 4, 7, 3, 6, 2, 5, 1, 4, 7, 3, 6, 2]> : tensor<13xi32>
// EXPECT: dense<[2, 12, 9, 12, 9, 12, 9, 12, 9, 19, 9, 19, 9]> : tensor<13xi32>
// EXPECT: dense<[0, 4, -5, 6, -3, 8, -1, 10, 1, 5, 3, 7, 5]> : tensor<13xi32>
// EXPECT: dense<[1, 8, 7, 9, 6, 10, 5, 11, 5, 12, 6, 13, 7]> : tensor<13xi32>
// EXPECT: dense<[1, 4, 2, 3, 3, 2, 4, 1, 4, 7, 3, 6, 2]> : tensor<13xi32>
// EXPECT: dense<[1, 2, 0, 3, 0, 5, 0, 11, 1, 1, 2, 2, 3]> : tensor<13xi32>
// EXPECT: dense<[1, 0, 2, 1, 2, 2, 4, 1, 4, 4, 2, 4, 2]> : tensor<13xi32>
// EXPECT: dense<[2, 128, 256, 72, 192, 40, 128, 22, 80, 1536, 48, 832, 28]> : tensor<13xi32>
// EXPECT: dense<[0, 0, 0, 1, 0, 2, 0, 5, 0, 0, 0, 0, 1]> : tensor<13xi32>
// EXPECT: dense<[true, true, false, true, false, true, false, true, true, true, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[91]> : tensor<1xi32>
// EXPECT: dense<[13]> : tensor<1xi32>
// EXPECT: dense<[1]> : tensor<1xi32>
// EXPECT: dense<11> : tensor<i32>
// EXPECT: dense<[1, 8, 7, 9, 6, 10, 5, 11, 5, 12, 6, 13, 7]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>, %y: tensor<13xi32>) -> (tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi1>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<i32>, tensor<13xi32>) {
  %0 = tosa.add %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %1 = tosa.sub %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %2 = tosa.maximum %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %3 = tosa.minimum %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %4 = tosa.intdiv %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %5 = tosa.bitwise_and %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %6 = tosa.logical_left_shift %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %7 = tosa.logical_right_shift %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  %8 = tosa.greater_equal %x, %y : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %9 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<13xi32>) -> tensor<1xi32>
  %10 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<13xi32>) -> tensor<1xi32>
  %11 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<13xi32>) -> tensor<1xi32>
  %12 = tosa.argmax %x {axis = 0 : i32} : (tensor<13xi32>) -> tensor<i32>
  %13 = tosa.select %8, %x, %y : (tensor<13xi1>, tensor<13xi32>, tensor<13xi32>) -> tensor<13xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi32>, tensor<13xi1>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<i32>, tensor<13xi32>
}
