// Argmax and argmin of long rows, whose parts are combined in order: the first NaN, and the first of many
// equal elements.
// REQUIRES: simt, interpreter
// RUN: hlo-run %s --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-opt %s --pipeline=simt --stop-after=loops | FileCheck %s --check-prefix=PARTS

// CHECK: 6 of 6 results on simt match those on interpreter

// PARTS-DAG: into tensor<128x156xf32>
// PARTS-DAG: into tensor<3x64x78xi32>
// PARTS-DAG: into tensor<50x100x2xf32>
func.func @main(%x: tensor<20011xf32>, %y: tensor<3x5003xi32>, %z: tensor<5000x2xf32>) -> (tensor<f32>, tensor<i32>, tensor<3xi32>, tensor<3xi64>, tensor<2xf32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %long = stablehlo.constant dense<0> : tensor<i64>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %greatest = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %smallest = stablehlo.constant dense<-2147483648> : tensor<i32>

  %i = stablehlo.iota dim = 0 : tensor<20011xi32>
  %period = stablehlo.constant dense<7001> : tensor<20011xi32>
  %rest = stablehlo.remainder %i, %period : tensor<20011xi32>
  %seven = stablehlo.constant dense<7000> : tensor<20011xi32>
  %is_nan = stablehlo.compare EQ, %rest, %seven : (tensor<20011xi32>, tensor<20011xi32>) -> tensor<20011xi1>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<20011xf32>
  %with_nan = stablehlo.select %is_nan, %nan, %x : tensor<20011xi1>, tensor<20011xf32>
  %0:2 = stablehlo.reduce(%with_nan init: %least), (%i init: %zero) across dimensions = [0] : (tensor<20011xf32>, tensor<20011xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  reducer(%v: tensor<f32>, %w: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %c = stablehlo.compare GT, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %n = stablehlo.compare NE, %v, %v, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %first = stablehlo.or %c, %n : tensor<i1>
    %e = stablehlo.compare EQ, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = stablehlo.and %e, %l : tensor<i1>
    %o = stablehlo.or %first, %t : tensor<i1>
    %value = stablehlo.select %first, %v, %w : tensor<i1>, tensor<f32>
    %place = stablehlo.select %o, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }

  %four = stablehlo.constant dense<4> : tensor<3x5003xi32>
  %few = stablehlo.remainder %y, %four : tensor<3x5003xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x5003xi64>
  %1:2 = stablehlo.reduce(%few init: %smallest), (%j init: %long) across dimensions = [1] : (tensor<3x5003xi32>, tensor<3x5003xi64>, tensor<i32>, tensor<i64>) -> (tensor<3xi32>, tensor<3xi64>)
  reducer(%v: tensor<i32>, %w: tensor<i32>) (%p: tensor<i64>, %q: tensor<i64>) {
    %c = stablehlo.compare GT, %v, %w, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %n = stablehlo.compare NE, %v, %v, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.or %c, %n : tensor<i1>
    %e = stablehlo.compare EQ, %v, %w, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %l = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %t = stablehlo.and %e, %l : tensor<i1>
    %o = stablehlo.or %first, %t : tensor<i1>
    %value = stablehlo.select %first, %v, %w : tensor<i1>, tensor<i32>
    %place = stablehlo.select %o, %p, %q : tensor<i1>, tensor<i64>
    stablehlo.return %value, %place : tensor<i32>, tensor<i64>
  }

  %k = stablehlo.iota dim = 0 : tensor<5000x2xi32>
  %2:2 = stablehlo.reduce(%z init: %greatest), (%k init: %zero) across dimensions = [0] : (tensor<5000x2xf32>, tensor<5000x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  reducer(%v: tensor<f32>, %w: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %c = stablehlo.compare LT, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %n = stablehlo.compare NE, %v, %v, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %first = stablehlo.or %c, %n : tensor<i1>
    %e = stablehlo.compare EQ, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = stablehlo.and %e, %l : tensor<i1>
    %o = stablehlo.or %first, %t : tensor<i1>
    %value = stablehlo.select %first, %v, %w : tensor<i1>, tensor<f32>
    %place = stablehlo.select %o, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }

  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<f32>, tensor<i32>, tensor<3xi32>, tensor<3xi64>, tensor<2xf32>, tensor<2xi32>
}
