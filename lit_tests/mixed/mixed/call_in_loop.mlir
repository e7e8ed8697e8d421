// A function with a scalar argument, called by each iteration of scf.for.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf64>
// EXPECT: dense<[-3.5, 7.0, 17.5, -0.5, 10.0]> : tensor<5xf64>
func.func private @step(%x: tensor<5xf64>, %k: f64) -> tensor<5xf64> {
  %one = stablehlo.constant dense<1.0> : tensor<5xf64>
  %s = tensor.splat %k : tensor<5xf64>
  %0 = stablehlo.multiply %x, %s : tensor<5xf64>
  %1 = arith.addf %0, %one : tensor<5xf64>
  return %1 : tensor<5xf64>
}
func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %x, %k = %zero) -> (tensor<5xf64>, f64) {
    %n = arith.addf %k, %one : f64
    %w = func.call @step(%v, %n) : (tensor<5xf64>, f64) -> tensor<5xf64>
    scf.yield %w, %n : tensor<5xf64>, f64
  }
  return %r#0 : tensor<5xf64>
}
