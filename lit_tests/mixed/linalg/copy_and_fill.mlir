// A fill by a number that a tensor contains, and a copy that casts.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<1.25> : tensor<3x3xf32>
// EXPECT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf64>
func.func @main(%x: tensor<7xf32>) -> (tensor<3x3xf32>, tensor<7xf64>) {
  %c2 = arith.constant 2 : index
  %v = tensor.extract %x[%c2] : tensor<7xf32>
  %e = tensor.empty() : tensor<3x3xf32>
  %f = tensor.empty() : tensor<7xf64>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = linalg.copy ins(%x : tensor<7xf32>) outs(%f : tensor<7xf64>) -> tensor<7xf64>
  return %0, %1 : tensor<3x3xf32>, tensor<7xf64>
}
