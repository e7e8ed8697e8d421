// linalg.generic over dynamic extents between casts.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5]]> : tensor<4x3xf64>
// EXPECT: dense<[4.202272841736339, 1.2791731680123093, 4.27064756062492, 1.7119298842744977]> : tensor<4xf64>
func.func @main(%x: tensor<4x3xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f64
  %d = tensor.cast %x : tensor<4x3xf64> to tensor<?x?xf64>
  %n = tensor.dim %d, %c0 : tensor<?x?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<?x?xf64>) outs(%f : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = math.exp %a : f64
    %2 = arith.addf %1, %b : f64
    linalg.yield %2 : f64
  } -> tensor<?xf64>
  %r = tensor.cast %0 : tensor<?xf64> to tensor<4xf64>
  return %r : tensor<4xf64>
}
