// The nearest element of an i8 image, with an offset and a border.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6], [-1], [4], [-4]], [[3], [-5], [0], [5]], [[-1], [4], [-4], [1]], [[-5], [0], [5], [-3]]]]> : tensor<1x4x4x1xi8>
// EXPECT: dense<[[[[-6], [-6], [-1], [-1], [4], [4], [-4], [-4]], [[-6], [-6], [-1], [-1], [4], [4], [-4], [-4]], [[3], [3], [-5], [-5], [0], [0], [5], [5]], [[3], [3], [-5], [-5], [0], [0], [5], [5]], [[-1], [-1], [4], [4], [-4], [-4], [1], [1]], [[-1], [-1], [4], [4], [-4], [-4], [1], [1]], [[-5], [-5], [0], [0], [5], [5], [-3], [-3]], [[-5], [-5], [0], [0], [5], [5], [-3], [-3]]]]> : tensor<1x8x8x1xi8>
func.func @main(%x: tensor<1x4x4x1xi8>) -> tensor<1x8x8x1xi8> {
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x4x4x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x1xi8>
  return %0 : tensor<1x8x8x1xi8>
}
