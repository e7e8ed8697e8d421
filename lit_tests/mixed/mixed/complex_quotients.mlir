// Quotients, conjugates and angles of complex numbers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5), (-1.75, -0.5), (0.0, 2.0)]> : tensor<5xcomplex<f32>>
// INPUT: dense<[(-1.25, -1.5), (0.5, 1.0), (2.25, -2.0), (-0.75, 0.5), (1.0, -2.5)]> : tensor<5xcomplex<f32>>
// EXPECT: dense<[(-2.0040984, -0.795082), (-0.3, -0.4), (0.387931, 2.8448277), (-3.6730766, -1.1153846), (-0.6896551, 2.275862)]> : tensor<5xcomplex<f32>>
// EXPECT: dense<[-2.76391, -2.2142975, 1.4352686, -2.846777, 1.8650309]> : tensor<5xf32>
#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<5xcomplex<f32>>, %y: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xcomplex<f32>>
  %f = tensor.empty() : tensor<5xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) outs(%e, %f : tensor<5xcomplex<f32>>, tensor<5xf32>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %p: complex<f32>, %q: f32):
    %c = complex.conj %a : complex<f32>
    %1 = complex.div %c, %b : complex<f32>
    %2 = complex.sub %1, %a : complex<f32>
    %3 = complex.neg %2 : complex<f32>
    %4 = complex.angle %3 : complex<f32>
    linalg.yield %3, %4 : complex<f32>, f32
  } -> (tensor<5xcomplex<f32>>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<5xcomplex<f32>>, tensor<5xf32>
}
