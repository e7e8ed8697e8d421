func.func @main(%x: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %x[%i] : memref<4xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %x[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %0 = affine.load %x[0] : memref<4xf32>
    affine.store %0, %x[%i] : memref<4xf32>
  }
  return
}
