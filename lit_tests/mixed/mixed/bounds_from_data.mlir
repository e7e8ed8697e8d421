// A loop whose bounds and step are numbers of a tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[2, 11, 3]> : tensor<3xi32>
// EXPECT: dense<[15, 3]> : tensor<2xi32>
func.func @main(%x: tensor<3xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.extract %x[%c0] : tensor<3xi32>
  %b = tensor.extract %x[%c1] : tensor<3xi32>
  %c = tensor.extract %x[%c2] : tensor<3xi32>
  %i0 = arith.index_cast %a : i32 to index
  %i1 = arith.index_cast %b : i32 to index
  %i2 = arith.index_cast %c : i32 to index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %i0 to %i1 step %i2 iter_args(%s = %z, %n = %z) -> (i32, i32) {
    %k = arith.index_cast %i : index to i32
    %t = arith.addi %s, %k : i32
    %m = arith.addi %n, %one : i32
    scf.yield %t, %m : i32, i32
  }
  %t = tensor.from_elements %r#0, %r#1 : tensor<2xi32>
  return %t : tensor<2xi32>
}
