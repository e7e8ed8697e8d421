// All roundings of halves, negative numbers and infinities.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0x7F800000, -0.0, -3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]> : tensor<17xf32>
// EXPECT: dense<[0x7F800000, -0.0, -3.0, -3.0, -2.0, -2.0, -1.0, -1.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0]> : tensor<17xf32>
// EXPECT: dense<[0x7F800000, -0.0, -3.0, -2.0, -2.0, -2.0, -1.0, -0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0, 3.0, 4.0, 4.0]> : tensor<17xf32>
// EXPECT: dense<[0x7F800000, -0.0, -3.0, -2.0, -2.0, -1.0, -1.0, -0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0]> : tensor<17xf32>
// EXPECT: dense<[0x7F800000, -0.0, -3.0, -2.0, -2.0, -1.0, -1.0, -0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0]> : tensor<17xf32>
// EXPECT: dense<[0x7F800000, -0.0, -3.0, -3.0, -2.0, -2.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0]> : tensor<17xf32>
func.func @main(%x: tensor<17xf32>) -> (tensor<17xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>) {
  %0 = math.round %x : tensor<17xf32>
  %1 = math.roundeven %x : tensor<17xf32>
  %2 = math.trunc %x : tensor<17xf32>
  %3 = math.ceil %x : tensor<17xf32>
  %4 = math.floor %x : tensor<17xf32>
  return %0, %1, %2, %3, %4 : tensor<17xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>
}
