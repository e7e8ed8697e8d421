// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-linear-algebra)' | FileCheck %s

// Each iteration solves one row: it subtracts the product of the row's elements before the diagonal
// and the rows that are solved, and divides by the element on the diagonal.
// CHECK-LABEL: func.func @solve
// CHECK-SAME: (%[[A:.*]]: tensor<3x3xf32>, %[[B:.*]]: tensor<3x2xf32>)
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%[[ROW:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) : tensor<i64>, tensor<3x2xf32>
// CHECK: stablehlo.compare LT, %[[ROW]], %{{.*}}
// CHECK: %[[NEXT:.*]] = stablehlo.add %[[ROW]]
// CHECK: %[[WHOLE:.*]] = stablehlo.dynamic_slice %[[A]], %[[ROW]], %{{.*}}, sizes = [1, 3]
// CHECK: %[[DIAGONAL:.*]] = stablehlo.broadcast_in_dim %[[ROW]], dims = [] : (tensor<i64>) -> tensor<1x3xi64>
// CHECK: %[[COLUMNS:.*]] = stablehlo.iota dim = 1 : tensor<1x3xi64>
// CHECK: %[[BEFORE:.*]] = stablehlo.compare LT, %[[COLUMNS]], %[[DIAGONAL]]
// CHECK: %[[KNOWN:.*]] = stablehlo.select %[[BEFORE]], %[[WHOLE]], %{{.*}}
// CHECK: %[[RIGHT:.*]] = stablehlo.dynamic_slice %[[B]], %[[ROW]], %{{.*}}, sizes = [1, 2]
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[KNOWN]], %[[X]], contracting_dims = [1] x [0]
// CHECK: %[[REST:.*]] = stablehlo.subtract %[[RIGHT]], %[[PRODUCT]]
// CHECK: %[[PIVOT:.*]] = stablehlo.dynamic_slice %[[A]], %[[ROW]], %[[ROW]], sizes = [1, 1]
// CHECK: %[[PIVOTS:.*]] = stablehlo.broadcast_in_dim %[[PIVOT]], dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x2xf32>
// CHECK: %[[SOLVED:.*]] = stablehlo.divide %[[REST]], %[[PIVOTS]]
// CHECK: %[[NEW:.*]] = stablehlo.dynamic_update_slice %[[X]], %[[SOLVED]], %[[ROW]], %{{.*}}
// CHECK: stablehlo.return %[[NEXT]], %[[NEW]]
// CHECK: return %[[LOOP]]#1
func.func @solve(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// The adjoint of a lower triangle is an upper one, which is solved from the last row. There is no
// division by a diagonal of ones.
// CHECK-LABEL: func.func @adjoint
// CHECK: %[[IM:.*]] = stablehlo.imag %arg0
// CHECK: %[[MINUS:.*]] = stablehlo.negate %[[IM]]
// CHECK: %[[CONJUGATE:.*]] = stablehlo.complex %{{.*}}, %[[MINUS]]
// CHECK: %[[ADJOINT:.*]] = stablehlo.transpose %[[CONJUGATE]], dims = [1, 0]
// CHECK: stablehlo.while(%[[COUNTER:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: stablehlo.add %[[COUNTER]]
// CHECK: %[[LAST:.*]] = stablehlo.constant dense<1> : tensor<i64>
// CHECK-NEXT: %[[ROW:.*]] = stablehlo.subtract %[[LAST]], %[[COUNTER]]
// CHECK: stablehlo.dynamic_slice %[[ADJOINT]], %[[ROW]]
// CHECK: stablehlo.compare GT
// CHECK-NOT: stablehlo.divide
// CHECK: return
func.func @adjoint(%a: tensor<2x2xcomplex<f32>>, %b: tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  return %0 : tensor<2x1xcomplex<f32>>
}

// A large system is solved in blocks of 64 rows, with a product of matrices between them. With the
// unknowns on the left, both sides are transposed, and the last rows are solved first. Elements of
// 16 bits are computed in f32.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[WIDE_A:.*]] = stablehlo.convert %arg0 : (tensor<2x100x100xbf16>) -> tensor<2x100x100xf32>
// CHECK: %[[WIDE_B:.*]] = stablehlo.convert %arg1
// CHECK: %[[A:.*]] = stablehlo.transpose %[[WIDE_A]], dims = [0, 2, 1]
// CHECK: %[[B:.*]] = stablehlo.transpose %[[WIDE_B]], dims = [0, 2, 1]
// CHECK: stablehlo.slice %[[B]] [0:2, 64:100, 0:7]
// CHECK: stablehlo.slice %[[A]] [0:2, 64:100, 64:100]
// CHECK: %[[SECOND:.*]]:2 = stablehlo.while{{.*}} : tensor<i64>, tensor<2x36x7xf32>
// CHECK: %[[REST:.*]] = stablehlo.slice %[[B]] [0:2, 0:64, 0:7]
// CHECK: %[[FACTOR:.*]] = stablehlo.slice %[[A]] [0:2, 0:64, 64:100]
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[FACTOR]], %[[SECOND]]#1, batching_dims = [0] x [0], contracting_dims = [2] x [1]
// CHECK: stablehlo.subtract %[[REST]], %[[PRODUCT]]
// CHECK: %[[FIRST:.*]]:2 = stablehlo.while{{.*}} : tensor<i64>, tensor<2x64x7xf32>
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %[[FIRST]]#1, %[[SECOND]]#1, dim = 1
// CHECK: %[[X:.*]] = stablehlo.transpose %[[ALL]], dims = [0, 2, 1]
// CHECK: stablehlo.convert %[[X]] : (tensor<2x7x100xf32>) -> tensor<2x7x100xbf16>
func.func @blocks(%a: tensor<2x100x100xbf16>, %b: tensor<2x7x100xbf16>) -> tensor<2x7x100xbf16> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x100x100xbf16>, tensor<2x7x100xbf16>) -> tensor<2x7x100xbf16>
  return %0 : tensor<2x7x100xbf16>
}

