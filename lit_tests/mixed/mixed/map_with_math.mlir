// A StableHLO map whose body extracts the scalar for math.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf64>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf64>
// EXPECT: dense<[-2.0778948311872334, -0.7853981633974483, 0.507098504392337, -1.97568811307998, 0.0, -2.0778948311872334, -0.7853981633974483]> : tensor<7xf64>
func.func @main(%x: tensor<7xf64>, %y: tensor<7xf64>) -> tensor<7xf64> {
  %r = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = tensor.extract %a[] : tensor<f64>
    %d = tensor.extract %b[] : tensor<f64>
    %e = math.atan2 %c, %d : f64
    %f = tensor.from_elements %e : tensor<f64>
    stablehlo.return %f : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  return %r : tensor<7xf64>
}
