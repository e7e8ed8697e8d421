// Operations of two operands, reductions, argmax and select on bf16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.20019531, 0.5, 0.80078125, 1.1015625, 1.3984375, 1.703125, 2.0, 2.296875, 2.59375, 2.90625, 3.203125, 3.5, 3.796875]> : tensor<13xbf16>
// INPUT: dense<[1.5, 1.3984375, 1.296875, 1.203125, 1.1015625, 1.0, 0.8984375, 0.80078125, 0.69921875, 0.6015625, 0.5, 0.40039062, 0.30078125]> : tensor<13xbf16>
// EXPECT: dense<[1.703125, 1.8984375, 2.09375, 2.3125, 2.5, 2.703125, 2.90625, 3.09375, 3.296875, 3.5, 3.703125, 3.90625, 4.09375]> : tensor<13xbf16>
// EXPECT: dense<[-1.296875, -0.8984375, -0.49609375, -0.1015625, 0.296875, 0.703125, 1.1015625, 1.5, 1.890625, 2.3125, 2.703125, 3.09375, 3.5]> : tensor<13xbf16>
// EXPECT: dense<[1.5, 1.3984375, 1.296875, 1.203125, 1.3984375, 1.703125, 2.0, 2.296875, 2.59375, 2.90625, 3.203125, 3.5, 3.796875]> : tensor<13xbf16>
// EXPECT: dense<[0.20019531, 0.5, 0.80078125, 1.1015625, 1.1015625, 1.0, 0.8984375, 0.80078125, 0.69921875, 0.6015625, 0.5, 0.40039062, 0.30078125]> : tensor<13xbf16>
// EXPECT: dense<[0.08935547, 0.37890625, 0.75, 1.125, 1.4453125, 1.703125, 1.8671875, 1.9453125, 1.9453125, 1.8984375, 1.7890625, 1.6484375, 1.4921875]> : tensor<13xbf16>
// EXPECT: dense<[false, false, false, false, true, true, true, true, true, true, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[26.0]> : tensor<1xbf16>
// EXPECT: dense<[3.796875]> : tensor<1xbf16>
// EXPECT: dense<[0.20019531]> : tensor<1xbf16>
// EXPECT: dense<[310.0]> : tensor<1xbf16>
// EXPECT: dense<12> : tensor<i32>
// EXPECT: dense<[1.5, 1.3984375, 1.296875, 1.203125, 1.3984375, 1.703125, 2.0, 2.296875, 2.59375, 2.90625, 3.203125, 3.5, 3.796875]> : tensor<13xbf16>
func.func @main(%x: tensor<13xbf16>, %y: tensor<13xbf16>) -> (tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xi1>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<i32>, tensor<13xbf16>) {
  %0 = tosa.add %x, %y : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %1 = tosa.sub %x, %y : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %2 = tosa.maximum %x, %y : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %3 = tosa.minimum %x, %y : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %4 = tosa.pow %x, %y : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  %5 = tosa.greater_equal %x, %y : (tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xi1>
  %6 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<13xbf16>) -> tensor<1xbf16>
  %7 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<13xbf16>) -> tensor<1xbf16>
  %8 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<13xbf16>) -> tensor<1xbf16>
  %9 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<13xbf16>) -> tensor<1xbf16>
  %10 = tosa.argmax %x {axis = 0 : i32} : (tensor<13xbf16>) -> tensor<i32>
  %11 = tosa.select %5, %x, %y : (tensor<13xi1>, tensor<13xbf16>, tensor<13xbf16>) -> tensor<13xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xi1>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<i32>, tensor<13xbf16>
}
