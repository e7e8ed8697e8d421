// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// async_done_c1
func.func @test(%f: !stablehlo.future<tensor<2xf32>>) {
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

// async_start_c1
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<2xf32>): "stablehlo.return"(%x) : (tensor<2xf32>) -> () }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// async_start_c2
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<2xf32>): %y = stablehlo.negate %x : tensor<2xf32> "stablehlo.return"(%y) : (tensor<2xf32>) -> () }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// async_start_c3
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<2xf32>, %w: tensor<2xf32>): %y = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32> "stablehlo.return"(%y) : (tensor<2xf32>) -> () }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// async_start_c4
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<2xf32>): %y = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32> "stablehlo.return"(%y) : (tensor<2xf32>) -> () }) : (tensor<2xf32>) -> !stablehlo.future<tensor<3xf32>>
  return
}

// -----

// async_start_c4
func.func @test(%a: tensor<2xf32>, %t: !stablehlo.token) {
  %r = "stablehlo.async_start"(%a) ({ ^bb0(%x: tensor<2xf32>): %y = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32> "stablehlo.return"(%t) : (!stablehlo.token) -> () }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// infeed_c2
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// infeed_c3
func.func @test(%t: !stablehlo.token) {
  %r = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<2xf32>
  return
}

// -----

// infeed_layout
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%t) {layout = []} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// recv_c1
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<0> : tensor<1x3xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// recv_c2
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// recv_c3
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// recv_c5
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// recv_c5
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// recv_results
func.func @test(%t: !stablehlo.token) {
  %r:1 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> tensor<2xf32>
  return
}

// -----

// recv_results
func.func @test(%t: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// send_c5
func.func @test(%a: tensor<2xf32>, %t: !stablehlo.token) {
  %r = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// send_c5
func.func @test(%a: tensor<2xf32>, %t: !stablehlo.token) {
  %r = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
