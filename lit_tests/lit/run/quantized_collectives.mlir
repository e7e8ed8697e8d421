// A replica that receives nothing has zero, which is the zero point of the type and not a byte of zeros.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --replicas 4 | FileCheck %s
// RUN: hlo-run %s --replicas 4 --platform interpreter | FileCheck %s
// CHECK: out0 of replica 0: tensor<2xi8> [3 3]
// CHECK: out1 of replica 0: tensor<2xui8> [128 128]
// CHECK: out0 of replica 1: tensor<2xi8> [7 7]
// CHECK: out1 of replica 1: tensor<2xui8> [132 132]
// CHECK: out0 of replica 2: tensor<2xi8> [7 7]
// CHECK: out1 of replica 2: tensor<2xui8> [128 128]
// CHECK: out0 of replica 3: tensor<2xi8> [3 3]
// CHECK: out1 of replica 3: tensor<2xui8> [130 130]

func.func @main() -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<u8:f32, 0.5:128>>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.uniform_quantize %2 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %4 = "stablehlo.collective_broadcast"(%3) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %5 = stablehlo.uniform_quantize %2 : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8:f32, 0.5:128>>
  %6 = "stablehlo.collective_permute"(%5) {source_target_pairs = dense<[[2, 1], [1, 3]]> : tensor<2x2xi64>} : (tensor<2x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<2x!quant.uniform<u8:f32, 0.5:128>>
  return %4, %6 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<u8:f32, 0.5:128>>
}
