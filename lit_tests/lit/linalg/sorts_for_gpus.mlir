// On GPUs, every element of a long row is placed by an iteration of a parallel loop.

// RUN: hlo-opt %s --split-input-file --hlo-to-linalg=gpus=true | FileCheck %s
// RUN: hlo-opt %s --split-input-file --hlo-to-linalg | FileCheck %s --check-prefix SEQUENTIAL --implicit-check-not scf.forall

// SEQUENTIAL-COUNT-7: func.func

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
