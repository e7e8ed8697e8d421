// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: checks hold

func.func public @main() {
  // The next float from x toward y: across zero, to infinity, to subnormals.
  %x = stablehlo.constant dense<[1.0, 1.0, -1.0, 0.0, -0.0, 3.40282347E+38, 0x7F800000, 1.17549435E-38, 0x7FC00000, 2.0]> : tensor<10xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, 0.0, -1.0, 1.0, 0x7F800000, 0.0, 0.0, 1.0, 2.0]> : tensor<10xf32>
  %next = chlo.next_after %x, %y : tensor<10xf32>, tensor<10xf32> -> tensor<10xf32>
  %bits = stablehlo.bitcast_convert %next : (tensor<10xf32>) -> tensor<10xui32>
  check.expect_eq_const %bits, dense<[0x3F800001, 0x3F7FFFFF, 0xBF7FFFFF, 0x80000001, 0x00000001, 0x7F800000, 0x7F7FFFFF, 0x007FFFFF, 0x7FC00000, 0x40000000]> : tensor<10xui32>

  // The upper half of a product.
  %a = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, 9223372036854775807, -1, 6148914691236517205]> : tensor<5xi64>
  %b = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 9223372036854775807, 1, 12]> : tensor<5xi64>
  %high = chlo.mulhi %a, %b : tensor<5xi64>, tensor<5xi64> -> tensor<5xi64>
  check.expect_eq_const %high, dense<[4611686018427387904, -4611686018427387904, 4611686018427387903, -1, 3]> : tensor<5xi64>
  %c = stablehlo.constant dense<[18446744073709551615, 9223372036854775808]> : tensor<2xui64>
  %d = stablehlo.constant dense<[18446744073709551615, 6]> : tensor<2xui64>
  %unsigned = chlo.mulhi %c, %d : tensor<2xui64>, tensor<2xui64> -> tensor<2xui64>
  check.expect_eq_const %unsigned, dense<[18446744073709551614, 3]> : tensor<2xui64>
  %e = stablehlo.constant dense<[-128, 127, -1]> : tensor<3xi8>
  %f = stablehlo.constant dense<[-128, 127, 1]> : tensor<3xi8>
  %narrow = chlo.mulhi %e, %f : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  check.expect_eq_const %narrow, dense<[64, 63, -1]> : tensor<3xi8>

  // The value of a constant gives its element type, the operand its shape.
  %real = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %like = "chlo.constant_like"(%real) <{value = #complex.number<:f64 1.5, -2.0>}> : (tensor<2xf32>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %like, dense<(1.5, -2.0)> : tensor<2xcomplex<f64>>
  %number = "chlo.constant_like"(%like) <{value = 3 : i8}> : (tensor<2xcomplex<f64>>) -> tensor<2xi8>
  check.expect_eq_const %number, dense<3> : tensor<2xi8>

  // Operands broadcast from the right, or along `broadcast_dimensions`.
  %row = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %column = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %sum = chlo.broadcast_add %row, %column : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %sum, dense<[[11, 12, 13], [21, 22, 23]]> : tensor<2x3xi32>
  %two = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %less = chlo.broadcast_compare %two, %sum {broadcast_dimensions = array<i64: 0>, comparison_direction = #chlo<comparison_direction GE>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  check.expect_eq_const %less, dense<false> : tensor<2x3xi1>

  // Equal elements keep their order; NaN is largest, and -0 is less than 0.
  %unsorted = stablehlo.constant dense<[2.0, 0x7FC00000, -0.0, 0.0, 2.0, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %values, %places = chlo.top_k(%unsorted, k = 6) : tensor<7xf32> -> (tensor<6xf32>, tensor<6xi32>)
  check.expect_eq_const %places, dense<[1, 5, 0, 4, 3, 2]> : tensor<6xi32>
  return
}
