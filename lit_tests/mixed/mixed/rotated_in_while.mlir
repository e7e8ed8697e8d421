// scf.while that rotates three tensors and carries a counter.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4]> : tensor<3xi32>
// INPUT: dense<[-3, 2, -6]> : tensor<3xi32>
// INPUT: dense<[0, 5, -3]> : tensor<3xi32>
// EXPECT: dense<[-3, 7, -9]> : tensor<3xi32>
// EXPECT: dense<[-9, 6, -5]> : tensor<3xi32>
// EXPECT: dense<[-12, 8, -11]> : tensor<3xi32>
func.func @main(%x: tensor<3xi32>, %y: tensor<3xi32>, %z: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %r:4 = scf.while (%i = %c0, %a = %x, %b = %y, %c = %z) : (i32, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> (i32, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
    %p = arith.cmpi slt, %i, %c4 : i32
    scf.condition(%p) %i, %a, %b, %c : i32, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
  } do {
  ^bb0(%i: i32, %a: tensor<3xi32>, %b: tensor<3xi32>, %c: tensor<3xi32>):
    %j = arith.addi %i, %c1 : i32
    %d = arith.addi %a, %b : tensor<3xi32>
    scf.yield %j, %b, %c, %d : i32, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
  }
  return %r#1, %r#2, %r#3 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}
