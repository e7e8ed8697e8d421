module @main attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}
