// memref.reinterpret_cast to a diagonal and memref.transpose of an argument.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25]]> : tensor<4x4xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75]> : tensor<4xf32>
// INPUT: dense<[[-0.25, 1.5, -1.5, 0.25], [2.0, -0.25, 1.5, -1.5], [0.25, 2.0, -0.25, 1.5], [-1.5, 0.25, 2.0, -0.25]]> : tensor<4x4xf32>
// EXPECT: dense<-2.25> : tensor<4xf32>
// EXPECT: dense<[[-2.25, 0.0, -1.75, 1.25], [-0.5, -2.25, 0.0, -1.75], [1.25, -0.5, -2.25, 0.0], [-1.75, 1.25, -0.5, -2.25]]> : tensor<4x4xf32>
func.func @main(%x: memref<4x4xf32>, %d: memref<4xf32>, %t: memref<4x4xf32>) {
  %0 = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [5] : memref<4x4xf32> to memref<4xf32, strided<[5]>>
  memref.copy %0, %d : memref<4xf32, strided<[5]>> to memref<4xf32>
  %1 = memref.transpose %x (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  memref.copy %1, %t : memref<4x4xf32, strided<[1, 4]>> to memref<4x4xf32>
  return
}
