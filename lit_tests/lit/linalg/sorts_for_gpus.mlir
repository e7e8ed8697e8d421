// On GPUs, every element of a long row is placed by an iteration of a parallel loop.

// RUN: hlo-opt %s --split-input-file --hlo-to-linalg=gpus=true | FileCheck %s
// RUN: hlo-opt %s --split-input-file --hlo-to-linalg | FileCheck %s --check-prefix SEQUENTIAL --implicit-check-not scf.forall

// SEQUENTIAL-COUNT-9: func.func

// Ten passes, two in each iteration, and a binary search for each element.
// CHECK-LABEL: func.func @row
// CHECK: scf.for %{{.*}} = %{{.*}} to %c5
// CHECK: scf.forall (%{{.*}}) in (1000)
// CHECK: scf.for {{.*}} -> (index, index)
// CHECK: tensor.extract %{{.*}}[%{{.*}}] : tensor<1000xf32>
// CHECK: scf.forall (%{{.*}}) in (1000)
func.func @row(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xf32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// -----

// Two keys, of which the first is computed alike on both sides.
// CHECK-LABEL: func.func @keys
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (2, 64)
func.func @keys(%a: tensor<2x64xi32>, %b: tensor<2x64xi32>) -> (tensor<2x64xi32>, tensor<2x64xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %l = stablehlo.and %x, %one : tensor<i32>
    %r = stablehlo.and %y, %one : tensor<i32>
    %c = stablehlo.compare GT, %l, %r : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %r, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.and %d, %e : tensor<i1>
    %g = stablehlo.or %f, %c : tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<2x64xi32>, tensor<2x64xi32>) -> (tensor<2x64xi32>, tensor<2x64xi32>)
  return %0#0, %0#1 : tensor<2x64xi32>, tensor<2x64xi32>
}

// -----

// Not an order: the keys depend on both elements, and their sums may overflow.
// CHECK-LABEL: func.func @mixed
// CHECK-NOT: scf.forall
func.func @mixed(%a: tensor<1000xi32>, %b: tensor<1000xi32>) -> (tensor<1000xi32>, tensor<1000xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %l = stablehlo.add %x, %q : tensor<i32>
    %r = stablehlo.add %y, %p : tensor<i32>
    %c = stablehlo.compare LT, %l, %r : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xi32>, tensor<1000xi32>) -> (tensor<1000xi32>, tensor<1000xi32>)
  return %0#0, %0#1 : tensor<1000xi32>, tensor<1000xi32>
}

// -----

// Not an order: the keys depend on different values from outside of the sort.
// CHECK-LABEL: func.func @captured
// CHECK-NOT: scf.forall
func.func @captured(%u: tensor<i32>, %v: tensor<i32>, %a: tensor<1000xi32>) -> tensor<1000xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %l = stablehlo.add %x, %u : tensor<i32>
    %r = stablehlo.add %y, %v : tensor<i32>
    %c = stablehlo.compare LT, %l, %r : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xi32>) -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// Keys of many paths are not compared to their end.
