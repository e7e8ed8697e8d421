// Operations of the index dialect decide where a StableHLO result is read.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75]> : tensor<4xf64>
// EXPECT: dense<0.6065306597126334> : tensor<f64>
func.func @main(%x: tensor<4xf64>) -> tensor<f64> {
  %a = index.constant 17
  %b = index.constant 3
  %c = index.constant 4
  %q = index.divs %a, %b
  %r = index.remu %q, %c
  %e = stablehlo.exponential %x : tensor<4xf64>
  %v = tensor.extract %e[%r] : tensor<4xf64>
  %t = tensor.from_elements %v : tensor<f64>
  return %t : tensor<f64>
}
