// linalg.generic that reads its output at another place by tensor.extract.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<[-2.75, -2.75, 1.25, -3.5, 1.25, -2.75, -2.75]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
  ^bb0(%a: f32):
    %i = linalg.index 0 : index
    %k = affine.apply affine_map<(d0) -> (6 - d0)>(%i)
    %v = tensor.extract %x[%k] : tensor<7xf32>
    %1 = arith.addf %a, %v : f32
    linalg.yield %1 : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
