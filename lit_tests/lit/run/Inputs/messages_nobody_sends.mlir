// Each replica waits for the message of the other one before it sends its own.
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.create_token : !stablehlo.token
  // The receive comes first.
  %1:2 = "stablehlo.recv"(%0) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  } : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %2 = "stablehlo.send"(%1#0, %1#1) {
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  } : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %1#0 : tensor<2xi32>
}
