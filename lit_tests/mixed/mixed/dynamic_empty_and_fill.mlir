// torch-mlir's form: tensor.dim, a dynamic tensor.empty, linalg.fill and a cast, all of constant size.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5], [1.25, -1.75], [0.0, -2.25], [-0.5, 1.25], [-1.75, 0.0]]> : tensor<5x2xf32>
// EXPECT: dense<[-0.75, 2.75, 1.5, 1.0, -0.25]> : tensor<5xf32>
func.func @main(%x: tensor<5x2xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.5 : f32
  %n = tensor.dim %x, %c0 : tensor<5x2xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.extract_slice %x[0, 0] [5, 1] [1, 1] : tensor<5x2xf32> to tensor<5xf32>
  %c = tensor.cast %s : tensor<5xf32> to tensor<?xf32>
  %0 = arith.addf %f, %c : tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<5xf32>
  return %1 : tensor<5xf32>
}
