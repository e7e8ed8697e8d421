// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-legalize-memrefs)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-legalize-memrefs{aliases=false})' | FileCheck %s --check-prefix=COPIES

// The argument that is written is a result, too. Loops without dependences are parallel.
// CHECK-LABEL: func @main(
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %{{.*}}: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK-SAME: hloom.aliases = array<i64: 0, 1>, hloom.inputs = 2
// COPIES-LABEL: func @main(
// COPIES-SAME: %{{.*}}: memref<4x8xf32>, %[[Y:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
// COPIES-SAME: attributes {hloom.inputs = 2
// COPIES: memref.copy %[[Y]], %[[OUT]]
func.func @main(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  // CHECK: scf.parallel (%[[I:.*]]) =
  // CHECK: scf.for %[[J:.*]] =
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      // CHECK: memref.load %[[X]][%[[I]], %[[J]]]
      // CHECK: memref.load %[[OUT]][%[[I]]]
      // CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]]]
      %0 = affine.load %x[%i, %j] : memref<4x8xf32>
      %1 = affine.load %y[%i] : memref<4xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %y[%i] : memref<4xf32>
    }
  }
  return
}

// Results of the function come first. Private functions are inlined.
// CHECK-LABEL: func @results(
// CHECK-SAME: %[[X:.*]]: memref<4xf32>, %[[R:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK-SAME: hloom.aliases = array<i64: 1, 0>
func.func @results(%x: memref<4xf32>) -> memref<4xf32> {
  // CHECK: %[[T:.*]] = memref.alloc
  // CHECK: linalg.fill {{.*}} outs(%[[T]]
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[T]]
  // CHECK-SAME: outs(%[[OUT]]
  // CHECK: memref.copy %[[T]], %[[R]]
  // CHECK-NEXT: return
  %one = arith.constant 1.0 : f32
  %t = memref.alloc() : memref<4xf32>
  linalg.fill ins(%one : f32) outs(%t : memref<4xf32>)
  call @exp(%t, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  return %t : memref<4xf32>
}
func.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
// CHECK-NOT: @exp
