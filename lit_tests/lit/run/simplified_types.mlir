// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<[[(0x7FC00000, 1.0)], [(-0.0, 2.0)], [(3.0, -4.0)]]> : tensor<3x1xcomplex<f32>>' --input 'dense<[[true], [false], [true]]> : tensor<3x1xi1>' --input 'dense<[[100], [0], [255]]> : tensor<3x1xui8>' --input 'dense<[-128, 127, -1]> : tensor<3xi8>' --input 'dense<[0xFC00, -0.0, 6.0e4, 6.0e-8]> : tensor<4xf16>' --input 'dense<[1, 3]> : tensor<2xi64>' --input 'dense<[[1.0, -2.0, 3.0], [0.5, -0.0, 8.0], [0x7F800000, 0xFF800000, 0x7FC00000], [-1.0, -3.0, -5.0]]> : tensor<4x3xf32>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --input 'dense<[[(0x7FC00000, 1.0)], [(-0.0, 2.0)], [(3.0, -4.0)]]> : tensor<3x1xcomplex<f32>>' --input 'dense<[[true], [false], [true]]> : tensor<3x1xi1>' --input 'dense<[[100], [0], [255]]> : tensor<3x1xui8>' --input 'dense<[-128, 127, -1]> : tensor<3xi8>' --input 'dense<[0xFC00, -0.0, 6.0e4, 6.0e-8]> : tensor<4xf16>' --input 'dense<[-1, 2]> : tensor<2xi64>' --input 'dense<[[1.0, -2.0, 3.0], [0.5, -0.0, 8.0], [0x7F800000, 0xFF800000, 0x7FC00000], [-1.0, -3.0, -5.0]]> : tensor<4x3xf32>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --input 'dense<[[(0x7FC00000, 1.0)], [(-0.0, 2.0)], [(3.0, -4.0)]]> : tensor<3x1xcomplex<f32>>' --input 'dense<[[true], [false], [true]]> : tensor<3x1xi1>' --input 'dense<[[100], [0], [255]]> : tensor<3x1xui8>' --input 'dense<[-128, 127, -1]> : tensor<3xi8>' --input 'dense<[0xFC00, -0.0, 6.0e4, 6.0e-8]> : tensor<4xf16>' --input 'dense<[2, 9223372036854775807]> : tensor<2xi64>' --input 'dense<[[1.0, -2.0, 3.0], [0.5, -0.0, 8.0], [0x7F800000, 0xFF800000, 0x7FC00000], [-1.0, -3.0, -5.0]]> : tensor<4x3xf32>' --compare-with interpreter | FileCheck %s
// CHECK: 15 of 15 results on cpu match those on interpreter

// Operations that the simplification replaces, on complex numbers, booleans, unsigned and narrow
// integers, which wrap, on f16, on scalars and arrays without elements, and at indices inside and
// outside of an array.
func.func public @main(%z: tensor<3x1xcomplex<f32>>, %b: tensor<3x1xi1>, %u: tensor<3x1xui8>, %s: tensor<3xi8>, %h: tensor<4xf16>, %j: tensor<2xi64>, %x: tensor<4x3xf32>) -> (tensor<3xcomplex<f32>>, tensor<3xi1>, tensor<3xui8>, tensor<3x3xi8>, tensor<4x4xf16>, tensor<4xf16>, tensor<2x3xcomplex<f32>>, tensor<2x3xf32>, tensor<1x2xf32>, tensor<4x3xf32>, tensor<f32>, tensor<f32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<0x3xf32>) {
  %zi = stablehlo.constant dense<(1.0, -0.5)> : tensor<complex<f32>>
  %0 = stablehlo.reduce(%z init: %zi) applies stablehlo.multiply across dimensions = [1] : (tensor<3x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.reduce(%b init: %false) applies stablehlo.add across dimensions = [1] : (tensor<3x1xi1>, tensor<i1>) -> tensor<3xi1>
  %ui = stablehlo.constant dense<200> : tensor<ui8>
  %2 = stablehlo.reduce(%u init: %ui) applies stablehlo.add across dimensions = [1] : (tensor<3x1xui8>, tensor<ui8>) -> tensor<3xui8>
  %3 = stablehlo.dot_general %s, %s, contracting_dims = [] x [] : (tensor<3xi8>, tensor<3xi8>) -> tensor<3x3xi8>
  %4 = stablehlo.dot_general %h, %h, contracting_dims = [] x [] : (tensor<4xf16>, tensor<4xf16>) -> tensor<4x4xf16>
  %half = stablehlo.constant dense<0.5> : tensor<4xf16>
  %5 = stablehlo.power %h, %half : tensor<4xf16>
  %zr = stablehlo.reshape %z : (tensor<3x1xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %zb = stablehlo.broadcast_in_dim %zr, dims = [1] : (tensor<3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %6 = stablehlo.exponential %zb : tensor<2x3xcomplex<f32>>
  %7 = stablehlo.abs %zb : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  // Starts of both dimensions, in the other order.
  %8 = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1, 0]>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %9 = "stablehlo.scatter"(%x, %j, %one) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0]>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<2xi64>, tensor<f32>) -> tensor<4x3xf32>
  // Scalars.
  %r = stablehlo.slice %x [0:1, 0:1] : (tensor<4x3xf32>) -> tensor<1x1xf32>
  %r0 = stablehlo.reshape %r : (tensor<1x1xf32>) -> tensor<f32>
  %10 = stablehlo.dot_general %r0, %one, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %e = stablehlo.constant dense<> : tensor<0xi32>
  %11 = "stablehlo.scatter"(%r0, %e, %one) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<f32>, tensor<0xi32>, tensor<f32>) -> tensor<f32>
  // A constant index that is outside, and a body that returns the old element.
  %far = stablehlo.constant dense<[4]> : tensor<1xi32>
  %row = stablehlo.constant dense<7.0> : tensor<3xf32>
  %12 = "stablehlo.scatter"(%x, %far, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<4x3xf32>
  %near = stablehlo.constant dense<[3]> : tensor<1xi32>
  %13 = "stablehlo.scatter"(%x, %near, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<4x3xf32>
  %em = stablehlo.constant dense<> : tensor<0x1xf32>
  %14 = stablehlo.dot_general %em, %row, contracting_dims = [] x [] : (tensor<0x1xf32>, tensor<3xf32>) -> tensor<0x1x3xf32>
  %15 = stablehlo.reshape %14 : (tensor<0x1x3xf32>) -> tensor<0x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %15 : tensor<3xcomplex<f32>>, tensor<3xi1>, tensor<3xui8>, tensor<3x3xi8>, tensor<4x4xf16>, tensor<4xf16>, tensor<2x3xcomplex<f32>>, tensor<2x3xf32>, tensor<1x2xf32>, tensor<4x3xf32>, tensor<f32>, tensor<f32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<0x3xf32>
}
