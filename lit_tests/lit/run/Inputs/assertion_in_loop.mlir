// A loop that would never end if it continued after the assertion.
func.func @main() -> tensor<i64> {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.while(%n = %one) : tensor<i64>
   cond {
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %is_positive = stablehlo.compare GE, %n, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %is_positive : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %is_zero = stablehlo.compare EQ, %n, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%is_zero, %n) {api_version = 2 : i32, error_message = "{0} is not zero", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
    stablehlo.return %n : tensor<i64>
  }
  return %0 : tensor<i64>
}
