module @jit_gather_booleans attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12xi1>, %arg1: tensor<12xi16>, %arg2: tensor<9xui8>, %arg3: tensor<9xi8>) -> (tensor<9xi1> {jax.result_info = "result[0]"}, tensor<9xi16> {jax.result_info = "result[1]"}, tensor<9xi16> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convert %arg2 : (tensor<9xui8>) -> tensor<9xi32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %2 = "stablehlo.gather"(%arg0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xi1>, tensor<9x1xi32>) -> tensor<9xi1>
    %c = stablehlo.constant dense<0> : tensor<i8>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<9xi8>
    %4 = stablehlo.compare LT, %arg3, %3, SIGNED : (tensor<9xi8>, tensor<9xi8>) -> tensor<9xi1>
    %c_0 = stablehlo.constant dense<12> : tensor<i8>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i8>) -> tensor<9xi8>
    %6 = stablehlo.add %arg3, %5 : tensor<9xi8>
    %7 = stablehlo.select %4, %6, %arg3 : tensor<9xi1>, tensor<9xi8>
    %8 = stablehlo.convert %7 : (tensor<9xi8>) -> tensor<9xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %10 = "stablehlo.gather"(%arg1, %9) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xi16>, tensor<9x1xi32>) -> tensor<9xi16>
    %11 = stablehlo.convert %arg2 : (tensor<9xui8>) -> tensor<9xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %13 = "stablehlo.gather"(%arg0, %12) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xi1>, tensor<9x1xi32>) -> tensor<9xi1>
    %c_1 = stablehlo.constant dense<0> : tensor<i8>
    %14 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i8>) -> tensor<9xi8>
    %15 = stablehlo.compare LT, %arg3, %14, SIGNED : (tensor<9xi8>, tensor<9xi8>) -> tensor<9xi1>
    %c_2 = stablehlo.constant dense<12> : tensor<i8>
    %16 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i8>) -> tensor<9xi8>
    %17 = stablehlo.add %arg3, %16 : tensor<9xi8>
    %18 = stablehlo.select %15, %17, %arg3 : tensor<9xi1>, tensor<9xi8>
    %19 = stablehlo.convert %18 : (tensor<9xi8>) -> tensor<9xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %21 = "stablehlo.gather"(%arg1, %20) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xi16>, tensor<9x1xi32>) -> tensor<9xi16>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %22 = call @_where(%13, %21, %c_3) : (tensor<9xi1>, tensor<9xi16>, tensor<i32>) -> tensor<9xi16>
    return %2, %10, %22 : tensor<9xi1>, tensor<9xi16>, tensor<9xi16>
  }
  func.func private @_where(%arg0: tensor<9xi1>, %arg1: tensor<9xi16>, %arg2: tensor<i32>) -> tensor<9xi16> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<i16>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i16>) -> tensor<9xi16>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<9xi1>, tensor<9xi16>
    return %2 : tensor<9xi16>
  }
}
