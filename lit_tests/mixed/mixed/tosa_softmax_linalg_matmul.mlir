// Scores by linalg.batch_matmul, a softmax in tosa, and values by linalg again.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0]]]> : tensor<2x5x4xf32>
// INPUT: dense<[[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]], [[-0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25]]]> : tensor<2x4x7xf32>
// INPUT: dense<[[[-0.25, 1.5, -1.5], [0.25, 2.0, -0.25], [1.5, -1.5, 0.25], [2.0, -0.25, 1.5], [-1.5, 0.25, 2.0], [-0.25, 1.5, -1.5], [0.25, 2.0, -0.25]], [[1.5, -1.5, 0.25], [2.0, -0.25, 1.5], [-1.5, 0.25, 2.0], [-0.25, 1.5, -1.5], [0.25, 2.0, -0.25], [1.5, -1.5, 0.25], [2.0, -0.25, 1.5]]]> : tensor<2x7x3xf32>
// EXPECT: dense<[[[1.1955807, 0.3607074, 0.45984423], [0.3425247, 1.8797078, -0.15645888], [-0.2360717, 1.5009196, 0.027383968], [-0.3005459, -0.42945078, 1.3115208], [-0.33140615, 1.3102913, -0.43127918]], [[1.1510986, -1.2821121, 0.466158], [0.07254785, 0.94917864, -1.1764494], [0.8272629, 0.4073636, 0.51322883], [1.5708028, 0.27950352, 1.0618713], [0.48083618, 0.24961977, 1.1304276]]]> : tensor<2x5x3xf32>
func.func @main(%q: tensor<2x5x4xf32>, %k: tensor<2x4x7xf32>, %v: tensor<2x7x3xf32>) -> tensor<2x5x3xf32> {
  %z = arith.constant dense<0.0> : tensor<2x5x7xf32>
  %y = arith.constant dense<0.0> : tensor<2x5x3xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x5x4xf32>, tensor<2x4x7xf32>) outs(%z : tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  %m = tosa.reduce_max %s {axis = 2 : i32} : (tensor<2x5x7xf32>) -> tensor<2x5x1xf32>
  %d = tosa.sub %s, %m : (tensor<2x5x7xf32>, tensor<2x5x1xf32>) -> tensor<2x5x7xf32>
  %e = tosa.exp %d : (tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  %t = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<2x5x7xf32>) -> tensor<2x5x1xf32>
  %r = tosa.reciprocal %t : (tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  %p = tosa.mul %e, %r, %shift : (tensor<2x5x7xf32>, tensor<2x5x1xf32>, tensor<1xi8>) -> tensor<2x5x7xf32>
  %0 = linalg.batch_matmul ins(%p, %v : tensor<2x5x7xf32>, tensor<2x7x3xf32>) outs(%y : tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}
