// scf.index_switch with a scalar result, by the rank of which StableHLO scales.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[-6.75, -1.5, 3.75, -5.25, 0.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %k = arith.constant 2 : index
  %s = scf.index_switch %k -> f32
  case 1 {
    %0 = arith.constant 2.0 : f32
    scf.yield %0 : f32
  }
  case 2 {
    %0 = arith.constant 3.0 : f32
    scf.yield %0 : f32
  }
  default {
    %0 = arith.constant 4.0 : f32
    scf.yield %0 : f32
  }
  %t = tensor.splat %s : tensor<5xf32>
  %r = stablehlo.multiply %x, %t : tensor<5xf32>
  return %r : tensor<5xf32>
}
