// One operation that hlo-to-linalg does not lower.
func.func @main(%x: tensor<ui32>) -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>

  %1 = stablehlo.add %0, %x : tensor<ui32>
  return %1 : tensor<ui32>
}
