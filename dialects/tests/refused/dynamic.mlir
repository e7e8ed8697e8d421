// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// dynamic_broadcast_in_dim_c1
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf64>
  return
}

// -----

// dynamic_broadcast_in_dim_c2
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c3
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 2>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c4
func.func @test(%a: tensor<3x3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<3x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c5
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c5
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c7
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<1> : tensor<3xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c8
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c9
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim_c10
func.func @test(%a: tensor<3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// dynamic_iota_c1
func.func @test(%s: tensor<1xi64>) {
  %r = "stablehlo.dynamic_iota"(%s) {iota_dimension = 1 : i64} : (tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// dynamic_iota_c2
func.func @test(%s: tensor<2xi64>) {
  %r = "stablehlo.dynamic_iota"(%s) {iota_dimension = 0 : i64} : (tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

// dynamic_pad_c1
func.func @test(%a: tensor<3xf32>, %v: tensor<f64>) {
  %x = stablehlo.constant dense<1> : tensor<1xi64>
  %y = stablehlo.constant dense<1> : tensor<1xi64>
  %z = stablehlo.constant dense<0> : tensor<1xi64>
  %r = "stablehlo.dynamic_pad"(%a, %v, %x, %y, %z) : (tensor<3xf32>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  return
}

// -----

// dynamic_pad_c2
func.func @test(%a: tensor<3xf32>, %v: tensor<f32>) {
  %x = stablehlo.constant dense<1> : tensor<2xi64>
  %y = stablehlo.constant dense<1> : tensor<2xi64>
  %z = stablehlo.constant dense<0> : tensor<2xi64>
  %r = "stablehlo.dynamic_pad"(%a, %v, %x, %y, %z) : (tensor<3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5xf32>
  return
}

// -----

// dynamic_pad_c3
func.func @test(%a: tensor<3xf32>, %v: tensor<f32>) {
  %x = stablehlo.constant dense<1> : tensor<1xi64>
  %y = stablehlo.constant dense<1> : tensor<1xi64>
  %z = stablehlo.constant dense<-1> : tensor<1xi64>
  %r = "stablehlo.dynamic_pad"(%a, %v, %x, %y, %z) : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  return
}

// -----

// dynamic_pad_c4
func.func @test(%a: tensor<3xf32>, %v: tensor<f32>) {
  %x = stablehlo.constant dense<1> : tensor<1xi64>
  %y = stablehlo.constant dense<1> : tensor<1xi64>
  %z = stablehlo.constant dense<0> : tensor<1xi64>
  %r = "stablehlo.dynamic_pad"(%a, %v, %x, %y, %z) : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return
}

// -----

// dynamic_reshape_c1
func.func @test(%a: tensor<6xf32>, %s: tensor<2xi32>) {
  %r = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf64>
  return
}

// -----

// dynamic_reshape_c2
func.func @test(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %r = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

// dynamic_reshape_c4
func.func @test(%a: tensor<6xf32>, %s: tensor<2xi32>) {
  %r = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

// real_dynamic_slice_results
func.func @test(%a: tensor<6xf32>, %s: tensor<1xi32>) {
  %r = "stablehlo.real_dynamic_slice"(%a, %s, %s, %s) : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

// real_dynamic_slice_strides
func.func @test(%a: tensor<6xf32>) {
  %s = stablehlo.constant dense<0> : tensor<1xi32>
  %r = "stablehlo.real_dynamic_slice"(%a, %s, %s, %s) : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}
