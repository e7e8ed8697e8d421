// scf.index_switch in the body of linalg.generic, by the index.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<9xf32>
// EXPECT: dense<[2.25, -0.47942555, 1.25, 1.75, 0.0, -2.25, 0.5, 0.9489846, -1.75]> : tensor<9xf32>
func.func @main(%x: tensor<9xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<9xf32>
  %c3 = arith.constant 3 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %k = arith.remui %i, %c3 : index
    %1 = scf.index_switch %k -> f32
    case 0 {
      %2 = arith.negf %a : f32
      scf.yield %2 : f32
    }
    case 1 {
      %2 = math.sin %a : f32
      scf.yield %2 : f32
    }
    default {
      scf.yield %a : f32
    }
    linalg.yield %1 : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
