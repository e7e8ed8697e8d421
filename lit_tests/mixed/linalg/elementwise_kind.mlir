// linalg.elementwise with a map that broadcasts and one that transposes.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<7x5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// INPUT: dense<[[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5], [-1.5, 0.25, 2.0, -0.25, 1.5, -1.5, 0.25], [2.0, -0.25, 1.5, -1.5, 0.25, 2.0, -0.25], [1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5], [0.25, 2.0, -0.25, 1.5, -1.5, 0.25, 2.0]]> : tensor<5x7xf32>
// EXPECT: dense<[[2.3988752, 1.0, 1096.6332, 0.023517746, 1.2840254], [0.0052475184, 1.0, 0.416862, 42.521084, 7.389056], [190.56627, 1.0, 190.56627, 0.53526145, 0.7788008], [0.416862, 1.0, 0.0052475184, 0.006737947, 4.481689], [0.000911882, 1.0, 2.3988752, 1.868246, 0.22313017], [2.3988752, 1.0, 1096.6332, 0.023517746, 1.2840254], [0.0052475184, 1.0, 0.416862, 42.521084, 7.389056]]> : tensor<7x5xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @main(%x: tensor<7x5xf32>, %r: tensor<5xf32>, %y: tensor<5x7xf32>) -> tensor<7x5xf32> {
  %e = tensor.empty() : tensor<7x5xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#id, #row, #id] ins(%x, %r : tensor<7x5xf32>, tensor<5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [#id, #t, #id] ins(%0, %y : tensor<7x5xf32>, tensor<5x7xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%1 : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %2 : tensor<7x5xf32>
}
