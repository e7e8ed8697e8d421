// RUN: not hlo-opt %s --hlo-expand-collectives 2>&1 | FileCheck %s
// CHECK-DAG: expand_collectives_transfers.mlir:10:8: error: `stablehlo.send` to the host is not supported; return the value as a result, or use `stablehlo.outfeed` if the platform supports it
// CHECK-DAG: expand_collectives_transfers.mlir:11:10: error: `stablehlo.recv` from the host is not supported; take the value as an argument, or use `stablehlo.infeed` if the platform supports it
// CHECK-DAG: expand_collectives_transfers.mlir:12:8: error: `stablehlo.send`: expected `source_target_pairs`, found none
// CHECK-DAG: expand_collectives_transfers.mlir:13:10: error: `stablehlo.recv` of quantized tensors is not supported
// CHECK-DAG: expand_collectives_transfers.mlir:14:8: error: `_xla_send_recv_source_target_pairs`: expected pairs such as {{.}}{0,1},{1,2}}, found `{0,1}`

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = "stablehlo.send"(%x, %0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  %2:2 = "stablehlo.recv"(%1) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  %3 = "stablehlo.send"(%x, %2#1) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  %4:2 = "stablehlo.recv"(%3) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, !stablehlo.token)
  %5 = "stablehlo.send"(%x, %4#1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, mhlo.frontend_attributes = {_xla_send_recv_source_target_pairs = "{0,1}"}} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return %2#0 : tensor<f32>
}
