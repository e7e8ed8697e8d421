// Attributes and types of every kind.
module {
  func.func private @g(%x: tensor<2x?xf32>) -> tensor<2x?xf32>
  func.func @f(%x: tensor<2x?xf32, #stablehlo.bounds<?, 4>>, %y: !stablehlo.token, %t: tuple<tensor<f32>, tensor<i1>>, %u: tensor<*xui8>, %q: tensor<4x!quant.uniform<i8:f32, 2.5e-01:-3>>, %r: tensor<2x!quant.uniform<u8:f32:0, {0.5:1,0.25:2}>>) {
    %0 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %1 = stablehlo.constant dense<true> : tensor<9xi1>
    %2 = stablehlo.constant dense<[-1, 7]> : tensor<2xi4>
    %3 = stablehlo.constant dense<[(1.0, 2.0), (0x7FC00001, -0.0)]> : tensor<2xcomplex<f32>>
    %4 = stablehlo.constant dense<[0xFF, 0x01]> : tensor<2xf8E4M3FN>
    %5 = stablehlo.constant dense<> : tensor<0x3xf64>
    %6 = stablehlo.constant dense<[0xFFFFFFFFFFFFFFFF, 1]> : tensor<2xui64>
    %7 = stablehlo.exponential %3 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xcomplex<f32>>
    %8:2 = stablehlo.custom_call @c(%0) {api_version = 4 : i32, backend_config = {a = 1 : i32, b = "s", c = [1.5 : f32, dense<1> : tensor<2xi64>]}, has_side_effect = true, called_computations = [@g], operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], mhlo.frontend_attributes = {k = "v"}} : (tensor<3xi1>) -> (tensor<3xi1>, tensor<f32>)
    %9 = stablehlo.custom_call @d(%0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<3xi1>) -> tensor<3xi1>
    %10 = stablehlo.composite "my.op" %8#1 {composite_attributes = {n = 1 : i32}, decomposition = @h, version = 3 : i32} : (tensor<f32>) -> tensor<f32>
    %11 = "stablehlo.all_reduce"(%8#1) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    return
  }
  func.func private @h(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}
