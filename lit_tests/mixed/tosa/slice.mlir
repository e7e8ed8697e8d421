// A part of a tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
// EXPECT: dense<[[-2.25, -0.5, 1.25], [1.25, -1.75, 0.0]]> : tensor<2x3xf32>
func.func @main(%x: tensor<5x7xf32>) -> tensor<2x3xf32> {
  %b = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %x, %b, %s : (tensor<5x7xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
