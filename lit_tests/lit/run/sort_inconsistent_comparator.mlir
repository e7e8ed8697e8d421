// No comparator loses or duplicates an element, even if it orders nothing: this one says that any
// two different elements are each before the other.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[0, 0, 1, 0, 2, 2, 2, 3, 2]> : tensor<9xi32>' | FileCheck %s
// CHECK: out0: tensor<9xi32> [2 3 2 2 2 0 0 0 1]
func.func @main(%x: tensor<9xi32>) -> tensor<9xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare NE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<9xi32>) -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
