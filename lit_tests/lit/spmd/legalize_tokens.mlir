// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-legalize-tokens)' | FileCheck %s

// CHECK-LABEL: func @joined
func.func @joined(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NOT: token
  // CHECK: %[[NONE:.+]] = stablehlo.constant dense<> : tensor<0xi1>
  // CHECK: %[[ALL:.+]] = stablehlo.constant dense<> : tensor<0xi1>
  // CHECK: %[[BOTH:.+]]:2 = stablehlo.optimization_barrier %arg0, %[[ALL]] : tensor<2xf32>, tensor<0xi1>
  // CHECK: return %[[BOTH]]#0
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  %2:2 = stablehlo.optimization_barrier %x, %1 : tensor<2xf32>, !stablehlo.token
  return %2#0 : tensor<2xf32>
}

// Custom calls, private functions and control flow take the arrays.
// CHECK-LABEL: func @carried
func.func @carried(%x: tensor<i1>) -> tensor<f32> {
  // CHECK-NOT: token
  // CHECK: %[[NONE:.+]] = stablehlo.constant dense<> : tensor<0xi1>
  // CHECK: call @log(%[[NONE]]) : (tensor<0xi1>) -> tensor<0xi1>
  // CHECK: "stablehlo.if"
  // CHECK: -> (tensor<f32>, tensor<0xi1>)
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = call @log(%0) : (!stablehlo.token) -> !stablehlo.token
  %2:2 = "stablehlo.if"(%x) ({
    %3:2 = stablehlo.custom_call @f(%1) {has_side_effect = true} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
    stablehlo.return %3#0, %3#1 : tensor<f32>, !stablehlo.token
  }, {
    %4 = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %4, %1 : tensor<f32>, !stablehlo.token
  }) : (tensor<i1>) -> (tensor<f32>, !stablehlo.token)
  return %2#0 : tensor<f32>
}

// CHECK-LABEL: func private @log(%{{.+}}: tensor<0xi1>) -> tensor<0xi1>
func.func private @log(%0: !stablehlo.token) -> !stablehlo.token {
  return %0 : !stablehlo.token
}
