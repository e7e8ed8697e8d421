// A StableHLO Fourier transform, a filter by complex operations in linalg, and the inverse.
// Expected values: NumPy.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5), (-1.75, -0.5), (0.0, 2.0), (-2.25, -1.0), (-0.5, 1.5), (1.25, -1.5)]> : tensor<8xcomplex<f32>>
// EXPECT: dense<[(-0.98428667, -0.9644499), (0.11079025, -0.24489725), (0.33867916, 1.182588), (-1.037579, 0.16850215), (-0.5686616, 0.96954834), (-1.4945961, -0.308042), (-0.83883643, 0.25792167), (-0.27550954, -0.56117105)]> : tensor<8xcomplex<f32>>
func.func @main(%x: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %f = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %e = tensor.empty() : tensor<8xcomplex<f32>>
  %q = arith.constant -0.25 : f32
  %zero = arith.constant 0.0 : f32
  %g = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%f : tensor<8xcomplex<f32>>) outs(%e : tensor<8xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %l = arith.mulf %k, %q : f32
    %w = math.exp %l : f32
    %c = complex.create %w, %zero : complex<f32>
    %m = complex.mul %a, %c : complex<f32>
    linalg.yield %m : complex<f32>
  } -> tensor<8xcomplex<f32>>
  %r = stablehlo.fft %g, type = IFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %r : tensor<8xcomplex<f32>>
}
