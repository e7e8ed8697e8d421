// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs whose host code is compared with the loader.

/// A program, with the numbers that reads from the device find in two runs.
pub struct Program {
    pub name: &'static str,
    pub text: &'static str,
    pub reads: &'static [i64],
}

const fn program(name: &'static str, reads: &'static [i64], text: &'static str) -> Program {
    Program { name, text, reads }
}

pub const PROGRAMS: &[Program] = &[
    program(
        "types",
        &[],
        "func.func @main(%a: tensor<1000xbf16>, %b: tensor<7x3xf64>, %c: tensor<5xi1>)
             -> (tensor<1000xbf16>, tensor<7x3xf64>, tensor<5xi1>) {
           %0 = stablehlo.add %a, %a : tensor<1000xbf16>
           %1 = stablehlo.multiply %b, %b : tensor<7x3xf64>
           %2 = stablehlo.not %c : tensor<5xi1>
           return %0, %1, %2 : tensor<1000xbf16>, tensor<7x3xf64>, tensor<5xi1>
         }",
    ),
    program(
        "softmax",
        &[],
        "func.func @main(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
           %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
           %zero = stablehlo.constant dense<0.0> : tensor<f32>
           %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]
             : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
           %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<64xf32>) -> tensor<64x1000xf32>
           %2 = stablehlo.subtract %x, %1 : tensor<64x1000xf32>
           %3 = stablehlo.exponential %2 : tensor<64x1000xf32>
           %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1]
             : (tensor<64x1000xf32>, tensor<f32>) -> tensor<64xf32>
           %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<64xf32>) -> tensor<64x1000xf32>
           %6 = stablehlo.divide %3, %5 : tensor<64x1000xf32>
           return %6 : tensor<64x1000xf32>
         }",
    ),
    program(
        "product",
        &[],
        "func.func @main(%x: tensor<300x200xf32>, %y: tensor<200x100xf32>) -> tensor<f32> {
           %zero = stablehlo.constant dense<0.0> : tensor<f32>
           %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
             : (tensor<300x200xf32>, tensor<200x100xf32>) -> tensor<300x100xf32>
           %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1]
             : (tensor<300x100xf32>, tensor<f32>) -> tensor<f32>
           return %1 : tensor<f32>
         }",
    ),
    program(
        "while",
        &[1, 1, 1, 0, 1, 0],
        "func.func @main(%x: tensor<8xf32>, %limit: tensor<f32>) -> (tensor<8xf32>, tensor<i32>) {
           %zero = stablehlo.constant dense<0.0> : tensor<f32>
           %none = stablehlo.constant dense<0> : tensor<i32>
           %one = stablehlo.constant dense<1> : tensor<i32>
           %0:2 = stablehlo.while(%v = %x, %n = %none) : tensor<8xf32>, tensor<i32>
             cond {
               %s = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0]
                 : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
               %c = stablehlo.compare LT, %s, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
               stablehlo.return %c : tensor<i1>
             } do {
               %w = stablehlo.add %v, %v : tensor<8xf32>
               %m = stablehlo.add %n, %one : tensor<i32>
               stablehlo.return %w, %m : tensor<8xf32>, tensor<i32>
             }
           return %0#0, %0#1 : tensor<8xf32>, tensor<i32>
         }",
    ),
    program(
        "counted",
        &[],
        "func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
           %none = stablehlo.constant dense<0> : tensor<i32>
           %one = stablehlo.constant dense<1> : tensor<i32>
           %five = stablehlo.constant dense<5> : tensor<i32>
           %0:2 = stablehlo.while(%v = %x, %n = %none) : tensor<64x64xf32>, tensor<i32>
             cond {
               %c = stablehlo.compare LT, %n, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %c : tensor<i1>
             } do {
               %w = stablehlo.dot_general %v, %v, contracting_dims = [1] x [0]
                 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
               %m = stablehlo.add %n, %one : tensor<i32>
               stablehlo.return %w, %m : tensor<64x64xf32>, tensor<i32>
             }
           return %0#0 : tensor<64x64xf32>
         }",
    ),
    program(
        "nested",
        &[1, 1, 0, 0, 1, 1, 0, 0],
        "func.func @main(%x: tensor<4096xf32>, %limit: tensor<f32>) -> tensor<4096xf32> {
           %at = stablehlo.constant dense<0> : tensor<i32>
           %0 = stablehlo.while(%v = %x) : tensor<4096xf32>
             cond {
               %s = stablehlo.slice %v [0:1] : (tensor<4096xf32>) -> tensor<1xf32>
               %t = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
               %c = stablehlo.compare LT, %t, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
               stablehlo.return %c : tensor<i1>
             } do {
               %1 = stablehlo.while(%w = %v) : tensor<4096xf32>
                 cond {
                   %s = stablehlo.slice %w [9:10] : (tensor<4096xf32>) -> tensor<1xf32>
                   %t = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
                   %c = stablehlo.compare GT, %t, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
                   stablehlo.return %c : tensor<i1>
                 } do {
                   %y = stablehlo.sine %w : tensor<4096xf32>
                   stablehlo.return %y : tensor<4096xf32>
                 }
               %z = stablehlo.reverse %1, dims = [0] : tensor<4096xf32>
               stablehlo.return %z : tensor<4096xf32>
             }
           return %0 : tensor<4096xf32>
         }",
    ),
    program("branch", &[1, 0], BRANCH),
    program("case", &[0, 1], CASE),
    program("case_of_others", &[2, -7], CASE),
    program(
        "empty",
        &[],
        "func.func @main(%x: tensor<0x4xf32>, %y: tensor<3xi8>) -> (tensor<0x4xf32>, tensor<3xi8>) {
           %0 = stablehlo.add %x, %x : tensor<0x4xf32>
           %1 = stablehlo.add %y, %y : tensor<3xi8>
           return %0, %1 : tensor<0x4xf32>, tensor<3xi8>
         }",
    ),
    program(
        "no_kernels",
        &[],
        "func.func @main(%x: tensor<16xi32>) -> tensor<16xi32> {
           return %x : tensor<16xi32>
         }",
    ),
    program(
        "constants",
        &[0, 1],
        "func.func @main(%x: tensor<6xi32>, %c: tensor<i1>) -> (tensor<6xi32>, tensor<6xi32>) {
           %0 = stablehlo.constant dense<[3, 1, 4, 1, 5, 9]> : tensor<6xi32>
           %1 = \"stablehlo.if\"(%c) ({
             %2 = stablehlo.add %x, %0 : tensor<6xi32>
             stablehlo.return %2 : tensor<6xi32>
           }, {
             stablehlo.return %0 : tensor<6xi32>
           }) : (tensor<i1>) -> tensor<6xi32>
           return %0, %1 : tensor<6xi32>, tensor<6xi32>
         }",
    ),
    program(
        "donated",
        &[],
        "func.func @main(%x: tensor<512xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<512xf32>)
             -> (tensor<512xf32>, tensor<512xf32>) {
           %0 = stablehlo.add %x, %y : tensor<512xf32>
           %1 = stablehlo.multiply %x, %y : tensor<512xf32>
           return %0, %1 : tensor<512xf32>, tensor<512xf32>
         }",
    ),
];

