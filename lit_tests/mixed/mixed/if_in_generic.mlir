// scf.if in the body of linalg.generic.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<4x5xf32>
// EXPECT: dense<[[0.10539922, 0.60653067, 1.118034, 0.17377394, 0.0], [0.10539922, 0.60653067, 1.118034, 0.17377394, 0.0], [0.10539922, 0.60653067, 1.118034, 0.17377394, 0.0], [0.10539922, 0.60653067, 1.118034, 0.17377394, 0.0]]> : tensor<4x5xf32>
func.func @main(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %e = tensor.empty() : tensor<4x5xf32>
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.cmpf olt, %a, %zero : f32
    %1 = scf.if %p -> f32 {
      %2 = math.exp %a : f32
      scf.yield %2 : f32
    } else {
      %2 = math.sqrt %a : f32
      scf.yield %2 : f32
    }
    linalg.yield %1 : f32
  } -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
