// A constant in the shape of linalg's result, and chlo.is_inf and chlo.is_neg_inf.
// Expected values: NumPy.
// INPUT: dense<[0.0, 1.0, 0x7F800000, 3.0, 0xFF800000, 5.0]> : tensor<6xf32>
// EXPECT: dense<[-3.5, -1.5, 0x7F800000, 2.5, 0xFF800000, 6.5]> : tensor<6xf32>
// EXPECT: dense<[false, false, true, false, true, false]> : tensor<6xi1>
// EXPECT: dense<[false, false, false, false, true, false]> : tensor<6xi1>
func.func @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xi1>, tensor<6xi1>) {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.add ins(%x, %x : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %c = "chlo.constant_like"(%0) {value = 3.5 : f32} : (tensor<6xf32>) -> tensor<6xf32>
  %1 = stablehlo.subtract %0, %c : tensor<6xf32>
  %2 = chlo.is_inf %x : tensor<6xf32> -> tensor<6xi1>
  %3 = chlo.is_neg_inf %x : tensor<6xf32> -> tensor<6xi1>
  return %1, %2, %3 : tensor<6xf32>, tensor<6xi1>, tensor<6xi1>
}
