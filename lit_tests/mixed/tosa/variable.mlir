// A variable that is written and read; upstream lowers it to ml_program.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5]> : tensor<2xf32>
// EXPECT: dense<[4.75, 7.5]> : tensor<2xf32>
tosa.variable @state = dense<[7.0, 8.0]> : tensor<2xf32>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.variable_read @state : tensor<2xf32>
  %1 = tosa.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tosa.variable_write @state, %1 : tensor<2xf32>
  %2 = tosa.variable_read @state : tensor<2xf32>
  return %2 : tensor<2xf32>
}
