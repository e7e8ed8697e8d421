// REQUIRES: cpu, interpreter
// RUN: hlo-opt --hlo-simplify %s | FileCheck %s
// RUN: hlo-run %s --input random:1 --input random:2 --compare-with interpreter | FileCheck %s --check-prefix=SAME
// SAME: 3 of 3 results on cpu match those on interpreter

// Operands that are neither compared nor used are not sorted.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<40xf32>, %[[Y:.*]]: tensor<40xi32>)
// CHECK: %[[ONE:.*]] = "stablehlo.sort"(%[[X]]) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
// CHECK-NEXT: stablehlo.compare LT, %[[A]], %[[B]]
// CHECK: (tensor<40xf32>) -> tensor<40xf32>
// CHECK: %[[TWO:.*]]:2 = "stablehlo.sort"(%[[Y]], %[[X]])
// CHECK: (tensor<40xi32>, tensor<40xf32>) -> (tensor<40xi32>, tensor<40xf32>)
// CHECK: return %[[ONE]], %[[TWO]]#1, %[[TWO]]#1
func.func @main(%x: tensor<40xf32>, %y: tensor<40xi32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %one:3 = "stablehlo.sort"(%y, %x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<i32>, %f: tensor<i32>):
    %0 = stablehlo.compare LT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<40xi32>, tensor<40xf32>, tensor<40xi32>) -> (tensor<40xi32>, tensor<40xf32>, tensor<40xi32>)
  // The sorted keys are not used, but compared.
  %two:3 = "stablehlo.sort"(%y, %x, %x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<f32>, %f: tensor<f32>):
    %0 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<40xi32>, tensor<40xf32>, tensor<40xf32>) -> (tensor<40xi32>, tensor<40xf32>, tensor<40xf32>)
  return %one#1, %two#1, %two#1 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
}
