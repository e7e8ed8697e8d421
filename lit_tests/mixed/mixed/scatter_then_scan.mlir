// A StableHLO scatter of counts, then a running sum in scf with tensor.insert.
// Expected values: NumPy.
// INPUT: dense<[[0], [5], [3], [1], [6], [4], [2], [0], [5], [3], [1], [6], [4]]> : tensor<13x1xi32>
// EXPECT: dense<[2, 4, 5, 7, 9, 11, 13]> : tensor<7xi32>
func.func @main(%k: tensor<13x1xi32>) -> tensor<7xi32> {
  %zero = stablehlo.constant dense<0> : tensor<7xi32>
  %ones = stablehlo.constant dense<1> : tensor<13xi32>
  %h = "stablehlo.scatter"(%zero, %k, %ones) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<7xi32>, tensor<13x1xi32>, tensor<13xi32>) -> tensor<7xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %s0 = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%t = %h, %s = %s0) -> (tensor<7xi32>, i32) {
    %v = tensor.extract %t[%i] : tensor<7xi32>
    %n = arith.addi %v, %s : i32
    %u = tensor.insert %n into %t[%i] : tensor<7xi32>
    scf.yield %u, %n : tensor<7xi32>, i32
  }
  return %r#0 : tensor<7xi32>
}
