// A sort of i16 in place, with arith.minsi and arith.maxsi.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi16>
// EXPECT: dense<[-6, -5, -5, -4, -4, -1, -1, 0, 1, 3, 4, 4, 5]> : tensor<13xi16>
func.func @main(%x: memref<13xi16>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (12 - d0)>(%i) {
      %0 = affine.load %x[%j] : memref<13xi16>
      %1 = affine.load %x[%j + 1] : memref<13xi16>
      %2 = arith.minsi %0, %1 : i16
      %3 = arith.maxsi %0, %1 : i16
      affine.store %2, %x[%j] : memref<13xi16>
      affine.store %3, %x[%j + 1] : memref<13xi16>
    }
  }
  return
}
