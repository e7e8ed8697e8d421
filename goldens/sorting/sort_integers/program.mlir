module @jit_sort_integers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<31xi32>, %arg1: tensor<31xui8>, %arg2: tensor<31xui32>) -> (tensor<31xi32> {jax.result_info = "result[0]"}, tensor<31xui8> {jax.result_info = "result[1]"}, tensor<31xui32> {jax.result_info = "result[2]"}) {
    %0 = call @sort(%arg0) : (tensor<31xi32>) -> tensor<31xi32>
    %1 = call @sort_0(%arg1) : (tensor<31xui8>) -> tensor<31xui8>
    %2 = call @sort_1(%arg2) : (tensor<31xui32>) -> tensor<31xui32>
    return %0, %1, %2 : tensor<31xi32>, tensor<31xui8>, tensor<31xui32>
  }
  func.func private @sort(%arg0: tensor<31xi32>) -> tensor<31xi32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %1 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<31xi32>) -> tensor<31xi32>
    return %0 : tensor<31xi32>
  }
  func.func private @sort_0(%arg0: tensor<31xui8>) -> tensor<31xui8> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>):
      %1 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<31xui8>) -> tensor<31xui8>
    return %0 : tensor<31xui8>
  }
  func.func private @sort_1(%arg0: tensor<31xui32>) -> tensor<31xui32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<ui32>, %arg2: tensor<ui32>):
      %1 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<31xui32>) -> tensor<31xui32>
    return %0 : tensor<31xui32>
  }
}
