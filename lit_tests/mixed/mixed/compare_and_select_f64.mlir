// Comparisons of arith, StableHLO and tosa that vote.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]> : tensor<31xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25]> : tensor<31xf32>
// EXPECT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25]> : tensor<31xf32>
func.func @main(%x: tensor<31xf32>, %y: tensor<31xf32>) -> tensor<31xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<31xf32>
  %one = arith.constant dense<1.0> : tensor<31xf32>
  %two = arith.constant dense<2> : tensor<31xi32>
  %a = arith.cmpf ogt, %x, %y : tensor<31xf32>
  %b = stablehlo.compare GE, %x, %zero : (tensor<31xf32>, tensor<31xf32>) -> tensor<31xi1>
  %c = tosa.greater %one, %y : (tensor<31xf32>, tensor<31xf32>) -> tensor<31xi1>
  %d = arith.extui %a : tensor<31xi1> to tensor<31xi32>
  %e = stablehlo.convert %b : (tensor<31xi1>) -> tensor<31xi32>
  %f = tosa.cast %c : (tensor<31xi1>) -> tensor<31xi32>
  %g = stablehlo.add %d, %e : tensor<31xi32>
  %h = arith.addi %g, %f : tensor<31xi32>
  %p = arith.cmpi sge, %h, %two : tensor<31xi32>
  %r = stablehlo.select %p, %x, %y : tensor<31xi1>, tensor<31xf32>
  return %r : tensor<31xf32>
}
