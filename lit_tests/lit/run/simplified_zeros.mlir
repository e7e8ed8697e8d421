// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<[0.0, -0.0, 4.0, 2.25, 0x7F800000, 0xFF800000]> : tensor<6xf32>' --compare-with interpreter | FileCheck %s
// CHECK: 6 of 6 results on cpu match those on interpreter

// The signs of zeros after powers, products and reductions of one term, and updates. A comparison of
// floats does not see them, so that the results are bits.
func.func public @main(%x: tensor<6xf32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<2x6xi32>, tensor<6xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<6xf32>
  %minus = stablehlo.constant dense<-1.0> : tensor<6xf32>
  %root = stablehlo.power %x, %half : tensor<6xf32>
  %inverse = stablehlo.power %x, %minus : tensor<6xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %product = stablehlo.dot_general %x, %one, contracting_dims = [] x [] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %column = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<6x1xf32>
  %sum = stablehlo.reduce(%column init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x1xf32>, tensor<f32>) -> tensor<6xf32>
  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<6xf32>) -> tensor<2x6xf32>
  %zeros = stablehlo.broadcast_in_dim %minus_zero, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
  %greater = stablehlo.maximum %rows, %zeros : tensor<2x6xf32>
  %at = stablehlo.constant dense<0> : tensor<1xi32>
  %added = "stablehlo.scatter"(%x, %at, %minus_zero) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.minimum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6xf32>, tensor<1xi32>, tensor<f32>) -> tensor<6xf32>
  %0 = stablehlo.bitcast_convert %root : (tensor<6xf32>) -> tensor<6xi32>
  %1 = stablehlo.bitcast_convert %inverse : (tensor<6xf32>) -> tensor<6xi32>
  %2 = stablehlo.bitcast_convert %product : (tensor<6xf32>) -> tensor<6xi32>
  %3 = stablehlo.bitcast_convert %sum : (tensor<6xf32>) -> tensor<6xi32>
  %4 = stablehlo.bitcast_convert %greater : (tensor<2x6xf32>) -> tensor<2x6xi32>
  %5 = stablehlo.bitcast_convert %added : (tensor<6xf32>) -> tensor<6xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<2x6xi32>, tensor<6xi32>
}
