// A StableHLO sort, then scf.for counts the runs of equal numbers.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1, 6, -2, 5, -3, 2]> : tensor<31xi32>
// EXPECT: dense<[-6, -5, -5, -4, -4, -4, -4, -3, -3, -3, -2, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6]> : tensor<31xi32>
// EXPECT: dense<13> : tensor<i32>
func.func @main(%x: tensor<31xi32>) -> (tensor<31xi32>, tensor<i32>) {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31xi32>) -> tensor<31xi32>
  %c1 = arith.constant 1 : index
  %n = arith.constant 31 : index
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%c = %one) -> (i32) {
    %p = arith.subi %i, %c1 : index
    %a = tensor.extract %s[%i] : tensor<31xi32>
    %b = tensor.extract %s[%p] : tensor<31xi32>
    %d = arith.cmpi ne, %a, %b : i32
    %e = arith.extui %d : i1 to i32
    %f = arith.addi %c, %e : i32
    scf.yield %f : i32
  }
  %t = tensor.from_elements %r : tensor<i32>
  return %s, %t : tensor<31xi32>, tensor<i32>
}
