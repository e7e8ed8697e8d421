module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"}) -> (tensor<8x16xf32> {jax.result_info = "result", mhlo.sharding = "{devices=[2,4]<=[8]}"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare GT, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      %3 = func.call @_flip(%arg1) : (tensor<8x16xf32>) -> tensor<8x16xf32>
      stablehlo.return %3 : tensor<8x16xf32>
    }, {
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
      %4 = stablehlo.multiply %arg1, %3 : tensor<8x16xf32>
      stablehlo.return %4 : tensor<8x16xf32>
    }) : (tensor<i32>) -> tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
  func.func private @_flip(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}
