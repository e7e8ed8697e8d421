module @main attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
    %0 = sdy.sharding_constraint %x <@mesh, [{}, {"x"}]> : tensor<4x6xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x6xf32>) {
      %2 = stablehlo.sine %part : tensor<2x6xf32>
      sdy.return %2 : tensor<2x6xf32>
    } : (tensor<4x6xf32>) -> tensor<4x6xf32>
    sdy.sharding_group %1 group_id=1 : tensor<4x6xf32>
    %3 = stablehlo.custom_call @elsewhere(%1) {called_computations = [@compare]} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %1, %3 : tensor<4x6xf32>, tensor<4x6xf32>
  }
  func.func private @compare(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
    %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
}
