// An RMS norm in bf16 whose statistics are f32.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<3x8xbf16>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]> : tensor<8xbf16>
// EXPECT: dense<[[1.9375, -0.17285156, 1.9375, 0.90625, 0.0, 1.9375, -0.17285156, 1.9375], [1.453125, 0.0, -3.375, 0.25, 0.83203125, 1.453125, 0.0, -3.375], [0.45898438, 0.45898438, -2.890625, -0.0, -1.65625, 0.45898438, 0.45898438, -2.890625]]> : tensor<3x8xbf16>
func.func @main(%x: tensor<3x8xbf16>, %g: tensor<8xbf16>) -> tensor<3x8xbf16> {
  %0 = stablehlo.convert %x : (tensor<3x8xbf16>) -> tensor<3x8xf32>
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<3x8xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  %n = arith.constant dense<0.125> : tensor<3xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<3xf32>
  %3 = arith.mulf %s, %n : tensor<3xf32>
  %4 = arith.addf %3, %eps : tensor<3xf32>
  %5 = math.rsqrt %4 : tensor<3xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xf32>) -> tensor<3x8xf32>
  %7 = stablehlo.multiply %0, %6 : tensor<3x8xf32>
  %8 = arith.extf %g : tensor<8xbf16> to tensor<8xf32>
  %9 = chlo.broadcast_multiply %7, %8 : (tensor<3x8xf32>, tensor<8xf32>) -> tensor<3x8xf32>
  %r = arith.truncf %9 : tensor<3x8xf32> to tensor<3x8xbf16>
  return %r : tensor<3x8xbf16>
}
