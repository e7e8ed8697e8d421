// A tensor twice and thrice beside itself.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4], [-4, 3, -5]]> : tensor<2x3xi32>
// EXPECT: dense<[[-6, -1, 4, -6, -1, 4, -6, -1, 4], [-4, 3, -5, -4, 3, -5, -4, 3, -5], [-6, -1, 4, -6, -1, 4, -6, -1, 4], [-4, 3, -5, -4, 3, -5, -4, 3, -5]]> : tensor<4x9xi32>
func.func @main(%x: tensor<2x3xi32>) -> tensor<4x9xi32> {
  %m = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %x, %m : (tensor<2x3xi32>, !tosa.shape<2>) -> tensor<4x9xi32>
  return %0 : tensor<4x9xi32>
}
