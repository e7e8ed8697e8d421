// The old tensor is used after tensor.insert has made a new one.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[2.25, 0.5, 9.0, 1.75, -0.0]> : tensor<5xf32>
// EXPECT: dense<[4.5, 1.0, 7.75, 3.5, -0.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c2 = arith.constant 2 : index
  %v = arith.constant 9.0 : f32
  %0 = arith.negf %x : tensor<5xf32>
  %1 = tensor.insert %v into %0[%c2] : tensor<5xf32>
  %2 = arith.addf %0, %1 : tensor<5xf32>
  return %1, %2 : tensor<5xf32>, tensor<5xf32>
}
