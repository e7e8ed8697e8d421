// Sorts of long rows, several tensors together, and odd lengths.
// REQUIRES: simt, interpreter
// RUN: hlo-run %s --platform simt --random-inputs --compare-with interpreter | FileCheck %s

// CHECK: 8 of 8 results on simt match those on interpreter
func.func @main(%a: tensor<1000xi32>, %b: tensor<3x37x2xf32>, %k: tensor<128xi8>, %v: tensor<128xf32>, %w: tensor<64xf32>) -> (tensor<1000xi32>, tensor<3x37x2xf32>, tensor<128xi8>, tensor<128xf32>, tensor<128xi32>, tensor<5xf32>, tensor<5xi32>, tensor<1000xi32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xi32>) -> tensor<1000xi32>
  // In descending order of absolute values, as a key that is computed.
  %1 = "stablehlo.sort"(%b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.abs %x : tensor<f32>
    %q = stablehlo.abs %y : tensor<f32>
    %c = stablehlo.compare GT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x37x2xf32>) -> tensor<3x37x2xf32>
  // By two keys; the positions of equal elements remain in order.
  %i = stablehlo.iota dim = 0 : tensor<128xi32>
  %two = stablehlo.constant dense<2> : tensor<128xi8>
  %few = stablehlo.remainder %k, %two : tensor<128xi8>
  %zero = stablehlo.constant dense<0.0> : tensor<128xf32>
  %signs = stablehlo.sign %v : tensor<128xf32>
  %2:3 = "stablehlo.sort"(%few, %signs, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>, %s: tensor<f32>, %t: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %e = stablehlo.compare EQ, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %d = stablehlo.compare GT, %s, %t, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %f = stablehlo.and %e, %d : tensor<i1>
    %g = stablehlo.or %c, %f : tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<128xi8>, tensor<128xf32>, tensor<128xi32>) -> (tensor<128xi8>, tensor<128xf32>, tensor<128xi32>)
  %values, %indices = chlo.top_k(%w, k = 5) : tensor<64xf32> -> (tensor<5xf32>, tensor<5xi32>)
  // No order: the elements are sorted in sequence, as by the interpreter.
  %3 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xi32>) -> tensor<1000xi32>
  return %0, %1, %2#0, %2#1, %2#2, %values, %indices, %3 : tensor<1000xi32>, tensor<3x37x2xf32>, tensor<128xi8>, tensor<128xf32>, tensor<128xi32>, tensor<5xf32>, tensor<5xi32>, tensor<1000xi32>
}
