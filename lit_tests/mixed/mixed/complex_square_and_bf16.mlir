// Squares of complex numbers beside exponentials and casts of bf16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5)]> : tensor<3xcomplex<f32>>
// INPUT: dense<[-1.25, 0.5, 2.25]> : tensor<3xbf16>
// INPUT: dense<> : tensor<2x0xi8>
// EXPECT: dense<[(-1.1875, 11.25), (0.25, 0.0), (-4.6875, 6.25)]> : tensor<3xcomplex<f32>>
// EXPECT: dense<[0.28710938, 1.6484375, 9.5]> : tensor<3xbf16>
// EXPECT: dense<> : tensor<2x0xi8>
// EXPECT: dense<[-1, 0, 2]> : tensor<3xi8>
func.func @main(%x: tensor<3xcomplex<f32>>, %h: tensor<3xbf16>, %i: tensor<2x0xi8>) -> (tensor<3xcomplex<f32>>, tensor<3xbf16>, tensor<2x0xi8>, tensor<3xi8>) {
  %e = tensor.empty() : tensor<3xcomplex<f32>>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<3xcomplex<f32>>) outs(%e : tensor<3xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>):
    %m = complex.mul %a, %a : complex<f32>
    linalg.yield %m : complex<f32>
  } -> tensor<3xcomplex<f32>>
  %1 = math.exp %h : tensor<3xbf16>
  %2 = arith.fptosi %h : tensor<3xbf16> to tensor<3xi8>
  return %0, %1, %i, %2 : tensor<3xcomplex<f32>>, tensor<3xbf16>, tensor<2x0xi8>, tensor<3xi8>
}
