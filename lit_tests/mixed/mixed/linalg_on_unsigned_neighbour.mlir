// linalg.generic of i8 between StableHLO conversions from and to ui8.
// Expected values: NumPy.
// INPUT: dense<[0, 8, 16, 24, 3, 11, 19]> : tensor<7xui8>
// EXPECT: dense<[0, 16, 32, 48, 6, 22, 38]> : tensor<7xui8>
func.func @main(%x: tensor<7xui8>) -> tensor<7xui8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<7xui8>) -> tensor<7xi8>
  %e = tensor.empty() : tensor<7xi8>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<7xi8>) outs(%e : tensor<7xi8>) {
  ^bb0(%a: i8, %b: i8):
    %2 = arith.addi %a, %a : i8
    linalg.yield %2 : i8
  } -> tensor<7xi8>
  %3 = stablehlo.bitcast_convert %1 : (tensor<7xi8>) -> tensor<7xui8>
  return %3 : tensor<7xui8>
}