// Each iteration computes one column of the factor. All elements are NaN if the last one is.
// CHECK-LABEL: func.func @cholesky
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%[[COLUMN:.*]] = %{{.*}}, %[[L:.*]] = %{{.*}}) : tensor<i64>, tensor<3x3xf32>
// CHECK: %[[ROW:.*]] = stablehlo.dynamic_slice %[[L]], %[[COLUMN]], %{{.*}}, sizes = [1, 3]
// CHECK: %[[TRANSPOSED:.*]] = stablehlo.transpose %[[ROW]], dims = [1, 0]
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[L]], %[[TRANSPOSED]], contracting_dims = [1] x [0]
// CHECK: %[[GIVEN:.*]] = stablehlo.dynamic_slice %arg0, %{{.*}}, %[[COLUMN]], sizes = [3, 1]
// CHECK: %[[REST:.*]] = stablehlo.subtract %[[GIVEN]], %[[PRODUCT]]
// CHECK: %[[PIVOT:.*]] = stablehlo.dynamic_slice %[[REST]], %[[COLUMN]], %{{.*}}, sizes = [1, 1]
// CHECK: %[[ROOT:.*]] = stablehlo.sqrt %[[PIVOT]]
// CHECK: %[[ROOTS:.*]] = stablehlo.broadcast_in_dim %[[ROOT]]
// CHECK: %[[QUOTIENT:.*]] = stablehlo.divide %[[REST]], %[[ROOTS]]
// CHECK: %[[BELOW:.*]] = stablehlo.compare GE
// CHECK: %[[NEW:.*]] = stablehlo.select %[[BELOW]], %[[QUOTIENT]], %{{.*}}
// CHECK: stablehlo.dynamic_update_slice %[[L]], %[[NEW]], %{{.*}}, %[[COLUMN]]
// CHECK: %[[LAST:.*]] = stablehlo.slice %[[LOOP]]#1 [2:3, 2:3]
// CHECK: %[[IS_NAN:.*]] = stablehlo.compare NE, %[[LAST]], %[[LAST]]
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[IS_NAN]]
// CHECK: %[[RESULT:.*]] = stablehlo.select %[[ALL]], %{{.*}}, %[[LOOP]]#1
// CHECK: return %[[RESULT]]
func.func @cholesky(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// The upper factor is the adjoint of the lower one.
// CHECK-LABEL: func.func @upper
// CHECK: stablehlo.transpose %arg0, dims = [1, 0]
// CHECK: stablehlo.while
// CHECK: %[[LOWER:.*]] = stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<3x3xi1>, tensor<3x3xf64>
// CHECK: %[[UPPER:.*]] = stablehlo.transpose %[[LOWER]], dims = [1, 0]
// CHECK: return %[[UPPER]]
func.func @upper(%a: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0 = stablehlo.cholesky %a : tensor<3x3xf64>
  return %0 : tensor<3x3xf64>
}

// CHECK-LABEL: func.func @no_elements
// CHECK-NEXT: return %arg0, %arg1
func.func @no_elements(%a: tensor<0x3x3xf32>, %b: tensor<0x3x2xf32>) -> (tensor<0x3x3xf32>, tensor<0x3x2xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<0x3x3xf32>
  %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<0x3x3xf32>, tensor<0x3x2xf32>) -> tensor<0x3x2xf32>
  return %0, %1 : tensor<0x3x3xf32>, tensor<0x3x2xf32>
}

// Other operations are unchanged.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: stablehlo.sqrt
// CHECK-NEXT: return
func.func @others(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.sqrt %0 : tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// Dynamic shapes have no expansion.
// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT: stablehlo.cholesky %arg0, lower = true : tensor<?x?xf32>
// CHECK-NEXT: stablehlo.cholesky %arg1, lower = true : tensor<?x3x3xf32>
// CHECK-NEXT: "stablehlo.triangular_solve"(%arg0, %arg2)
// CHECK-NEXT: "stablehlo.triangular_solve"(%arg3, %arg2)
// CHECK-NEXT: return
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x3x3xf32>, %c: tensor<?x2xf32>, %d: tensor<3x3xf32>) -> (tensor<?x?xf32>, tensor<?x3x3xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<?x?xf32>
  %1 = stablehlo.cholesky %b, lower = true : tensor<?x3x3xf32>
  %2 = "stablehlo.triangular_solve"(%a, %c) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %3 = "stablehlo.triangular_solve"(%d, %c) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x3x3xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}
