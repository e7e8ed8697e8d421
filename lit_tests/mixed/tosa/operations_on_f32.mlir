// Operations of two operands, reductions, argmax and select on f32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.2, 0.5, 0.8, 1.1, 1.4, 1.7, 2.0, 2.3, 2.6, 2.9, 3.2, 3.5, 3.8]> : tensor<13xf32>
// INPUT: dense<[1.5, 1.4, 1.3, 1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]> : tensor<13xf32>
// EXPECT: dense<[1.7, 1.9, 2.1, 2.3000002, 2.5, 2.7, 2.9, 3.1, 3.3, 3.5, 3.7, 3.9, 4.1]> : tensor<13xf32>
// EXPECT: dense<[-1.3, -0.9, -0.49999994, -0.100000024, 0.29999995, 0.70000005, 1.1, 1.5, 1.8999999, 2.3000002, 2.7, 3.1, 3.5]> : tensor<13xf32>
// EXPECT: dense<[1.5, 1.4, 1.3, 1.2, 1.4, 1.7, 2.0, 2.3, 2.6, 2.9, 3.2, 3.5, 3.8]> : tensor<13xf32>
// EXPECT: dense<[0.2, 0.5, 0.8, 1.1, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]> : tensor<13xf32>
// EXPECT: dense<[0.08944272, 0.37892914, 0.7481988, 1.1211694, 1.4479076, 1.7, 1.866066, 1.9470731, 1.9520068, 1.8942566, 1.7888544, 1.6505444, 1.4925712]> : tensor<13xf32>
// EXPECT: dense<[false, false, false, false, true, true, true, true, true, true, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[26.0]> : tensor<1xf32>
// EXPECT: dense<[3.8]> : tensor<1xf32>
// EXPECT: dense<[0.2]> : tensor<1xf32>
// EXPECT: dense<[309.1651]> : tensor<1xf32>
// EXPECT: dense<12> : tensor<i32>
// EXPECT: dense<[1.5, 1.4, 1.3, 1.2, 1.4, 1.7, 2.0, 2.3, 2.6, 2.9, 3.2, 3.5, 3.8]> : tensor<13xf32>
func.func @main(%x: tensor<13xf32>, %y: tensor<13xf32>) -> (tensor<13xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xi1>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i32>, tensor<13xf32>) {
  %0 = tosa.add %x, %y : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xf32>
  %1 = tosa.sub %x, %y : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xf32>
  %2 = tosa.maximum %x, %y : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xf32>
  %3 = tosa.minimum %x, %y : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xf32>
  %4 = tosa.pow %x, %y : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xf32>
  %5 = tosa.greater_equal %x, %y : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xi1>
  %6 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<13xf32>) -> tensor<1xf32>
  %7 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<13xf32>) -> tensor<1xf32>
  %8 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<13xf32>) -> tensor<1xf32>
  %9 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<13xf32>) -> tensor<1xf32>
  %10 = tosa.argmax %x {axis = 0 : i32} : (tensor<13xf32>) -> tensor<i32>
  %11 = tosa.select %5, %x, %y : (tensor<13xi1>, tensor<13xf32>, tensor<13xf32>) -> tensor<13xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<13xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xi1>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i32>, tensor<13xf32>
}
