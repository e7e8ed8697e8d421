// Long scans of few lines are scans of chunks: forward and reverse, with and without padding, along the
// last dimension and another one.
// REQUIRES: simt, interpreter
// RUN: hlo-run %s --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-opt %s --pipeline=simt --stop-after=hlo | FileCheck %s --check-prefix=CHUNKS

// CHECK: 5 of 5 results on simt match those on interpreter

// CHUNKS-DAG: stablehlo.add %{{.*}} : tensor<40x25xi32>
// CHUNKS-DAG: stablehlo.maximum %{{.*}} : tensor<3x20x35xf32>
// CHUNKS-DAG: stablehlo.and %{{.*}} : tensor<15x20x2xi1>
// CHUNKS-DAG: stablehlo.minimum %{{.*}} : tensor<2x17x16xui8>
// CHUNKS-DAG: stablehlo.multiply %{{.*}} : tensor<17x16x9xi16>
func.func @main(%a: tensor<1000xi32>, %b: tensor<3x700xf32>, %c: tensor<300x2xi1>, %d: tensor<2x257xui8>, %e: tensor<257x9xi16>)
    -> (tensor<1000xi32>, tensor<3x700xf32>, tensor<300x2xi1>, tensor<2x257xui8>, tensor<257x9xi16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %0 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<1000xi32>, tensor<i32>) -> tensor<1000xi32>

  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %maximum = "stablehlo.reduce_window"(%b, %least) <{window_dimensions = array<i64: 1, 700>, padding = dense<[[0, 0], [0, 699]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %0 = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<3x700xf32>, tensor<f32>) -> tensor<3x700xf32>

  %true = stablehlo.constant dense<true> : tensor<i1>
  %and = "stablehlo.reduce_window"(%c, %true) <{window_dimensions = array<i64: 300, 1>, padding = dense<[[299, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %0 = stablehlo.and %x, %y : tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<300x2xi1>, tensor<i1>) -> tensor<300x2xi1>

  %most = stablehlo.constant dense<100> : tensor<ui8>
  %minimum = "stablehlo.reduce_window"(%d, %most) <{window_dimensions = array<i64: 1, 257>, padding = dense<[[0, 0], [0, 256]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
    %0 = stablehlo.minimum %x, %y : tensor<ui8>
    stablehlo.return %0 : tensor<ui8>
  }) : (tensor<2x257xui8>, tensor<ui8>) -> tensor<2x257xui8>

  %one = stablehlo.constant dense<1> : tensor<i16>
  %ones = stablehlo.constant dense<1> : tensor<257x9xi16>
  %odd = stablehlo.or %e, %ones : tensor<257x9xi16>
  %product = "stablehlo.reduce_window"(%odd, %one) <{window_dimensions = array<i64: 257, 1>, padding = dense<[[256, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<i16>, %y: tensor<i16>):
    %0 = stablehlo.multiply %x, %y : tensor<i16>
    stablehlo.return %0 : tensor<i16>
  }) : (tensor<257x9xi16>, tensor<i16>) -> tensor<257x9xi16>
  return %sum, %maximum, %and, %minimum, %product : tensor<1000xi32>, tensor<3x700xf32>, tensor<300x2xi1>, tensor<2x257xui8>, tensor<257x9xi16>
}
