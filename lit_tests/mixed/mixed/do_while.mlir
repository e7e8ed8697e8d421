// A loop whose work is in the region of the condition, on a tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4]> : tensor<3xi32>
// EXPECT: dense<[-96, -16, 64]> : tensor<3xi32>
func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %r:2 = scf.while (%i = %c0, %v = %x) : (i32, tensor<3xi32>) -> (i32, tensor<3xi32>) {
    %w = arith.addi %v, %v : tensor<3xi32>
    %j = arith.addi %i, %c1 : i32
    %p = arith.cmpi slt, %j, %c4 : i32
    scf.condition(%p) %j, %w : i32, tensor<3xi32>
  } do {
  ^bb0(%i: i32, %v: tensor<3xi32>):
    scf.yield %i, %v : i32, tensor<3xi32>
  }
  return %r#1 : tensor<3xi32>
}
