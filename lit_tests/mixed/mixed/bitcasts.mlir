// Bits of floats as integers and back, by arith and by StableHLO.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<9xf32>
// EXPECT: dense<[2.25, 0.5, 1.25, 1.75, 0.0, 2.25, 0.5, 1.25, 1.75]> : tensor<9xf32>
// EXPECT: dense<[128, 126, 127, 127, 0, 128, 126, 127, 127]> : tensor<9xi32>
func.func @main(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xi32>) {
  %mask = arith.constant dense<0x7fffffff> : tensor<9xi32>
  %s = stablehlo.constant dense<23> : tensor<9xi32>
  %b = arith.constant dense<255> : tensor<9xi32>
  %0 = arith.bitcast %x : tensor<9xf32> to tensor<9xi32>
  %1 = arith.andi %0, %mask : tensor<9xi32>
  %2 = stablehlo.bitcast_convert %1 : (tensor<9xi32>) -> tensor<9xf32>
  %3 = stablehlo.bitcast_convert %x : (tensor<9xf32>) -> tensor<9xi32>
  %4 = stablehlo.shift_right_logical %3, %s : tensor<9xi32>
  %5 = arith.andi %4, %b : tensor<9xi32>
  return %2, %5 : tensor<9xf32>, tensor<9xi32>
}
