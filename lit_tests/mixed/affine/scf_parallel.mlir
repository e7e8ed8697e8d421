// A parallel loop of scf with a reduction, of memrefs.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<13x5xf32>
// INPUT: dense<-1.25> : tensor<f32>
// EXPECT: dense<129.1875> : tensor<f32>
func.func @main(%x: memref<13x5xf32>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 13 : index
  %m = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %s = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%zero) -> f32 {
    %0 = memref.load %x[%i, %j] : memref<13x5xf32>
    %1 = arith.mulf %0, %0 : f32
    scf.reduce(%1 : f32) {
    ^bb0(%a: f32, %b: f32):
      %2 = arith.addf %a, %b : f32
      scf.reduce.return %2 : f32
    }
  }
  memref.store %s, %y[] : memref<f32>
  return
}
