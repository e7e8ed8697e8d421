// The largest number of each row, without NaN.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6.0, 5.0, 3.0, 0x7FC00000, -1.0, -3.0, -5.0], [6.0, 4.0, 2.0, 0x7FC00000, -2.0, -4.0, -6.0], [5.0, 3.0, 1.0, 0x7FC00000, -3.0, -5.0, 6.0], [4.0, 2.0, 0.0, 0x7FC00000, -4.0, -6.0, 5.0]]> : tensor<4x7xf32>
// EXPECT: dense<[[5.0], [6.0], [6.0], [5.0]]> : tensor<4x1xf32>
func.func @main(%x: tensor<4x7xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_max %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x7xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
