// A private function of scalars with two results, called in the body of linalg.generic.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0]> : tensor<7xi32>
// EXPECT: dense<[-2, 0, 1, -1, 1, -1, 0]> : tensor<7xi32>
// EXPECT: dense<[0, -1, 1, -1, 0, -2, 0]> : tensor<7xi32>
func.func private @divmod(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.divsi %a, %b : i32
  %1 = arith.remsi %a, %b : i32
  return %0, %1 : i32, i32
}
func.func @main(%x: tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>) {
  %e = tensor.empty() : tensor<7xi32>
  %three = arith.constant 3 : i32
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<7xi32>) outs(%e, %e : tensor<7xi32>, tensor<7xi32>) {
  ^bb0(%a: i32, %p: i32, %q: i32):
    %1:2 = func.call @divmod(%a, %three) : (i32, i32) -> (i32, i32)
    linalg.yield %1#0, %1#1 : i32, i32
  } -> (tensor<7xi32>, tensor<7xi32>)
  return %0#0, %0#1 : tensor<7xi32>, tensor<7xi32>
}
