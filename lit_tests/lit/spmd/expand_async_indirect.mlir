// RUN: not hlo-opt %s --hlo-expand-async 2>&1 | FileCheck %s
// CHECK-DAG: expand_async_indirect.mlir:8:3: error: `func.return`: expected the future of an `async_start` as the operand of an `async_done`
// CHECK-DAG: expand_async_indirect.mlir:13:8: error: `stablehlo.async_done`: expected the future of an `async_start` as the operand of an `async_done`

// The type of the function may be used elsewhere.
func.func private @start(%x: tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>> {
  %0 = "stablehlo.async_start"(%x) ({ ^bb0(%a: tensor<2xf32>): %1 = stablehlo.slice %a [0:2] : (tensor<2xf32>) -> tensor<2xf32> stablehlo.return %1 : tensor<2xf32> }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return %0 : !stablehlo.future<tensor<2xf32>>
}

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @start(%x) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
