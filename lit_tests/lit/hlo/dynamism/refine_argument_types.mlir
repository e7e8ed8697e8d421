// Commas divide types as semicolons do, but not inside of brackets. The types of a token and of an
// unranked tensor may stay.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=tensor<2xf32>,tensor<?x4xf32>,tensor<*xf32>,!stablehlo.token,tensor<3xf32>,tensor<?xf32,#stablehlo.bounds<5>>})' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-refine-arguments='types=,,tensor<8x?xf32>,,,' | FileCheck %s --check-prefix=RANK
// RUN: not hlo-opt %s --stablehlo-refine-arguments='types=,tensor<?xf32>,,,,' 2>&1 | FileCheck %s --check-prefix=RANKS
// RUN: not hlo-opt %s --stablehlo-refine-arguments='types=,tensor<*xf32>,,,,' 2>&1 | FileCheck %s --check-prefix=UNRANKED

// Each wrapper has the sizes of the new type as an operand, in which -2^63 stands for an unknown
// one. Nothing changes for an argument without users.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<?x4xf32>, %[[C:.*]]: tensor<*xf32>, %[[T:.*]]: !stablehlo.token, %{{.*}}: tensor<3xf32>, %[[D:.*]]: tensor<?xf32, #stablehlo.bounds<5>>)
// CHECK-NEXT: %[[SIZES:.*]] = stablehlo.constant dense<2> : tensor<1xi64>
// CHECK-NEXT: %[[A_OLD:.*]] = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%[[A]], %[[SIZES]]) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
// CHECK-NEXT: %[[SIZES:.*]] = stablehlo.constant dense<[-9223372036854775808, 4]> : tensor<2xi64>
// CHECK-NEXT: %[[B_OLD:.*]] = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%[[B]], %[[SIZES]])
// CHECK-NEXT: return %[[A_OLD]], %[[B_OLD]], %[[C]], %[[T]], %[[D]]
// RANK: stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%arg2, %{{.*}}) {{.*}} : (tensor<8x?xf32>, tensor<2xi64>) -> tensor<*xf32>
// RANKS: error: invalid refinement for argument 1, refinement rank must match operand rank in tensor<?x?xf32> -> tensor<?xf32>
// UNRANKED: error: invalid refinement for argument 1, refinement must be ranked in tensor<?x?xf32> -> tensor<*xf32>
func.func @main(%a: tensor<?xf32>, %b: tensor<?x?xf32>, %c: tensor<*xf32>, %t: !stablehlo.token, %unused: tensor<?xf32>, %d: tensor<?xf32, #stablehlo.bounds<5>>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<*xf32>, !stablehlo.token, tensor<?xf32, #stablehlo.bounds<5>>) {
  return %a, %b, %c, %t, %d : tensor<?xf32>, tensor<?x?xf32>, tensor<*xf32>, !stablehlo.token, tensor<?xf32, #stablehlo.bounds<5>>
}
