// math.clampf between two tensors, and rsqrt.
// Expected values: NumPy.
// INPUT: dense<[0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4.25, 4.75, 5.25]> : tensor<11xf32>
// EXPECT: dense<[1.0, 1.0, 1.25, 1.75, 2.25, 2.75, 3.0, 3.0, 3.0, 3.0, 3.0]> : tensor<11xf32>
// EXPECT: dense<[2.0, 1.1547005, 0.8944272, 0.755929, 0.6666667, 0.6030227, 0.5547002, 0.5163978, 0.48507127, 0.45883146, 0.43643576]> : tensor<11xf32>
func.func @main(%x: tensor<11xf32>) -> (tensor<11xf32>, tensor<11xf32>) {
  %a = arith.constant dense<1.0> : tensor<11xf32>
  %b = arith.constant dense<3.0> : tensor<11xf32>
  %0 = math.clampf %x to [%a, %b] : tensor<11xf32>
  %1 = math.rsqrt %x : tensor<11xf32>
  return %0, %1 : tensor<11xf32>, tensor<11xf32>
}
