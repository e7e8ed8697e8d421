// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<[3.0, 1.0, 2.0, 5.0, 4.0]> : tensor<5xf32>' | FileCheck %s
// RUN: hlo-run %s --platform interpreter --input 'dense<[3.0, 1.0, 2.0, 5.0, 4.0]> : tensor<5xf32>' | FileCheck %s

// cumsum, top_k, approx_max_k and random bits with symbolic sizes, as JAX lowers them.
// CHECK: out0: tensor<5xf32> [ 3.0  4.0  6.0 11.0 15.0]
// CHECK: out1: tensor<2xf32> [5.0 4.0]
// CHECK: out2: tensor<2xi32> [3 4]
// CHECK: out3: tensor<2xf32> [5.0 4.0]
// CHECK: out4: tensor<2xi32> [3 4]
// CHECK: out5: tensor<2xui64> [ 7 12]
// CHECK: out6: tensor<5xui32> [2148922066 1218255668   17873132  884161837 2218545827]
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

func.func private @top_k_gt_f32_comparator(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func public @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xi32>, tensor<2xui64>, tensor<?xui32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %no_padding = stablehlo.constant dense<0> : tensor<1x1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %before = stablehlo.subtract %size, %one : tensor<1xi32>
  %low = stablehlo.reshape %before : (tensor<1xi32>) -> tensor<1x1xi32>
  %padding = stablehlo.concatenate %low, %no_padding, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %one, %one, %one, %padding) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %top:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %half) {api_version = 2 : i32} : (tensor<?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  %places = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %shape = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %about:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %places, %zero, %none, %half, %shape, %shape) {called_computations = [@top_k_gt_f32_comparator], indices_of_shape_operands = dense<[5, 6]> : tensor<2xi64>, mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %state = stablehlo.constant dense<[7, 9]> : tensor<2xui64>
  %bits:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %size) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  return %sums, %top#0, %top#1, %about#0, %about#1, %bits#0, %bits#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xi32>, tensor<2xui64>, tensor<?xui32>
}
