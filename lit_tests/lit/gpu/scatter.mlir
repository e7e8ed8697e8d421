// Scatters whose elements are threads, and whose lines are.

// REQUIRES: simt, vulkan
// RUN: hlo-run %s --split-input-file --platform simt --input-range -2..9 --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --split-input-file --platform vulkan --input-range -2..9 --random-inputs --compare-with interpreter | FileCheck %s
// CHECK-COUNT-4: 1 of 1 results on {{.*}} match those on interpreter

func.func @inserted(%x: tensor<4x8xf32>, %places: tensor<5x1xi32>, %updates: tensor<5xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.scatter"(%x, %places, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @without_index(%x: tensor<4x8xf32>, %places: tensor<5x0xi32>, %updates: tensor<5xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.scatter"(%x, %places, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %1 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x0xi32>, tensor<5xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @lines(%x: tensor<7x3x300xf32>, %places: tensor<5x1xi32>, %updates: tensor<5x300xf32>) -> tensor<7x3x300xf32> {
  %0 = "stablehlo.scatter"(%x, %places, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %1 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7x3x300xf32>, tensor<5x1xi32>, tensor<5x300xf32>) -> tensor<7x3x300xf32>
  return %0 : tensor<7x3x300xf32>
}

// -----

func.func @windows(%x: tensor<9x5xf32>, %places: tensor<6x1xi8>, %updates: tensor<6x3x2xf32>) -> tensor<9x5xf32> {
  %0 = "stablehlo.scatter"(%x, %places, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %1 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<9x5xf32>, tensor<6x1xi8>, tensor<6x3x2xf32>) -> tensor<9x5xf32>
  return %0 : tensor<9x5xf32>
}
