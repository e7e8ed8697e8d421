// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// slice(x) of all elements = x
// CHECK-LABEL: func.func @all
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @all(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %x [0:4] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// slice(slice(x)) = slice(x)
// CHECK-LABEL: func.func @slice_slice
// CHECK-SAME: (%[[X:.*]]: tensor<20xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.slice %[[X]] [5:18:6] : (tensor<20xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<3xf32>
func.func @slice_slice(%x: tensor<20xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %x [3:19:2] : (tensor<20xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %0 [1:8:3] : (tensor<8xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// slice(concatenate(x, y)) = slice(y)
// CHECK-LABEL: func.func @concatenate
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<6xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.concatenate %[[X]], %[[Y]], dim = 0 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.slice %[[Y]] [1:6:2] : (tensor<6xf32>) -> tensor<3xf32>
// CHECK-NEXT: %[[V4:.*]] = stablehlo.slice %[[V2]] [3:5] : (tensor<10xf32>) -> tensor<2xf32>
// CHECK-NEXT: return %[[V3]], %[[V4]] : tensor<3xf32>, tensor<2xf32>
func.func @concatenate(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
  %1 = stablehlo.slice %0 [5:10:2] : (tensor<10xf32>) -> tensor<3xf32>
  %2 = stablehlo.slice %0 [3:5] : (tensor<10xf32>) -> tensor<2xf32>
  return %1, %2 : tensor<3xf32>, tensor<2xf32>
}

// -----

// slice(broadcast(x)) = broadcast(slice(x))
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<1x6xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.slice %[[X]] [0:1, 0:6:3] : (tensor<1x6xf32>) -> tensor<1x2xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.broadcast_in_dim %[[V1]], dims = [0, 2] : (tensor<1x2xf32>) -> tensor<2x3x2xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x3x2xf32>
func.func @broadcast(%x: tensor<1x6xf32>) -> tensor<2x3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<1x6xf32>) -> tensor<4x5x6xf32>
  %1 = stablehlo.slice %0 [1:3, 2:5, 0:6:3] : (tensor<4x5x6xf32>) -> tensor<2x3x2xf32>
  return %1 : tensor<2x3x2xf32>
}

// -----

// slice(iota) = iota from zero
// CHECK-LABEL: func.func @iota
// CHECK-NEXT: %[[V0:.*]] = stablehlo.iota dim = 1 : tensor<4x6xi32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.slice %[[V0]] [2:4, 1:4] : (tensor<4x6xi32>) -> tensor<2x3xi32>
// CHECK-NEXT: return %[[V1]], %[[V2]] : tensor<2x3xi32>, tensor<2x3xi32>
func.func @iota() -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %1 = stablehlo.slice %0 [2:4, 0:3] : (tensor<4x6xi32>) -> tensor<2x3xi32>
  %2 = stablehlo.slice %0 [2:4, 1:4] : (tensor<4x6xi32>) -> tensor<2x3xi32>
  return %1, %2 : tensor<2x3xi32>, tensor<2x3xi32>
}

// -----

// slice(pad(x)) = slice(x) inside of it
// CHECK-LABEL: func.func @pad
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<f32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.pad %[[X]], %[[C]], low = [2], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.slice %[[X]] [1:4] : (tensor<4xf32>) -> tensor<3xf32>
// CHECK-NEXT: %[[V4:.*]] = stablehlo.slice %[[V2]] [1:5] : (tensor<7xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %[[V3]], %[[V4]] : tensor<3xf32>, tensor<4xf32>
func.func @pad(%x: tensor<4xf32>, %c: tensor<f32>) -> (tensor<3xf32>, tensor<4xf32>) {
  %0 = stablehlo.pad %x, %c, low = [2], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  %1 = stablehlo.slice %0 [3:6] : (tensor<7xf32>) -> tensor<3xf32>
  %2 = stablehlo.slice %0 [1:5] : (tensor<7xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<3xf32>, tensor<4xf32>
}

// -----

// dynamic_slice(x) at constant indices = slice(x), clamped to the bounds
// CHECK-LABEL: func.func @dynamic_constant
// CHECK-SAME: (%[[X:.*]]: tensor<4x6xf32>, %[[I:.*]]: tensor<i32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.slice %[[X]] [0:4, 3:6] : (tensor<4x6xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4x3xf32>
func.func @dynamic_constant(%x: tensor<4x6xf32>, %i: tensor<i32>) -> tensor<4x3xf32> {
  %c = stablehlo.constant dense<5> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %c, sizes = [4, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_negative
// CHECK-SAME: (%[[X:.*]]: tensor<6xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.slice %[[X]] [0:3] : (tensor<6xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<3xf32>
func.func @dynamic_negative(%x: tensor<6xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<-2> : tensor<i64>
  %0 = stablehlo.dynamic_slice %x, %c, sizes = [3] : (tensor<6xf32>, tensor<i64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_unsigned
// CHECK-SAME: (%[[X:.*]]: tensor<6xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.slice %[[X]] [3:6] : (tensor<6xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<3xf32>
func.func @dynamic_unsigned(%x: tensor<6xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<255> : tensor<ui8>
  %0 = stablehlo.dynamic_slice %x, %c, sizes = [3] : (tensor<6xf32>, tensor<ui8>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// dynamic_update_slice(x, y) of all elements = y
// CHECK-LABEL: func.func @update_all
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<i32>)
// CHECK-NEXT: return %[[Y]] : tensor<4xf32>
func.func @update_all(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// dynamic_update_slice(x, y) of no elements = x
// CHECK-LABEL: func.func @update_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<0xf32>, %[[I:.*]]: tensor<i32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @update_nothing(%x: tensor<4xf32>, %y: tensor<0xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<0xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// dynamic_update_slice(x, dynamic_slice(x, i), i) = x
// CHECK-LABEL: func.func @update_itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<i32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @update_itself(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// slice(concatenate(x, y, z)) = concatenate(slice(x), slice(y))
// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[Z:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[A:.*]] = stablehlo.slice %[[X]] [2:4]
// CHECK-DAG: %[[B:.*]] = stablehlo.slice %[[Y]] [0:3]
// CHECK: %[[R:.*]] = stablehlo.concatenate %[[A]], %[[B]], dim = 0
// CHECK: return %[[R]]
func.func @parts(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<5xf32> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
  %1 = stablehlo.slice %0 [2:7] : (tensor<12xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// The concatenation is computed in any case, or the slice reaches all of its parts.
// CHECK-LABEL: func.func @used_parts
// CHECK-COUNT-2: stablehlo.concatenate
// CHECK-NOT: stablehlo.concatenate
func.func @used_parts(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<12xf32>, tensor<5xf32>, tensor<5xf32>) {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
  %1 = stablehlo.slice %0 [2:7] : (tensor<12xf32>) -> tensor<5xf32>
  %2 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %3 = stablehlo.slice %2 [2:7] : (tensor<8xf32>) -> tensor<5xf32>
  return %0, %1, %3 : tensor<12xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// Slices inside and outside of an update.
// CHECK-LABEL: func.func @of_update
// CHECK-SAME: (%[[X:.*]]: tensor<9xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[A:.*]] = stablehlo.slice %[[Y]] [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
// CHECK-DAG: %[[B:.*]] = stablehlo.slice %[[X]] [6:9] : (tensor<9xf32>) -> tensor<3xf32>
// CHECK: return %[[A]], %[[B]]
func.func @of_update(%x: tensor<9xf32>, %y: tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %c : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [3:7:2] : (tensor<9xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0 [6:9] : (tensor<9xf32>) -> tensor<3xf32>
  return %1, %2 : tensor<2xf32>, tensor<3xf32>
}

// -----

// The update is used, too, so %x may be overwritten by it.
// CHECK-LABEL: func.func @of_used_update
// CHECK-SAME: (%[[X:.*]]: tensor<9xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK: %[[U:.*]] = stablehlo.dynamic_update_slice
// CHECK: stablehlo.slice %[[U]] [6:9]
// CHECK: stablehlo.slice %[[U]] [1:4]
func.func @of_used_update(%x: tensor<9xf32>, %y: tensor<4xf32>) -> (tensor<9xf32>, tensor<3xf32>, tensor<3xf32>) {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %c : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [6:9] : (tensor<9xf32>) -> tensor<3xf32>
  %2 = stablehlo.slice %0 [1:4] : (tensor<9xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<9xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// dynamic_slice(dynamic_update_slice(x, y, i), i) = y, and the first of two updates is lost
// CHECK-LABEL: func.func @read_update
// CHECK-SAME: (%[[X:.*]]: tensor<9xf32>, %[[Y:.*]]: tensor<4xf32>, %[[Z:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<i32>)
// CHECK-NEXT: %[[R:.*]] = stablehlo.dynamic_update_slice %[[X]], %[[Z]], %[[I]]
// CHECK-NEXT: return %[[R]], %[[Z]]
func.func @read_update(%x: tensor<9xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>, %i: tensor<i32>) -> (tensor<9xf32>, tensor<4xf32>) {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
  %1 = stablehlo.dynamic_update_slice %0, %z, %i : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
  %2 = stablehlo.dynamic_slice %1, %i, sizes = [4] : (tensor<9xf32>, tensor<i32>) -> tensor<4xf32>
  return %1, %2 : tensor<9xf32>, tensor<4xf32>
}
