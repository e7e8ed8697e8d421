// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-refine-arguments{types=tensor<i64>;tensor<4x3xf32> values=4;})' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;tensor<4x3xf32>})' | FileCheck %s --check-prefix=TYPE
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=-7})' | FileCheck %s --check-prefix=NUMBER
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments)' | FileCheck %s --check-prefix=SAME
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=tensor<i64>})' 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;nothing})' 2>&1 | FileCheck %s --check-prefix=SPELLED
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=tensor<i64>;tensor<4x5xf32>})' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=tensor<i32>;})' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;f32})' 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=tensor<i64>;tensor<4x3xf32> values=;7})' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=1.5})' 2>&1 | FileCheck %s --check-prefix=FRACTION
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=1;;2})' 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=;tensor<?x?xf32>})' 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{values=9223372036854775808;})' 2>&1 | FileCheck %s --check-prefix=LARGE

// The users of an argument still get its old type. A value becomes a constant.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[N:.*]]: tensor<i64>, %[[X:.*]]: tensor<4x3xf32>) -> tensor<?x3xf32>
// CHECK: %[[FOUR:.*]] = stablehlo.constant dense<4> : tensor<i64>
// CHECK: %[[SIZES:.*]] = stablehlo.constant dense<[4, 3]> : tensor<2xi64>
// CHECK: %[[OLD:.*]] = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%[[X]], %[[SIZES]]) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
// CHECK: stablehlo.reshape %[[FOUR]]
// CHECK: stablehlo.dynamic_reshape %[[OLD]]

// An empty type keeps the type, an empty value the argument.
// TYPE-LABEL: func.func @main
// TYPE-SAME: (%[[N:.*]]: tensor<i64>, %[[X:.*]]: tensor<4x3xf32>)
// TYPE: %[[OLD:.*]] = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%[[X]], %{{.*}})
// TYPE: stablehlo.reshape %[[N]]
// TYPE: stablehlo.dynamic_reshape %[[OLD]]

// NUMBER-LABEL: func.func @main
// NUMBER-SAME: (%{{.*}}: tensor<i64>, %[[X:.*]]: tensor<?x3xf32>)
// NUMBER: %[[MINUS:.*]] = stablehlo.constant dense<-7> : tensor<i64>
// NUMBER: stablehlo.reshape %[[MINUS]]
// NUMBER: stablehlo.dynamic_reshape %[[X]]

// SAME-LABEL: func.func @main
// SAME-SAME: (%[[N:.*]]: tensor<i64>, %[[X:.*]]: tensor<?x3xf32>)
// SAME: stablehlo.reshape %[[N]]
// SAME: stablehlo.dynamic_reshape %[[X]]

// FEW: refine_arguments.mlir:[[#@LINE+11]]:1: error: number of refinements must match number of op operands 1 vs 2
// SPELLED: refine_arguments.mlir:[[#@LINE+10]]:1: error: option `types`: Invalid type string: nothing
// SIZE: refine_arguments.mlir:[[#@LINE+9]]:1: error: invalid refinement for argument 1, refinement dimension sizes must match for static dimensions in tensor<?x3xf32> -> tensor<4x5xf32>
// ELEMENT: refine_arguments.mlir:[[#@LINE+8]]:1: error: invalid refinement for argument 0, refinement element types must match in tensor<i64> -> tensor<i32>
// SCALAR: refine_arguments.mlir:[[#@LINE+7]]:1: error: invalid refinement for argument 1, refinement must be a tensor in tensor<?x3xf32> -> f32
// VALUE: refine_arguments.mlir:[[#@LINE+6]]:1: error: option `values`: argument 1: expected an integer for an argument of scalar integer type, found `7` for `tensor<4x3xf32>`
// FRACTION: refine_arguments.mlir:[[#@LINE+5]]:1: error: option `values`: argument 0: expected an integer for an argument of scalar integer type, found `1.5` for `tensor<i64>`
// MANY: refine_arguments.mlir:[[#@LINE+4]]:1: error: option `values`: expected at most 2 values, found 3
// LESS: refine_arguments.mlir:[[#@LINE+3]]:1: error: invalid refinement for argument 1, refinement dimension sizes must match for static dimensions in tensor<?x3xf32> -> tensor<?x?xf32>
// LARGE: refine_arguments.mlir:[[#@LINE+2]]:1: error: option `values`: argument 0: expected an integer from -9223372036854775808 to 9223372036854775807, found `9223372036854775808` for `tensor<i64>`

func.func @main(%n: tensor<i64>, %x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %rows = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %shape = stablehlo.concatenate %rows, %three, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Only the entry is refined: `main`, or the only public function.
// CHECK-LABEL: func.func @other
// CHECK-SAME: (%{{.*}}: tensor<i64>, %{{.*}}: tensor<?x3xf32>)
// CHECK-NOT: custom_call
func.func @other(%n: tensor<i64>, %x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func private @main
// CHECK-SAME: (%{{.*}}: tensor<i64>, %{{.*}}: tensor<?x3xf32>)
// CHECK-LABEL: func.func @only
// CHECK-SAME: (%{{.*}}: tensor<i64>, %{{.*}}: tensor<4x3xf32>)
module {
  func.func private @main(%n: tensor<i64>, %x: tensor<?x3xf32>) -> tensor<?x3xf32> {
    return %x : tensor<?x3xf32>
  }
  func.func @only(%n: tensor<i64>, %x: tensor<?x3xf32>) -> tensor<?x3xf32> {
    return %x : tensor<?x3xf32>
  }
}

// -----

// expected-error @below {{expected a public function `main` or a single public function, found 2 public functions}}
module {
  func.func @one() {
    return
  }
  func.func @two() {
    return
  }
}

// -----

// expected-error @below {{expected a public function `main` or a single public function, found 0 public functions}}
module {
  func.func private @declared(tensor<4xf32>)
}
