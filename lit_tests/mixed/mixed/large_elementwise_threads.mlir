// Elementwise operations of four dialects on 200x301 numbers, then a sum over all by StableHLO.
// Expected values: NumPy.
// EXPECT: dense<103564.13014455518> : tensor<f64>
func.func @main() -> tensor<f64> {
  %x = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 17 + d1 * 5) mod 64)>(%i, %j)
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    %c = arith.constant 0.0625 : f64
    %3 = arith.mulf %2, %c : f64
    tensor.yield %3 : f64
  } : tensor<200x301xf64>
  %one = stablehlo.constant dense<1.0> : tensor<200x301xf64>
  %t = stablehlo.tanh %x : tensor<200x301xf64>
  %u = arith.addf %t, %t : tensor<200x301xf64>
  %s = math.sqrt %x : tensor<200x301xf64>
  %e = tensor.empty() : tensor<200x301xf64>
  %v = linalg.add ins(%u, %s : tensor<200x301xf64>, tensor<200x301xf64>) outs(%e : tensor<200x301xf64>) -> tensor<200x301xf64>
  %d = stablehlo.subtract %x, %one : tensor<200x301xf64>
  %a = tosa.abs %d : (tensor<200x301xf64>) -> tensor<200x301xf64>
  %w = arith.subf %v, %a : tensor<200x301xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<200x301xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
