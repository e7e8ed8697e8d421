// Booleans through StableHLO, arith, tosa and a reduction.
// Expected values: NumPy.
// INPUT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// INPUT: dense<false> : tensor<13xi1>
// INPUT: dense<[false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<13xi1>
// EXPECT: dense<[true, false]> : tensor<2xi1>
func.func @main(%p: tensor<13xi1>, %q: tensor<13xi1>, %r: tensor<13xi1>) -> tensor<2xi1> {
  %0 = stablehlo.and %p, %q : tensor<13xi1>
  %1 = tosa.logical_not %r : (tensor<13xi1>) -> tensor<13xi1>
  %2 = arith.xori %0, %1 : tensor<13xi1>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %3 = stablehlo.reduce(%2 init: %f) applies stablehlo.or across dimensions = [0] : (tensor<13xi1>, tensor<i1>) -> tensor<i1>
  %4 = arith.ori %p, %q : tensor<13xi1>
  %5 = tosa.reduce_all %4 {axis = 0 : i32} : (tensor<13xi1>) -> tensor<1xi1>
  %a = tensor.extract %3[] : tensor<i1>
  %c0 = arith.constant 0 : index
  %b = tensor.extract %5[%c0] : tensor<1xi1>
  %6 = tensor.from_elements %a, %b : tensor<2xi1>
  return %6 : tensor<2xi1>
}
