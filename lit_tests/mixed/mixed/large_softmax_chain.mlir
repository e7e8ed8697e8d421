// A softmax over 65 rows of 129 numbers from iota, by StableHLO, math and linalg; the weighted sums.
// Expected values: NumPy.
// EXPECT: dense<[2.8773868, 2.8731456, 2.8873215, 2.9232056, 2.8957593, 2.8741493, 2.876857, 2.9212775, 2.9029803, 2.8764858, 2.873362, 2.8931727, 2.9044318, 2.9000185, 2.8736038, 2.8793635, 2.9030914, 2.9099684, 2.875627, 2.8739836, 2.90059, 2.9128072, 2.9053297, 2.8732495, 2.8827899, 2.912112, 2.9185588, 2.8748372, 2.8751094, 2.9098527, 2.9230886, 2.8773868, 2.8731456, 2.8873215, 2.9232056, 2.8957593, 2.8741493, 2.876857, 2.9212775, 2.9029803, 2.8764858, 2.873362, 2.8931727, 2.9044318, 2.9000185, 2.8736038, 2.8793635, 2.9030914, 2.9099684, 2.875627, 2.8739836, 2.90059, 2.9128072, 2.9053297, 2.8732495, 2.8827899, 2.912112, 2.9185588, 2.8748372, 2.8751094, 2.9098527, 2.9230886, 2.8773868, 2.8731456, 2.8873215]> : tensor<65xf32>
func.func @main() -> tensor<65xf32> {
  %i = stablehlo.iota dim = 0 : tensor<65x129xi32>
  %j = stablehlo.iota dim = 1 : tensor<65x129xi32>
  %c7 = arith.constant dense<7> : tensor<65x129xi32>
  %c3 = arith.constant dense<3> : tensor<65x129xi32>
  %c31 = stablehlo.constant dense<31> : tensor<65x129xi32>
  %s = arith.constant dense<0.125> : tensor<65x129xf32>
  %0 = arith.muli %i, %c7 : tensor<65x129xi32>
  %1 = stablehlo.multiply %j, %c3 : tensor<65x129xi32>
  %2 = arith.addi %0, %1 : tensor<65x129xi32>
  %3 = stablehlo.remainder %2, %c31 : tensor<65x129xi32>
  %4 = arith.sitofp %3 : tensor<65x129xi32> to tensor<65x129xf32>
  %x = arith.mulf %4, %s : tensor<65x129xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<65x129xf32>, tensor<f32>) -> tensor<65xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<65xf32>) -> tensor<65x129xf32>
  %d = arith.subf %x, %b : tensor<65x129xf32>
  %e = math.exp %d : tensor<65x129xf32>
  %z = arith.constant dense<0.0> : tensor<65xf32>
  %t = linalg.reduce {arith.addf} ins(%e : tensor<65x129xf32>) outs(%z : tensor<65xf32>) dimensions = [1]
  %w = stablehlo.multiply %e, %x : tensor<65x129xf32>
  %u = linalg.reduce {arith.addf} ins(%w : tensor<65x129xf32>) outs(%z : tensor<65xf32>) dimensions = [1]
  %r = arith.divf %u, %t : tensor<65xf32>
  return %r : tensor<65xf32>
}
