// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=128 registers=32 dot-products=llvm.aarch64.neon.sdot.v4i32.v16i8:s8:s8:4}),canonicalize,cse)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=128 registers=16 dot-products=llvm.x86.avx512.vpdpbusd.128:u8:s8:4}),canonicalize,cse)' | FileCheck %s --check-prefix=FLIP
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=128 registers=16 dot-products=llvm.wasm.dot:s16:s16:4:add}),canonicalize,cse)' | FileCheck %s --check-prefix=PAIRS
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{vector-bits=128 registers=16}),canonicalize,cse)' | FileCheck %s --check-prefix=NONE
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-contraction-to-loops{dot-products=llvm.wasm.dot:s16:4}))' 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: option `dot-products`: expected INTRINSIC:FACTOR:FACTOR:LANES or {{.*}}, found `llvm.wasm.dot:s16:4`

// A lane of the instruction takes four iterations of the depth. Rows of the panel are interleaved,
// and a group of the left operand is broadcast as one lane.
// CHECK-LABEL: func.func @product
// CHECK-DAG: memref.alloca() {{.*}} : memref<256xi8>
// CHECK: vector.interleave {{.*}} : vector<4xi8> -> vector<8xi8>
// CHECK: vector.interleave {{.*}} : vector<8xi8> -> vector<16xi8>
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<16xi8>
// CHECK: vector.load {{.*}} vector<4xi8>
// CHECK: vector.bitcast {{.*}} : vector<4xi8> to vector<1xi32>
// CHECK: vector.broadcast {{.*}} to vector<4xi32>
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"({{.*}}) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>

// An instruction for another sign inverts the highest bit of left factors. Sums start at the
// correction of their column.
// FLIP-LABEL: func.func @product
// FLIP: %[[HIGHEST:.*]] = arith.constant dense<-128> : vector<16xi8>
// FLIP: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"(%{{.*}}, %[[HIGHEST]], %{{.*}})
// FLIP: arith.subi {{.*}} : vector<4xi32>
// FLIP: arith.xori {{.*}}, %[[HIGHEST]] : vector<16xi8>
// FLIP: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"

// Pairs of 16 bits: both operands are extended when they are packed.
// PAIRS-LABEL: func.func @product
// PAIRS: arith.extsi {{.*}} : vector<4xi8> to vector<4xi16>
// PAIRS: arith.extsi {{.*}} : vector<8xi8> to vector<8xi16>
// PAIRS: %[[SUMS:.*]] = llvm.call_intrinsic "llvm.wasm.dot"({{.*}}) : (vector<8xi16>, vector<8xi16>) -> vector<4xi32>
// PAIRS: arith.addi {{.*}}, %[[SUMS]] : vector<4xi32>

// NONE-LABEL: func.func @product
// NONE-NOT: call_intrinsic
// NONE: arith.muli {{.*}} : vector<4xi32>
func.func @product(%a: memref<32x64xi8>, %b: memref<64x4xi8>, %c: memref<32x4xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<32x4xi32>)
  linalg.matmul ins(%a, %b : memref<32x64xi8>, memref<64x4xi8>) outs(%c : memref<32x4xi32>)
  return
}

// The last group of a row has one element, and is not read beyond the end of the operand.
// CHECK-LABEL: func.func @odd_depth
// CHECK: llvm.call_intrinsic
// CHECK: memref.load
// CHECK: vector.from_elements
// CHECK: llvm.call_intrinsic
func.func @odd_depth(%a: memref<32x65xi8>, %b: memref<65x4xi8>, %c: memref<32x4xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<32x4xi32>)
  linalg.matmul ins(%a, %b : memref<32x65xi8>, memref<65x4xi8>) outs(%c : memref<32x4xi32>)
  return
}

// The depth is contiguous in both operands: vectors run along it.
// CHECK-LABEL: func.func @rows_by_rows
// CHECK-COUNT-2: vector.load {{.*}} vector<16xi8>
// CHECK: llvm.call_intrinsic
// CHECK: vector.reduction <add>
func.func @rows_by_rows(%a: memref<2x512xi8>, %b: memref<3x512xi8>, %c: memref<2x3xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<2x3xi32>)
  linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : memref<2x512xi8>, memref<3x512xi8>) outs(%c : memref<2x3xi32>) {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %left = arith.extsi %x : i8 to i32
    %right = arith.extsi %y : i8 to i32
    %product = arith.muli %left, %right : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  }
  return
}

// Products that wrap at 16 bits are not those of the instruction.
// CHECK-LABEL: func.func @narrow_sums
// CHECK-NOT: call_intrinsic
// CHECK: return
func.func @narrow_sums(%a: memref<32x64xi8>, %b: memref<64x8xi8>, %c: memref<32x8xi16>) {
  linalg.matmul ins(%a, %b : memref<32x64xi8>, memref<64x8xi8>) outs(%c : memref<32x8xi16>)
  return
}