// CHECK-LABEL: func.func @many_paths
// CHECK-NOT: scf.forall
func.func @many_paths(%a: tensor<1000xi32>) -> tensor<1000xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %x0 = stablehlo.add %x, %x : tensor<i32>
    %x1 = stablehlo.add %x0, %x0 : tensor<i32>
    %x2 = stablehlo.add %x1, %x1 : tensor<i32>
    %x3 = stablehlo.add %x2, %x2 : tensor<i32>
    %x4 = stablehlo.add %x3, %x3 : tensor<i32>
    %x5 = stablehlo.add %x4, %x4 : tensor<i32>
    %x6 = stablehlo.add %x5, %x5 : tensor<i32>
    %x7 = stablehlo.add %x6, %x6 : tensor<i32>
    %x8 = stablehlo.add %x7, %x7 : tensor<i32>
    %x9 = stablehlo.add %x8, %x8 : tensor<i32>
    %x10 = stablehlo.add %x9, %x9 : tensor<i32>
    %x11 = stablehlo.add %x10, %x10 : tensor<i32>
    %x12 = stablehlo.add %x11, %x11 : tensor<i32>
    %x13 = stablehlo.add %x12, %x12 : tensor<i32>
    %x14 = stablehlo.add %x13, %x13 : tensor<i32>
    %x15 = stablehlo.add %x14, %x14 : tensor<i32>
    %x16 = stablehlo.add %x15, %x15 : tensor<i32>
    %x17 = stablehlo.add %x16, %x16 : tensor<i32>
    %x18 = stablehlo.add %x17, %x17 : tensor<i32>
    %x19 = stablehlo.add %x18, %x18 : tensor<i32>
    %x20 = stablehlo.add %x19, %x19 : tensor<i32>
    %x21 = stablehlo.add %x20, %x20 : tensor<i32>
    %x22 = stablehlo.add %x21, %x21 : tensor<i32>
    %x23 = stablehlo.add %x22, %x22 : tensor<i32>
    %x24 = stablehlo.add %x23, %x23 : tensor<i32>
    %x25 = stablehlo.add %x24, %x24 : tensor<i32>
    %x26 = stablehlo.add %x25, %x25 : tensor<i32>
    %x27 = stablehlo.add %x26, %x26 : tensor<i32>
    %x28 = stablehlo.add %x27, %x27 : tensor<i32>
    %x29 = stablehlo.add %x28, %x28 : tensor<i32>
    %x30 = stablehlo.add %x29, %x29 : tensor<i32>
    %x31 = stablehlo.add %x30, %x30 : tensor<i32>
    %x32 = stablehlo.add %x31, %x31 : tensor<i32>
    %x33 = stablehlo.add %x32, %x32 : tensor<i32>
    %x34 = stablehlo.add %x33, %x33 : tensor<i32>
    %x35 = stablehlo.add %x34, %x34 : tensor<i32>
    %x36 = stablehlo.add %x35, %x35 : tensor<i32>
    %x37 = stablehlo.add %x36, %x36 : tensor<i32>
    %x38 = stablehlo.add %x37, %x37 : tensor<i32>
    %x39 = stablehlo.add %x38, %x38 : tensor<i32>
    %y0 = stablehlo.add %y, %y : tensor<i32>
    %y1 = stablehlo.add %y0, %y0 : tensor<i32>
    %y2 = stablehlo.add %y1, %y1 : tensor<i32>
    %y3 = stablehlo.add %y2, %y2 : tensor<i32>
    %y4 = stablehlo.add %y3, %y3 : tensor<i32>
    %y5 = stablehlo.add %y4, %y4 : tensor<i32>
    %y6 = stablehlo.add %y5, %y5 : tensor<i32>
    %y7 = stablehlo.add %y6, %y6 : tensor<i32>
    %y8 = stablehlo.add %y7, %y7 : tensor<i32>
    %y9 = stablehlo.add %y8, %y8 : tensor<i32>
    %y10 = stablehlo.add %y9, %y9 : tensor<i32>
    %y11 = stablehlo.add %y10, %y10 : tensor<i32>
    %y12 = stablehlo.add %y11, %y11 : tensor<i32>
    %y13 = stablehlo.add %y12, %y12 : tensor<i32>
    %y14 = stablehlo.add %y13, %y13 : tensor<i32>
    %y15 = stablehlo.add %y14, %y14 : tensor<i32>
    %y16 = stablehlo.add %y15, %y15 : tensor<i32>
    %y17 = stablehlo.add %y16, %y16 : tensor<i32>
    %y18 = stablehlo.add %y17, %y17 : tensor<i32>
    %y19 = stablehlo.add %y18, %y18 : tensor<i32>
    %y20 = stablehlo.add %y19, %y19 : tensor<i32>
    %y21 = stablehlo.add %y20, %y20 : tensor<i32>
    %y22 = stablehlo.add %y21, %y21 : tensor<i32>
    %y23 = stablehlo.add %y22, %y22 : tensor<i32>
    %y24 = stablehlo.add %y23, %y23 : tensor<i32>
    %y25 = stablehlo.add %y24, %y24 : tensor<i32>
    %y26 = stablehlo.add %y25, %y25 : tensor<i32>
    %y27 = stablehlo.add %y26, %y26 : tensor<i32>
    %y28 = stablehlo.add %y27, %y27 : tensor<i32>
    %y29 = stablehlo.add %y28, %y28 : tensor<i32>
    %y30 = stablehlo.add %y29, %y29 : tensor<i32>
    %y31 = stablehlo.add %y30, %y30 : tensor<i32>
    %y32 = stablehlo.add %y31, %y31 : tensor<i32>
    %y33 = stablehlo.add %y32, %y32 : tensor<i32>
    %y34 = stablehlo.add %y33, %y33 : tensor<i32>
    %y35 = stablehlo.add %y34, %y34 : tensor<i32>
    %y36 = stablehlo.add %y35, %y35 : tensor<i32>
    %y37 = stablehlo.add %y36, %y36 : tensor<i32>
    %y38 = stablehlo.add %y37, %y37 : tensor<i32>
    %y39 = stablehlo.add %y38, %y38 : tensor<i32>
    %c = stablehlo.compare LT, %x39, %y39 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xi32>) -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// Not an order of NaN.
// CHECK-LABEL: func.func @partial
// CHECK-NOT: scf.forall
func.func @partial(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xf32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// -----

// The sides have different keys.
// CHECK-LABEL: func.func @different
// CHECK-NOT: scf.forall
func.func @different(%a: tensor<1000xi32>) -> tensor<1000xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %k = stablehlo.negate %y : tensor<i32>
    %c = stablehlo.compare LT, %x, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xi32>) -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// The second key is compared where another one than the first is equal.
// CHECK-LABEL: func.func @other_key
// CHECK-NOT: scf.forall
func.func @other_key(%a: tensor<64xi32>, %b: tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.and %e, %d : tensor<i1>
    %g = stablehlo.or %c, %f : tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<64xi32>, tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
  return %0#0, %0#1 : tensor<64xi32>, tensor<64xi32>
}

// -----

// The sides have keys of different types in between.
// CHECK-LABEL: func.func @different_types
// CHECK-NOT: scf.forall
func.func @different_types(%a: tensor<1000xi32>) -> tensor<1000xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %p = stablehlo.convert %x : (tensor<i32>) -> tensor<i8>
    %q = stablehlo.convert %y : (tensor<i32>) -> tensor<i16>
    %p1 = stablehlo.convert %p : (tensor<i8>) -> tensor<i32>
    %q1 = stablehlo.convert %q : (tensor<i16>) -> tensor<i32>
    %c = stablehlo.compare LT, %p1, %q1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1000xi32>) -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}
