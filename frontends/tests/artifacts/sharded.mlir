// Shardy operations and attributes, which keep their dialect.
module @sharded attributes {mhlo.num_partitions = 2 : i32, jax.uses_shape_polymorphism = false} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %x, %x : tensor<8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
      %4 = stablehlo.multiply %a, %a : tensor<4xf32>
      sdy.return %4 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %3 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}
