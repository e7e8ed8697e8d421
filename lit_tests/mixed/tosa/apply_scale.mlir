// A fixed-point product, shifted with rounding.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-500000, -376543, -253086, -129629, -6172, 117285, 240742, 364199, 487656]> : tensor<9xi32>
// EXPECT: dense<[-22097, -16641, -11185, -5729, -273, 5183, 10639, 16096, 21552]> : tensor<9xi32>
func.func @main(%x: tensor<9xi32>) -> tensor<9xi32> {
  %e = tensor.empty() : tensor<9xi32>
  %m = arith.constant 1518500249 : i32
  %s = arith.constant 35 : i8
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) {
  ^bb0(%a: i32, %b: i32):
    %1 = tosa.apply_scale %a, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %1 : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
