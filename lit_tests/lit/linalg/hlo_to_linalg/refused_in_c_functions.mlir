// RUN: hlo-opt %s --hlo-to-linalg=c-function=true --split-input-file --verify-diagnostics
// RUN: not hlo-opt %s --hlo-to-linalg=c-function=true --split-input-file 2>&1 | FileCheck %s

// C functions cannot call the runtime. The operations that become runtime calls are reported at once
// with those that have no lowering.
func.func @main(%x: tensor<8xcomplex<f32>>, %y: tensor<4xf32>) -> (tensor<8xcomplex<f32>>, tensor<4xf32>, tensor<8xf32>) {
  // CHECK: [[#@LINE+2]]:8: error: `stablehlo.create_token`
  // expected-error @below {{`stablehlo.create_token` cannot be lowered to linalg: hloom has no lowering for this operation}}
  %0 = stablehlo.create_token : !stablehlo.token
  // CHECK: [[#@LINE+2]]:10: error: `stablehlo.infeed`
  // expected-error @below {{`stablehlo.infeed` cannot be lowered to linalg: hloom has no lowering for this operation}}
  %1:2 = "stablehlo.infeed"(%0) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // CHECK: [[#@LINE+2]]:8: error: `stablehlo.fft`
  // expected-error @below {{`stablehlo.fft` needs the runtime, which C functions do not have}}
  %2 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  // CHECK: [[#@LINE+2]]:8: error: `stablehlo.custom_call` of `@f`
  // expected-error @below {{`stablehlo.custom_call` of `@f` needs the runtime, which C functions do not have}}
  %3 = stablehlo.custom_call @f(%1#0) : (tensor<4xf32>) -> tensor<4xf32>
  // An annotation becomes its operand.
  %4 = stablehlo.custom_call @Sharding(%3) : (tensor<4xf32>) -> tensor<4xf32>
  // The message names the collective that `hlo-expand-collectives` replaced.
  // CHECK: [[#@LINE+2]]:8: error: `stablehlo.all_gather`
  // expected-error @below {{`stablehlo.all_gather` needs the runtime, which C functions do not have}}
  %5 = stablehlo.custom_call @hloom.all_gather(%y) {operation = "stablehlo.all_gather"} : (tensor<4xf32>) -> tensor<8xf32>
  return %2, %4, %5 : tensor<8xcomplex<f32>>, tensor<4xf32>, tensor<8xf32>
}

// -----

// No runtime call computes a tensor without elements.
func.func @empty(%low: tensor<f32>, %high: tensor<f32>) -> tensor<0xf32> {
  %shape = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
