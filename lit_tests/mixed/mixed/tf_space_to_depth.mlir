// A space-to-depth by tosa reshapes and a transposition, checked against tensor.generate.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-2.25], [-0.5], [1.25], [-1.75], [0.0], [-2.25]], [[-0.5], [1.25], [-1.75], [0.0], [-2.25], [-0.5]], [[1.25], [-1.75], [0.0], [-2.25], [-0.5], [1.25]], [[-1.75], [0.0], [-2.25], [-0.5], [1.25], [-1.75]]]]> : tensor<1x4x6x1xf32>
// EXPECT: dense<[[[[-2.25, -0.5, -0.5, 1.25], [1.25, -1.75, -1.75, 0.0], [0.0, -2.25, -2.25, -0.5]], [[1.25, -1.75, -1.75, 0.0], [0.0, -2.25, -2.25, -0.5], [-0.5, 1.25, 1.25, -1.75]]]]> : tensor<1x2x3x4xf32>
// EXPECT: dense<[[[-2.25, -0.5, -0.5, 1.25], [1.25, -1.75, -1.75, 0.0], [0.0, -2.25, -2.25, -0.5]], [[1.25, -1.75, -1.75, 0.0], [0.0, -2.25, -2.25, -0.5], [-0.5, 1.25, 1.25, -1.75]]]> : tensor<2x3x4xf32>
func.func @main(%x: tensor<1x4x6x1xf32>) -> (tensor<1x2x3x4xf32>, tensor<2x3x4xf32>) {
  %s = tosa.const_shape {values = dense<[1, 2, 2, 3, 2, 1]> : tensor<6xindex>} : () -> !tosa.shape<6>
  %t = tosa.const_shape {values = dense<[1, 2, 3, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.reshape %x, %s : (tensor<1x4x6x1xf32>, !tosa.shape<6>) -> tensor<1x2x2x3x2x1xf32>
  %1 = tosa.transpose %0 {perms = array<i32: 0, 1, 3, 2, 4, 5>} : (tensor<1x2x2x3x2x1xf32>) -> tensor<1x2x3x2x2x1xf32>
  %2 = tosa.reshape %1, %t : (tensor<1x2x3x2x2x1xf32>, !tosa.shape<4>) -> tensor<1x2x3x4xf32>
  %3 = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index):
    %c0 = arith.constant 0 : index
    %p = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 2)>(%i, %k)
    %q = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 mod 2)>(%j, %k)
    %v = tensor.extract %x[%c0, %p, %q, %c0] : tensor<1x4x6x1xf32>
    tensor.yield %v : f32
  } : tensor<2x3x4xf32>
  return %2, %3 : tensor<1x2x3x4xf32>, tensor<2x3x4xf32>
}
