// The conjunction of each column of booleans.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[true, false, false, true, false], [false, true, false, false, true]]> : tensor<2x5xi1>
// EXPECT: dense<false> : tensor<1x5xi1>
func.func @main(%x: tensor<2x5xi1>) -> tensor<1x5xi1> {
  %0 = tosa.reduce_all %x {axis = 0 : i32} : (tensor<2x5xi1>) -> tensor<1x5xi1>
  return %0 : tensor<1x5xi1>
}
