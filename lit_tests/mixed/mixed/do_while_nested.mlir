// A loop whose condition contains another loop, and whose second region computes, too.
// Expected values: Python.
// INPUT: dense<[1, 0, 2]> : tensor<3xi32>
// EXPECT: dense<[42, -22, 106]> : tensor<3xi32>
// EXPECT: dense<6> : tensor<i32>
func.func @main(%x: tensor<3xi32>) -> (tensor<3xi32>, tensor<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %six = arith.constant 6 : i32
  %eight = arith.constant 8 : i32
  %ones = stablehlo.constant dense<1> : tensor<3xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = scf.while (%i = %zero, %v = %x) : (i32, tensor<3xi32>) -> (i32, tensor<3xi32>) {
    %next = arith.addi %i, %one : i32
    %limit = arith.muli %next, %eight : i32
    %inner:2 = scf.while (%n = %zero, %w = %v) : (i32, tensor<3xi32>) -> (i32, tensor<3xi32>) {
      %d = arith.addi %w, %w : tensor<3xi32>
      %m = arith.addi %n, %one : i32
      %s = stablehlo.reduce(%d init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
      %t = tensor.extract %s[] : tensor<i32>
      %p = arith.cmpi slt, %t, %limit : i32
      scf.condition(%p) %m, %d : i32, tensor<3xi32>
    } do {
    ^bb0(%n: i32, %w: tensor<3xi32>):
      scf.yield %n, %w : i32, tensor<3xi32>
    }
    %j = arith.addi %i, %inner#0 : i32
    %q = arith.cmpi slt, %j, %six : i32
    scf.condition(%q) %j, %inner#1 : i32, tensor<3xi32>
  } do {
  ^bb0(%i: i32, %v: tensor<3xi32>):
    %0 = stablehlo.subtract %v, %ones : tensor<3xi32>
    scf.yield %i, %0 : i32, tensor<3xi32>
  }
  %k = tensor.from_elements %r#0 : tensor<i32>
  return %r#1, %k : tensor<3xi32>, tensor<i32>
}
