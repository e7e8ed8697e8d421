// A linear congruential generator that scf.for carries, and a histogram.
// Expected values: mlir-runner of LLVM 22.
// EXPECT: dense<[-740551042, -1492899873, -698016724, 229283573, -1038148470, 1051550459, -853684456, -1353011855, 551188310, -1343933481, 1772930244, -1776570451, 639546082, 1381971571, 1695770928, 2121308585, -428270802, -1150499121, 1157490780, -804247707, -1610630086, 1511588075, 1538207304, 2103497953, -1440914938, -1190870841, -626202892, 1588911645, -1776445294, 33727075, 1680572000]> : tensor<31xi32>
// EXPECT: dense<[5, 10, 9, 7]> : tensor<4xi32>
func.func @main() -> (tensor<31xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 31 : index
  %seed = arith.constant 12345 : i32
  %m = arith.constant 1103515245 : i32
  %a = arith.constant 12345 : i32
  %s = arith.constant 30 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<31xi32>
  %z = arith.constant dense<0> : tensor<4xi32>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %seed, %t = %e, %h = %z) -> (i32, tensor<31xi32>, tensor<4xi32>) {
    %0 = arith.muli %v, %m : i32
    %1 = arith.addi %0, %a : i32
    %u = tensor.insert %1 into %t[%i] : tensor<31xi32>
    %2 = arith.shrui %1, %s : i32
    %k = arith.index_castui %2 : i32 to index
    %c = tensor.extract %h[%k] : tensor<4xi32>
    %d = arith.addi %c, %one : i32
    %g = tensor.insert %d into %h[%k] : tensor<4xi32>
    scf.yield %1, %u, %g : i32, tensor<31xi32>, tensor<4xi32>
  }
  return %r#1, %r#2 : tensor<31xi32>, tensor<4xi32>
}
