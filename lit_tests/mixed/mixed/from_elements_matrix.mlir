// A matrix from six scalars of two tensors.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// INPUT: dense<[-1.25, 0.5, 2.25]> : tensor<3xf32>
// EXPECT: dense<[[-2.25, -0.5, 1.25], [2.25, 0.5, -1.75]]> : tensor<2x3xf32>
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.extract %x[%c0] : tensor<3xf32>
  %b = tensor.extract %x[%c1] : tensor<3xf32>
  %c = tensor.extract %x[%c2] : tensor<3xf32>
  %d = tensor.extract %y[%c2] : tensor<3xf32>
  %e = tensor.extract %y[%c1] : tensor<3xf32>
  %f = arith.addf %a, %e : f32
  %r = tensor.from_elements %a, %b, %c, %d, %e, %f : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
