// A comparator that is always true, and one that is true for every second pair of numbers, lose no
// element either. Their results are permutations of 0 to 15, whose squares add up to 1240.
// REQUIRES: cpu
// RUN: hlo-run %s | FileCheck %s
// CHECK: out0: tensor<2xi32> [1240 1240]
func.func @main() -> tensor<2xi32> {
  %x = stablehlo.iota dim = 0 : tensor<16xi32>
  %always = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<16xi32>) -> tensor<16xi32>
  %cyclic = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %sum = stablehlo.add %p, %q : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %rest = stablehlo.and %sum, %two : tensor<i32>
    %c = stablehlo.compare EQ, %rest, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<16xi32>) -> tensor<16xi32>
  %both = "stablehlo.concatenate"(%always, %cyclic) <{dimension = 0 : i64}> : (tensor<16xi32>, tensor<16xi32>) -> tensor<32xi32>
  %rows = stablehlo.reshape %both : (tensor<32xi32>) -> tensor<2x16xi32>
  %squares = stablehlo.multiply %rows, %rows : tensor<2x16xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sums = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x16xi32>, tensor<i32>) -> tensor<2xi32>
  return %sums : tensor<2xi32>
}