const BRANCH: &str = "
    func.func @main(%x: tensor<256xf32>, %c: tensor<i1>) -> tensor<256xf32> {
      %0 = \"stablehlo.if\"(%c) ({
        %1 = stablehlo.sine %x : tensor<256xf32>
        %2 = stablehlo.reverse %1, dims = [0] : tensor<256xf32>
        stablehlo.return %2 : tensor<256xf32>
      }, {
        %1 = stablehlo.reverse %x, dims = [0] : tensor<256xf32>
        stablehlo.return %1 : tensor<256xf32>
      }) : (tensor<i1>) -> tensor<256xf32>
      return %0 : tensor<256xf32>
    }";

const CASE: &str = "
    func.func @main(%x: tensor<256xf32>, %n: tensor<i32>) -> tensor<256xf32> {
      %0 = \"stablehlo.case\"(%n) ({
        %1 = stablehlo.reverse %x, dims = [0] : tensor<256xf32>
        stablehlo.return %1 : tensor<256xf32>
      }, {
        %1 = stablehlo.cosine %x : tensor<256xf32>
        %2 = stablehlo.reverse %1, dims = [0] : tensor<256xf32>
        stablehlo.return %2 : tensor<256xf32>
      }, {
        stablehlo.return %x : tensor<256xf32>
      }) : (tensor<i32>) -> tensor<256xf32>
      return %0 : tensor<256xf32>
    }";
