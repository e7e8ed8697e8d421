// An assertion that fails.
func.func @main() -> tensor<i64> {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1:2 = stablehlo.optimization_barrier %0, %0 : tensor<i1>, tensor<i1>
  %2 = stablehlo.constant dense<4> : tensor<i64>
  %3 = stablehlo.constant dense<3> : tensor<i64>
  stablehlo.custom_call @shape_assertion(%1#0, %3, %2) {api_version = 2 : i32, error_message = "expected {1}, found {0}", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
  return %2 : tensor<i64>
}
