// An empty part has no results.

// -----

func.func @main() -> tensor<i32> {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @main() -> tensor<i32> {
  %0 = stablehlo.constant dense<8> : tensor<i32>
  return %0 : tensor<i32>
}
