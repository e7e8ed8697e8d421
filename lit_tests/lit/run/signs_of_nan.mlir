// A rounded NaN keeps its sign, whether folded or computed at run time. The total order places
// it first or last by its sign.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[0x7FC00000, 0xFFC00000, 0xFF812345, 0x7F800001]> : tensor<4xf32>' | FileCheck %s
// RUN: hlo-run %s --input 'dense<[0x7FC00000, 0xFFC00000, 0xFF812345, 0x7F800001]> : tensor<4xf32>' --platform interpreter | FileCheck %s
// CHECK-COUNT-4: tensor<4xi1> [false  true  true false]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %wide = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  %c = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0xFF812345, 0x7F800001]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0> : tensor<4xi16>
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4xbf16>) -> tensor<4xi16>
  %2 = stablehlo.compare LT, %1, %zero : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  %3 = stablehlo.convert %wide : (tensor<4xf64>) -> tensor<4xbf16>
  %4 = stablehlo.bitcast_convert %3 : (tensor<4xbf16>) -> tensor<4xi16>
  %5 = stablehlo.compare LT, %4, %zero : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  %6 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf16>
  %7 = stablehlo.bitcast_convert %6 : (tensor<4xf16>) -> tensor<4xi16>
  %8 = stablehlo.compare LT, %7, %zero : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  %9 = stablehlo.convert %c : (tensor<4xf32>) -> tensor<4xbf16>
  %10 = stablehlo.bitcast_convert %9 : (tensor<4xbf16>) -> tensor<4xi16>
  %11 = stablehlo.compare LT, %10, %zero : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  return %2, %5, %8, %11 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
