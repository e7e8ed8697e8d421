// One operation that hlo-to-linalg does not lower.
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<ui32> {
  %0 = stablehlo.negate %x : tensor<4xcomplex<f32>>

  %1 = stablehlo.replica_id : tensor<ui32>
  return %1 : tensor<ui32>
}
