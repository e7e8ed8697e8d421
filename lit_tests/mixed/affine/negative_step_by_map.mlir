// A loop that runs backwards by its map and stops early by a bound of a symbol.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// EXPECT: dense<[-6, -1, 4, -4, 77, 77, 77, 77, 77, 77, 77, 77, 77]> : tensor<13xi32>
func.func @main(%x: memref<13xi32>) {
  %c5 = arith.constant 5 : index
  %v = arith.constant 77 : i32
  affine.for %i = 0 to affine_map<()[s0] -> (s0 * 2 - 1)>()[%c5] {
    %j = affine.apply affine_map<(d0)[s0] -> (s0 + 7 - d0)>(%i)[%c5]
    affine.store %v, %x[%j] : memref<13xi32>
  }
  return
}
