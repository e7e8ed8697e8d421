// Long rows have a second buffer of half their size. Their halves are sorted one after the other if
// they are equal, and apart if they are not.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --threads 2 --input random:1 --input random:2 --input random:3 --compare-with interpreter | FileCheck %s
// CHECK: 9 of 9 results on cpu match those on interpreter
func.func @main(%x: tensor<32768xf32>, %y: tensor<20001xf32>, %z: tensor<2x16385xf32>) -> (tensor<32768xi8>, tensor<32768xi32>, tensor<20001xi8>, tensor<20001xi32>, tensor<2x16385xi8>, tensor<2x16385xi32>, tensor<20001xf32>, tensor<20001xi32>, tensor<i1>) {
  // Keys of 17 values with their positions: equal keys stay in order.
  %eight = stablehlo.constant dense<8.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %eight, dims = [] : (tensor<f32>) -> tensor<32768xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<32768xf32>
  %2 = stablehlo.convert %1 : (tensor<32768xf32>) -> tensor<32768xi8>
  %3 = stablehlo.iota dim = 0 : tensor<32768xi32>
  %a:2 = "stablehlo.sort"(%2, %3) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i8>, %q: tensor<i8>, %r: tensor<i32>, %s: tensor<i32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<32768xi8>, tensor<32768xi32>) -> (tensor<32768xi8>, tensor<32768xi32>)

  %4 = stablehlo.broadcast_in_dim %eight, dims = [] : (tensor<f32>) -> tensor<20001xf32>
  %5 = stablehlo.multiply %y, %4 : tensor<20001xf32>
  %6 = stablehlo.convert %5 : (tensor<20001xf32>) -> tensor<20001xi8>
  %7 = stablehlo.iota dim = 0 : tensor<20001xi32>
  %b:2 = "stablehlo.sort"(%6, %7) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i8>, %q: tensor<i8>, %r: tensor<i32>, %s: tensor<i32>):
    %c = stablehlo.compare GT, %p, %q : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<20001xi8>, tensor<20001xi32>) -> (tensor<20001xi8>, tensor<20001xi32>)

  // The second part has one element.
  %8 = stablehlo.broadcast_in_dim %eight, dims = [] : (tensor<f32>) -> tensor<2x16385xf32>
  %9 = stablehlo.multiply %z, %8 : tensor<2x16385xf32>
  %10 = stablehlo.convert %9 : (tensor<2x16385xf32>) -> tensor<2x16385xi8>
  %11 = stablehlo.iota dim = 1 : tensor<2x16385xi32>
  %d:2 = "stablehlo.sort"(%10, %11) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i8>, %q: tensor<i8>, %r: tensor<i32>, %s: tensor<i32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x16385xi8>, tensor<2x16385xi32>) -> (tensor<2x16385xi8>, tensor<2x16385xi32>)

  // A partial order of floats, which are merged from the front only.
  %e:2 = "stablehlo.sort"(%y, %7) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<i32>, %s: tensor<i32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<20001xf32>, tensor<20001xi32>) -> (tensor<20001xf32>, tensor<20001xi32>)

  // Any comparator gives a permutation: its result, sorted, is the sorted operand.
  %f = "stablehlo.sort"(%7) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare NE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<20001xi32>) -> tensor<20001xi32>
  %g = "stablehlo.sort"(%f) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<20001xi32>) -> tensor<20001xi32>
  %same = stablehlo.compare EQ, %g, %7 : (tensor<20001xi32>, tensor<20001xi32>) -> tensor<20001xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0] : (tensor<20001xi1>, tensor<i1>) -> tensor<i1>
  return %a#0, %a#1, %b#0, %b#1, %d#0, %d#1, %e#0, %e#1, %all : tensor<32768xi8>, tensor<32768xi32>, tensor<20001xi8>, tensor<20001xi32>, tensor<2x16385xi8>, tensor<2x16385xi32>, tensor<20001xf32>, tensor<20001xi32>, tensor<i1>
}
