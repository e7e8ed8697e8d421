// scf.for in the body of linalg.generic: a series for the exponential.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf64>
// EXPECT: dense<[0.10539922455776106, 0.6065306597126333, 3.490342957461841, 0.17377394345041763, 1.0, 0.10539922455776106, 0.6065306597126333]> : tensor<7xf64>
func.func @main(%x: tensor<7xf64>) -> tensor<7xf64> {
  %e = tensor.empty() : tensor<7xf64>
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<7xf64>) outs(%e : tensor<7xf64>) {
  ^bb0(%a: f64, %b: f64):
    %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%s = %one, %t = %one) -> (f64, f64) {
      %j = arith.index_cast %i : index to i64
      %k = arith.sitofp %j : i64 to f64
      %1 = arith.mulf %t, %a : f64
      %2 = arith.divf %1, %k : f64
      %3 = arith.addf %s, %2 : f64
      scf.yield %3, %2 : f64, f64
    }
    linalg.yield %r#0 : f64
  } -> tensor<7xf64>
  return %0 : tensor<7xf64>
}
