// Complex numbers made by StableHLO, multiplied by linalg and taken apart by StableHLO.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[6.625, 0.5, 6.625, 3.625, 1.0]> : tensor<5xf32>
// EXPECT: dense<0.0> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>, %y: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f32>>
  %e = tensor.empty() : tensor<5xcomplex<f32>>
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%z : tensor<5xcomplex<f32>>) outs(%e : tensor<5xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>):
    %c = complex.conj %a : complex<f32>
    %0 = complex.mul %a, %c : complex<f32>
    linalg.yield %0 : complex<f32>
  } -> tensor<5xcomplex<f32>>
  %re = stablehlo.real %m : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %im = stablehlo.imag %m : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  return %re, %im : tensor<5xf32>, tensor<5xf32>
}
