// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// rng_c1
func.func @test(%a: tensor<f32>, %b: tensor<f64>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// rng_c2
func.func @test(%a: tensor<i32>, %b: tensor<i32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

// rng_c3
func.func @test(%a: tensor<f32>, %b: tensor<f32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

// rng_c3
func.func @test(%a: tensor<f32>, %b: tensor<f32>) {
  %s = stablehlo.constant dense<[2, -3]> : tensor<2xi64>
  %r = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// rng_bit_generator_c1
func.func @test(%s: tensor<2xui64>) {
  %r:2 = "stablehlo.rng_bit_generator"(%s) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}
