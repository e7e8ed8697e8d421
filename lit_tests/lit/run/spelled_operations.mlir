// Custom calls for CHLO of PyTorch/XLA and TensorFlow. Expected values: NumPy and SciPy.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<[-0.5, 0.25, 0.75]> : tensor<3xf64>' --compare-with interpreter | FileCheck %s
// CHECK: out0: tensor<3xf64> [-0.520499{{[0-9]*}} 0.276326{{[0-9]*}} 0.711155
// CHECK-NEXT: out1: tensor<3xf64> [-0.549306{{[0-9]*}} 0.255412{{[0-9]*}} 0.972955
// CHECK-NEXT: out2: tensor<3xf64> [2.094395{{[0-9]*}} 1.318116{{[0-9]*}} 0.722734
// CHECK-NEXT: out3: tensor<3xf64> [-0.5{{0*}} 0.25{{0*}} 0.75
// CHECK-NEXT: out4: tensor<2xf64>
// CHECK: 5 of 5 results
func.func @main(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2xf64>) {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf64>) -> tensor<3xf64>
  %1 = stablehlo.custom_call @mhlo.atanh(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf64>) -> tensor<3xf64>
  %2 = stablehlo.custom_call @mhlo.acos(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf64>) -> tensor<3xf64>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.set_dimension_size %x, %three, dim = 0 : (tensor<3xf64>, tensor<i32>) -> tensor<3xf64>
  %matrix = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [-2.0, 0.5]]> : tensor<3x2xf64>
  %4 = stablehlo.custom_call @Qr(%matrix) : (tensor<3x2xf64>) -> tuple<tensor<3x2xf64>, tensor<2xf64>>
  %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<3x2xf64>, tensor<2xf64>>) -> tensor<2xf64>
  return %0, %1, %2, %3, %5 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<2xf64>
}
