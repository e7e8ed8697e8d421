// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// convert(x) : T -> T = x
// CHECK-LABEL: func.func @itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// convert(convert(x)) = convert(x)
// CHECK-LABEL: func.func @widened
// CHECK-SAME: (%[[X:.*]]: tensor<4xi8>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.convert %[[X]] : (tensor<4xi8>) -> tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @widened(%x: tensor<4xi8>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xi32>
  %1 = stablehlo.convert %0 : (tensor<4xi32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @there_and_back
// CHECK-SAME: (%[[X:.*]]: tensor<4xbf16>)
// CHECK-NEXT: return %[[X]] : tensor<4xbf16>
func.func @there_and_back(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = stablehlo.convert %x : (tensor<4xbf16>) -> tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @cut
// CHECK-SAME: (%[[X:.*]]: tensor<4xi64>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.convert %[[X]] : (tensor<4xi64>) -> tensor<4xui8>
// CHECK-NEXT: return %[[V1]] : tensor<4xui8>
func.func @cut(%x: tensor<4xi64>) -> tensor<4xui8> {
  %0 = stablehlo.convert %x : (tensor<4xi64>) -> tensor<4xi32>
  %1 = stablehlo.convert %0 : (tensor<4xi32>) -> tensor<4xui8>
  return %1 : tensor<4xui8>
}

// -----

// Not if the intermediate type loses values.
// CHECK-LABEL: func.func @rounded
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.convert %[[X]] : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.convert %[[V1]] : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @rounded(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// -1 : i8 is 255 : ui8, but -1.0 saturates to 0.
// CHECK-LABEL: func.func @saturated
// CHECK-SAME: (%[[X:.*]]: tensor<4xi8>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.convert %[[X]] : (tensor<4xi8>) -> tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.convert %[[V1]] : (tensor<4xf32>) -> tensor<4xui8>
// CHECK-NEXT: return %[[V2]] : tensor<4xui8>
func.func @saturated(%x: tensor<4xi8>) -> tensor<4xui8> {
  %0 = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xui8>
  return %1 : tensor<4xui8>
}

// -----

// 256 is true, its low byte is not.
// CHECK-LABEL: func.func @cut_to_boolean
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.convert %[[X]] : (tensor<4xi32>) -> tensor<4xi8>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.convert %[[V1]] : (tensor<4xi8>) -> tensor<4xi1>
// CHECK-NEXT: return %[[V2]] : tensor<4xi1>
func.func @cut_to_boolean(%x: tensor<4xi32>) -> tensor<4xi1> {
  %0 = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xi8>
  %1 = stablehlo.convert %0 : (tensor<4xi8>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

// bitcast(bitcast(x)) = bitcast(x)
// CHECK-LABEL: func.func @bitcast
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.bitcast_convert %[[X]] : (tensor<4xf32>) -> tensor<4xui32>
// CHECK-NEXT: return %[[V1]], %[[X]] : tensor<4xui32>, tensor<4xf32>
func.func @bitcast(%x: tensor<4xf32>) -> (tensor<4xui32>, tensor<4xf32>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4xi32>) -> tensor<4xui32>
  %2 = stablehlo.bitcast_convert %1 : (tensor<4xui32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xui32>, tensor<4xf32>
}

// -----

// reduce_precision(x) = x if no bits are removed
// CHECK-LABEL: func.func @enough_precision
// CHECK-SAME: (%[[X:.*]]: tensor<4xbf16>)
// CHECK-NEXT: return %[[X]] : tensor<4xbf16>
func.func @enough_precision(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = stablehlo.reduce_precision %x, format = e8m7 : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @less_precision
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.reduce_precision %[[X]], format = e8m7 : tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @less_precision(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %x, format = e8m7 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// real(complex(x, y)) = x, imag(complex(x, y)) = y
// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]], %[[Y]] : tensor<4xf32>, tensor<4xf32>
func.func @parts(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.imag %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// complex(real(z), imag(z)) = z
// CHECK-LABEL: func.func @together
// CHECK-SAME: (%[[Z:.*]]: tensor<4xcomplex<f64>>)
// CHECK-NEXT: return %[[Z]] : tensor<4xcomplex<f64>>
func.func @together(%z: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.real %z : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %1 = stablehlo.imag %z : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.complex %0, %1 : tensor<4xcomplex<f64>>
  return %2 : tensor<4xcomplex<f64>>
}
