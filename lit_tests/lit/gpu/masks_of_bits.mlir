// Masks of signs and magnitudes, which lavapipe confuses if it uses AVX-512.

// REQUIRES: vulkan
// RUN: hlo-run %s --platform vulkan --random-inputs --large-range --compare-with interpreter | FileCheck %s
// CHECK: 2 of 2 results on vulkan match those on interpreter

func.func @main(%a: tensor<64xi32>, %b: tensor<64xi32>, %f: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %sign = stablehlo.constant dense<-2147483648> : tensor<64xi32>
  %rest = stablehlo.constant dense<2147483647> : tensor<64xi32>
  %square = stablehlo.multiply %f, %f : tensor<64xf32>
  %bits = stablehlo.bitcast_convert %square : (tensor<64xf32>) -> tensor<64xi32>
  %0 = stablehlo.and %bits, %rest : tensor<64xi32>
  %1 = stablehlo.and %b, %sign : tensor<64xi32>
  %2 = stablehlo.or %0, %1 : tensor<64xi32>
  %3 = stablehlo.bitcast_convert %2 : (tensor<64xi32>) -> tensor<64xf32>
  %4 = stablehlo.compare LT, %a, %b : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %5 = stablehlo.select %4, %3, %square : tensor<64xi1>, tensor<64xf32>
  %6 = stablehlo.power %f, %f : tensor<64xf32>
  return %5, %6 : tensor<64xf32>, tensor<64xf32>
}
