// linalg.generic with a full and a reduced output.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// EXPECT: dense<[[0.10539922, 0.60653067, 3.4903429, 0.17377394, 1.0], [0.10539922, 0.60653067, 3.4903429, 0.17377394, 1.0], [0.10539922, 0.60653067, 3.4903429, 0.17377394, 1.0]]> : tensor<3x5xf32>
// EXPECT: dense<[0.31619766, 1.819592, 10.471028, 0.52132183, 3.0]> : tensor<5xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<3x5xf32>
  %z = arith.constant dense<0.0> : tensor<5xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #r], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<3x5xf32>) outs(%e, %z : tensor<3x5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = math.exp %a : f32
    %2 = arith.addf %1, %c : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<3x5xf32>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<3x5xf32>, tensor<5xf32>
}
