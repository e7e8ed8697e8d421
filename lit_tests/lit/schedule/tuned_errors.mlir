// Tuned schedules that do not fit their operations.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{threads=2},hloom-contraction-to-loops{vector-bits=256 registers=16 threads=2}))'

// Five rows of four vectors need more registers.
module attributes {hloom.tuned = [{op = "kernel rows 24(48,0,32) columns 32(0,1,1) depth 48(1,32,0) of 32 by 32 into 32 bits", kernel = array<i64: 5, 4>}]} {
  func.func @large_kernel(%a: memref<24x48xf32>, %b: memref<48x32xf32>, %c: memref<24x32xf32>) {
    // expected-error @below {{expected rows and vectors that fit the operands and 16 registers, found 5 and 4}}
    linalg.matmul ins(%a, %b : memref<24x48xf32>, memref<48x32xf32>) outs(%c : memref<24x32xf32>)
    return
  }
}

// -----

// A tile has at least one row.
module attributes {hloom.tuned = [{op = "kernel rows 24(48,0,32) columns 32(0,1,1) depth 48(1,32,0) of 32 by 32 into 32 bits", kernel = array<i64: 0, 4>}]} {
  func.func @empty_kernel(%a: memref<24x48xf32>, %b: memref<48x32xf32>, %c: memref<24x32xf32>) {
    // expected-error @below {{expected rows and vectors that fit the operands and 16 registers, found 0 and 4}}
    linalg.matmul ins(%a, %b : memref<24x48xf32>, memref<48x32xf32>) outs(%c : memref<24x32xf32>)
    return
  }
}

// -----

// expected-error @below {{attribute `hloom.tuned`: expected an array of dictionaries}}
module attributes {hloom.tuned = [{op = "a", kernel = array<i64: 1>}]} {
  func.func @wrong_form(%a: memref<24x48xf32>, %b: memref<48x32xf32>, %c: memref<24x32xf32>) {
    linalg.matmul ins(%a, %b : memref<24x48xf32>, memref<48x32xf32>) outs(%c : memref<24x32xf32>)
    return
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

module attributes {hloom.tuned = [{op = "elementwise 1024x512 of f32 and 1 more #59712504911f", tile = array<i64: 48>}]} {
  func.func @not_a_divisor(%x: tensor<1024x512xf32>, %f: tensor<1024xf32>) -> tensor<1024x512xf32> {
    %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1024x512xf32>) outs(%f : tensor<1024xf32>) {
    ^bb0(%i: f32, %o: f32):
      %a = arith.addf %o, %i : f32
      linalg.yield %a : f32
    } -> tensor<1024xf32>
    %e1 = tensor.empty() : tensor<1024x512xf32>
    // expected-error @below {{expected divisors of the extents [1024], found [48]}}
    %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<1024x512xf32>, tensor<1024xf32>) outs(%e1 : tensor<1024x512xf32>) {
    ^bb0(%i: f32, %s: f32, %o: f32):
      %d = arith.divf %i, %s : f32
      linalg.yield %d : f32
    } -> tensor<1024x512xf32>
    return %q : tensor<1024x512xf32>
  }
}
