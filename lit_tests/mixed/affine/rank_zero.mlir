// Memrefs of rank zero as accumulators.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf64>
// INPUT: dense<-1.25> : tensor<f64>
// EXPECT: dense<-9.25> : tensor<f64>
func.func @main(%x: memref<13xf64>, %s: memref<f64>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %x[%i] : memref<13xf64>
    %1 = affine.load %s[] : memref<f64>
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %s[] : memref<f64>
  }
  return
}
