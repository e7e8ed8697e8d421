// affine.min and affine.max clamp the places that tensor.generate reads.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[-2.25, -2.25, -2.25, -0.5, 1.25, -1.75, 0.0, 0.0, 0.0]> : tensor<9xf32>
func.func @main(%x: tensor<5xf32>) -> tensor<9xf32> {
  %0 = tensor.generate {
  ^bb0(%n: index):
    %a = affine.max affine_map<(d0) -> (d0 - 2, 0)>(%n)
    %b = affine.min affine_map<(d0) -> (d0, 4)>(%a)
    %v = tensor.extract %x[%b] : tensor<5xf32>
    tensor.yield %v : f32
  } : tensor<9xf32>
  return %0 : tensor<9xf32>
}
