// scf.while in the body of linalg.generic: the greatest common divisor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[1, 13, 25, 37, 12, 24, 36, 11, 23, 35, 10, 22, 34]> : tensor<13xi32>
// INPUT: dense<[2, 20, 38, 15, 33, 10, 28, 5, 23, 41, 18, 36, 13]> : tensor<13xi32>
// EXPECT: dense<[1, 1, 1, 1, 3, 2, 4, 1, 23, 1, 2, 2, 1]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>, %y: tensor<13xi32>) -> tensor<13xi32> {
  %e = tensor.empty() : tensor<13xi32>
  %z = arith.constant 0 : i32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<13xi32>, tensor<13xi32>) outs(%e : tensor<13xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %r:2 = scf.while (%p = %a, %q = %b) : (i32, i32) -> (i32, i32) {
      %1 = arith.cmpi ne, %q, %z : i32
      scf.condition(%1) %p, %q : i32, i32
    } do {
    ^bb0(%p: i32, %q: i32):
      %1 = arith.remui %p, %q : i32
      scf.yield %q, %1 : i32, i32
    }
    linalg.yield %r#0 : i32
  } -> tensor<13xi32>
  return %0 : tensor<13xi32>
}
