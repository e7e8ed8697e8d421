// REQUIRES: cpu
// RUN: hlo-run %s --entry product --input 'dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>' --input 'dense<[[1.0, 0.0], [0.0, 2.0]]> : tensor<2x2xf32>' --input 'dense<1.0> : tensor<2x2xf32>' | FileCheck %s --check-prefix=PRODUCT
// RUN: hlo-run %s --entry linalg --input 'dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>' --input 'dense<[[1.0, 0.0], [0.0, 2.0]]> : tensor<2x2xf32>' | FileCheck %s --check-prefix=LINALG
// RUN: hlo-run %s --entry half --input 'dense<[0.0, 6.0e-8, 6.2e-5, 1.0, 0x7C00, 0x7E00]> : tensor<6xf16>' --input 'dense<0> : tensor<6xi8>' | FileCheck %s --check-prefix=HALF
// RUN: hlo-compile %s --entry product --name product -o %t.o --header %t.h
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h

// An argument that the program writes is a result. Other arguments are read only.
// PRODUCT: out0: tensor<2x2xf32>
// PRODUCT-NEXT: 2.0 5.0
// PRODUCT-NEXT: 4.0 9.0
// PRODUCT-NOT: out1
// HEADER: product(
func.func @product(%a: memref<2x2xf32>, %b: memref<2x2xf32>, %c: memref<2x2xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 2 {
        %0 = affine.load %a[%i, %k] : memref<2x2xf32>
        %1 = affine.load %b[%k, %j] : memref<2x2xf32>
        %2 = affine.load %c[%i, %j] : memref<2x2xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<2x2xf32>
      }
    }
  }
  return
}

// LINALG: out0: tensor<2x2xf32>
// LINALG-NEXT: 1.0 4.0
// LINALG-NEXT: 3.0 8.0
func.func @linalg(%a: memref<2x2xf32>, %b: memref<2x2xf32>) -> memref<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<2x2xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<2x2xf32>)
  linalg.matmul ins(%a, %b : memref<2x2xf32>, memref<2x2xf32>) outs(%c : memref<2x2xf32>)
  return %c : memref<2x2xf32>
}

// A number that is subnormal in f16 is normal in f32, with which the code computes.
// HALF: out0: tensor<6xi8> [ 8  8 12 12  1  2]
func.func @half(%x: memref<6xf16>, %y: memref<6xi8>) {
  %one = arith.constant 1 : i8
  %two = arith.constant 2 : i8
  %four = arith.constant 4 : i8
  %eight = arith.constant 8 : i8
  %none = arith.constant 0 : i8
  affine.for %i = 0 to 6 {
    %0 = affine.load %x[%i] : memref<6xf16>
    %is_infinite = math.isinf %0 : f16
    %is_nan = math.isnan %0 : f16
    %is_normal = math.isnormal %0 : f16
    %is_finite = math.isfinite %0 : f16
    %1 = arith.select %is_infinite, %one, %none : i8
    %2 = arith.select %is_nan, %two, %none : i8
    %3 = arith.select %is_normal, %four, %none : i8
    %4 = arith.select %is_finite, %eight, %none : i8
    %5 = arith.addi %1, %2 : i8
    %6 = arith.addi %3, %4 : i8
    %7 = arith.addi %5, %6 : i8
    affine.store %7, %y[%i] : memref<6xi8>
  }
  return
}
