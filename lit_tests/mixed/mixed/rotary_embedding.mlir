// A rotary embedding: angles by tensor.generate and math, halves by StableHLO.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0]]> : tensor<5x4xf32>
// EXPECT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.42073548, -2.3635511, -0.27015114, 1.01913], [2.7741761, 0.099334665, -0.6549401, -0.4900333], [-1.2374907, -1.0069184, 0.1764, -2.6666675], [-0.99758255, 1.1513263, 1.5222776, 0.48677292]]> : tensor<5x4xf32>
func.func @main(%x: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %f = arith.constant dense<[1.0, 0.1]> : tensor<2xf32>
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = arith.index_cast %i : index to i64
    %a = arith.sitofp %k : i64 to f32
    %b = tensor.extract %f[%j] : tensor<2xf32>
    %m = arith.mulf %a, %b : f32
    tensor.yield %m : f32
  } : tensor<5x2xf32>
  %c = math.cos %t : tensor<5x2xf32>
  %s = stablehlo.sine %t : tensor<5x2xf32>
  %p = stablehlo.slice %x [0:5, 0:2] : (tensor<5x4xf32>) -> tensor<5x2xf32>
  %q = tensor.extract_slice %x[0, 2] [5, 2] [1, 1] : tensor<5x4xf32> to tensor<5x2xf32>
  %0 = stablehlo.multiply %p, %c : tensor<5x2xf32>
  %1 = arith.mulf %q, %s : tensor<5x2xf32>
  %2 = arith.subf %0, %1 : tensor<5x2xf32>
  %3 = stablehlo.multiply %q, %c : tensor<5x2xf32>
  %4 = arith.mulf %p, %s : tensor<5x2xf32>
  %5 = stablehlo.add %3, %4 : tensor<5x2xf32>
  %r = stablehlo.concatenate %2, %5, dim = 1 : (tensor<5x2xf32>, tensor<5x2xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
