// REQUIRES: cpu
// The instructions of each target for products of narrow integers. Tests run the code of x86-64,
// of AArch64 (in QEMU) and of WebAssembly (in Node). The code of AVX-VNNI and AVX-VNNI-INT8 is not
// run, as neither the machines of the tests nor QEMU 7.2 have these instructions.

// RUN: hlo-compile %s --target x86_64-linux-gnu --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=SSE2
// SSE2: pmaddwd

// RUN: hlo-compile %s --target x86_64-linux-gnu --cpu x86-64-v3 --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=AVX2
// AVX2: vpmaddwd {{.*}}%ymm

// RUN: hlo-compile %s --target x86_64-linux-gnu --cpu znver4 --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=AVX512
// AVX512: vpdpbusd {{.*}}%zmm

// RUN: hlo-compile %s --target x86_64-linux-gnu --cpu x86-64-v3 --features +avxvnni --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=VNNI
// VNNI: vpdpbusd {{.*}}%ymm

// RUN: hlo-compile %s --target x86_64-linux-gnu --cpu x86-64-v3 --features +avxvnni,+avxvnniint8 --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=INT8
// INT8-NOT: xor{{.*}}%ymm
// INT8: vpdpbssd {{.*}}%ymm

// RUN: hlo-compile %s --target aarch64-linux-gnu --features +dotprod --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=NEON
// NEON: sdot v

// RUN: sed s/128xi8/128xui8/ %s > %t.mixed.mlir
// RUN: hlo-compile %t.mixed.mlir --target aarch64-linux-gnu --features +dotprod,+i8mm --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=I8MM
// I8MM: usdot v

// RUN: hlo-compile %s --target wasm32 --features +simd128 --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=WASM
// WASM: i32x4.dot_i16x8_s

// RISC-V has no such instruction in the vector extension; the factors are widened.
// RUN: hlo-compile %s --target riscv64-linux-gnu --features +v --name f -o %t.o --header %t.h
// RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=RISCV
// RISCV: {{vmacc|vmadd}}.v

func.func @main(%a: tensor<64x128xi8>, %b: tensor<128x64xi8>) -> tensor<64x64xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<64x128xi8>, tensor<128x64xi8>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}
