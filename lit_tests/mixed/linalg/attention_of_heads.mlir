// Causal attention of two heads with nine rows. On GPUs, these are two tiles of five rows, which overlap.
// Expected values: NumPy.
// INPUT: dense<[[[0.5, 1.5], [1.0, -1.0], [-0.75, 1.5], [-2.0, 1.25], [1.25, -0.25], [-0.75, -1.0], [-1.0, -0.25], [0.0, 0.25], [2.0, 1.25]], [[0.5, 2.0], [-1.25, -1.25], [0.5, -1.75], [-1.75, 0.0], [-0.25, 1.75], [0.5, 0.0], [-0.0, -1.0], [-2.0, -1.25], [0.75, -1.25]]]> : tensor<2x9x2xf32>
// INPUT: dense<[[[-0.5, -2.0], [1.25, -1.5], [-1.0, 1.5]], [[0.0, 1.5], [0.5, 1.0], [-1.75, 0.25]]]> : tensor<2x3x2xf32>
// INPUT: dense<[[[0.0, 1.5], [-0.5, 0.5], [-1.75, -0.5]], [[-0.75, -1.5], [1.25, -0.5], [2.0, 0.25]]]> : tensor<2x3x2xf32>
// EXPECT: dense<[[[0.0, 1.5], [-0.38864994, 0.7227001], [-1.7411698, -0.49078408], [-1.7416104, -0.49052328], [-0.4756746, 0.5854761], [-0.13130774, 1.291979], [-0.695101, 0.669892], [-1.0513197, 0.1913354], [-0.8912426, 0.1935211]], [[-0.75, -1.5], [0.25, -1.0], [1.3509007, -0.27082294], [1.8656604, 0.15952434], [0.03723093, -1.0641148], [0.6252596, -0.75449175], [1.3506273, -0.23648146], [1.9795489, 0.23581177], [1.0426995, -0.50739276]]]> : tensor<2x9x2xf32>
#queries = affine_map<(h, r, k, d) -> (h, r, d)>
#keys = affine_map<(h, r, k, d) -> (h, k, d)>
#scores = affine_map<(h, r, k, d) -> (h, r, k)>
#weights = affine_map<(h, r, d, k) -> (h, r, k)>
#values = affine_map<(h, r, d, k) -> (h, k, d)>
#results = affine_map<(h, r, d, k) -> (h, r, d)>
#all = affine_map<(h, r, k) -> (h, r, k)>
#row = affine_map<(h, r, k) -> (h, r)>
func.func @main(%q: tensor<2x9x2xf32>, %k: tensor<2x3x2xf32>, %v: tensor<2x3x2xf32>) -> tensor<2x9x2xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<2x9x3xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x9x3xf32>) -> tensor<2x9x3xf32>
  %s = linalg.generic {indexing_maps = [#queries, #keys, #scores], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x9x2xf32>, tensor<2x3x2xf32>) outs(%f0 : tensor<2x9x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x9x3xf32>
  %x = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<2x9x3xf32>) outs(%e0 : tensor<2x9x3xf32>) {
  ^bb0(%a: f32, %c: f32):
    %row = linalg.index 1 : index
    %key = linalg.index 2 : index
    %0 = arith.cmpi ule, %key, %row : index
    %1 = arith.select %0, %a, %least : f32
    linalg.yield %1 : f32
  } -> tensor<2x9x3xf32>
  %e1 = tensor.empty() : tensor<2x9xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<2x9x3xf32>) outs(%f1 : tensor<2x9xf32>) dimensions = [2]
  %e = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %m : tensor<2x9x3xf32>, tensor<2x9xf32>) outs(%e0 : tensor<2x9x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x9x3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<2x9x3xf32>) outs(%f2 : tensor<2x9xf32>) dimensions = [2]
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<2x9x3xf32>, tensor<2x9xf32>) outs(%e0 : tensor<2x9x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x9x3xf32>
  %e3 = tensor.empty() : tensor<2x9x2xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x9x2xf32>) -> tensor<2x9x2xf32>
  %y = linalg.generic {indexing_maps = [#weights, #values, #results], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x9x3xf32>, tensor<2x3x2xf32>) outs(%f3 : tensor<2x9x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x9x2xf32>
  return %y : tensor<2x9x2xf32>
}
