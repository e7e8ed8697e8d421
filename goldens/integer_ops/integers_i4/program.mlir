module @jit_integers_i4 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xi8>, %arg1: tensor<20xi8>, %arg2: tensor<20xui8>, %arg3: tensor<20xui8>) -> (tensor<20xi8> {jax.result_info = "result[0]"}, tensor<20xi8> {jax.result_info = "result[1]"}, tensor<20xi8> {jax.result_info = "result[2]"}, tensor<20xi8> {jax.result_info = "result[3]"}, tensor<20xi8> {jax.result_info = "result[4]"}, tensor<20xi8> {jax.result_info = "result[5]"}, tensor<20xui8> {jax.result_info = "result[6]"}, tensor<20xui8> {jax.result_info = "result[7]"}, tensor<20xui8> {jax.result_info = "result[8]"}, tensor<20xui8> {jax.result_info = "result[9]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<20xi8>) -> tensor<20xi4>
    %1 = stablehlo.convert %arg1 : (tensor<20xi8>) -> tensor<20xi4>
    %2 = stablehlo.convert %arg2 : (tensor<20xui8>) -> tensor<20xui4>
    %3 = stablehlo.convert %arg3 : (tensor<20xui8>) -> tensor<20xui4>
    %4 = stablehlo.add %0, %1 : tensor<20xi4>
    %5 = stablehlo.multiply %0, %1 : tensor<20xi4>
    %6 = stablehlo.subtract %0, %1 : tensor<20xi4>
    %7 = stablehlo.maximum %0, %1 : tensor<20xi4>
    %8 = stablehlo.and %0, %1 : tensor<20xi4>
    %9 = stablehlo.compare GT, %0, %1, SIGNED : (tensor<20xi4>, tensor<20xi4>) -> tensor<20xi1>
    %10 = call @_where(%9, %0, %1) : (tensor<20xi1>, tensor<20xi4>, tensor<20xi4>) -> tensor<20xi4>
    %11 = stablehlo.add %2, %3 : tensor<20xui4>
    %12 = stablehlo.multiply %2, %3 : tensor<20xui4>
    %13 = stablehlo.minimum %2, %3 : tensor<20xui4>
    %14 = stablehlo.xor %2, %3 : tensor<20xui4>
    %15 = stablehlo.convert %4 : (tensor<20xi4>) -> tensor<20xi8>
    %16 = stablehlo.convert %5 : (tensor<20xi4>) -> tensor<20xi8>
    %17 = stablehlo.convert %6 : (tensor<20xi4>) -> tensor<20xi8>
    %18 = stablehlo.convert %7 : (tensor<20xi4>) -> tensor<20xi8>
    %19 = stablehlo.convert %8 : (tensor<20xi4>) -> tensor<20xi8>
    %20 = stablehlo.convert %10 : (tensor<20xi4>) -> tensor<20xi8>
    %21 = stablehlo.convert %11 : (tensor<20xui4>) -> tensor<20xui8>
    %22 = stablehlo.convert %12 : (tensor<20xui4>) -> tensor<20xui8>
    %23 = stablehlo.convert %13 : (tensor<20xui4>) -> tensor<20xui8>
    %24 = stablehlo.convert %14 : (tensor<20xui4>) -> tensor<20xui8>
    return %15, %16, %17, %18, %19, %20, %21, %22, %23, %24 : tensor<20xi8>, tensor<20xi8>, tensor<20xi8>, tensor<20xi8>, tensor<20xi8>, tensor<20xi8>, tensor<20xui8>, tensor<20xui8>, tensor<20xui8>, tensor<20xui8>
  }
  func.func private @_where(%arg0: tensor<20xi1>, %arg1: tensor<20xi4>, %arg2: tensor<20xi4>) -> tensor<20xi4> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<20xi1>, tensor<20xi4>
    return %0 : tensor<20xi4>
  }
}
