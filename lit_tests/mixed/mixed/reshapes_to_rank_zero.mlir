// A tensor of one element to rank zero, to rank three and into a larger one.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25]]> : tensor<1x1xf32>
// EXPECT: dense<-2.25> : tensor<f32>
// EXPECT: dense<[[[4.0]], [[-2.25]]]> : tensor<2x1x1xf32>
func.func @main(%x: tensor<1x1xf32>) -> (tensor<f32>, tensor<2x1x1xf32>) {
  %0 = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
  %1 = tensor.expand_shape %0 [] output_shape [1, 1, 1] : tensor<f32> into tensor<1x1x1xf32>
  %e = tensor.empty() : tensor<2x1x1xf32>
  %v = arith.constant 4.0 : f32
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %2 = tensor.insert_slice %1 into %f[1, 0, 0] [1, 1, 1] [1, 1, 1] : tensor<1x1x1xf32> into tensor<2x1x1xf32>
  return %0, %2 : tensor<f32>, tensor<2x1x1xf32>
}
