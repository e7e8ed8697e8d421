// affine.delinearize_index in tensor.generate.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5]]> : tensor<3x4xf32>
// EXPECT: dense<[-2.25, 0.0, -1.75, -0.5, -2.25, 0.0, 1.25, -0.5, -2.25, -1.75, 1.25, -0.5]> : tensor<12xf32>
func.func @main(%x: tensor<3x4xf32>) -> tensor<12xf32> {
  %0 = tensor.generate {
  ^bb0(%n: index):
    %i:2 = affine.delinearize_index %n into (4, 3) : index, index
    %v = tensor.extract %x[%i#1, %i#0] : tensor<3x4xf32>
    tensor.yield %v : f32
  } : tensor<12xf32>
  return %0 : tensor<12xf32>
}
