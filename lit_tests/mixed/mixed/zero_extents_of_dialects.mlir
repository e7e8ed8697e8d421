// Tensors without elements that pass through several dialects, and a sum over none.
// Expected values: NumPy.
// INPUT: dense<> : tensor<0x5xf32>
// EXPECT: dense<> : tensor<0x5xf32>
// EXPECT: dense<2.0> : tensor<5xf32>
func.func @main(%x: tensor<0x5xf32>) -> (tensor<0x5xf32>, tensor<5xf32>) {
  %0 = stablehlo.exponential %x : tensor<0x5xf32>
  %1 = arith.addf %0, %x : tensor<0x5xf32>
  %two = arith.constant dense<2.0> : tensor<5xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<0x5xf32>) outs(%two : tensor<5xf32>) dimensions = [0]
  return %1, %2 : tensor<0x5xf32>, tensor<5xf32>
}
