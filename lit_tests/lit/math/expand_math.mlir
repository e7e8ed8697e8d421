// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-expand-math))' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-expand-math{fma=false}))' | FileCheck %s --check-prefix=NOFMA
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-expand-math{keep=math.exp,math.sin}))' | FileCheck %s --check-prefix=KEEP

// Functions are expanded, instructions are unchanged.
// CHECK-LABEL: func.func @scalar
// CHECK-NOT: math.exp
// CHECK: math.fma
// CHECK-NOT: math.exp
// CHECK: math.floor
// NOFMA-LABEL: func.func @scalar
// NOFMA-NOT: math.fma
// NOFMA: math.floor
// KEEP-LABEL: func.func @scalar
// KEEP-NEXT: math.exp
func.func @scalar(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.floor %0 : f32
  return %1 : f32
}

// 16-bit formats are computed in f32.
// CHECK-LABEL: func.func @half
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK-NOT: math.tanh
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @half(%x: bf16) -> bf16 {
  %0 = math.tanh %x : bf16
  return %0 : bf16
}

// Vectors take the same steps with splat constants.
// CHECK-LABEL: func.func @vector
// CHECK: arith.constant dense<{{.*}}> : vector<8xf32>
// CHECK-NOT: math.log
// CHECK: return %{{.*}} : vector<8xf32>
func.func @vector(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.log %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// f32 angles are reduced in f64.
// CHECK-LABEL: func.func @sincos
// CHECK: arith.extf %{{.*}} : f32 to f64
// CHECK-NOT: math.sincos
// KEEP-LABEL: func.func @sincos
// KEEP-NOT: math.sincos
func.func @sincos(%x: f32) -> (f32, f32) {
  %0, %1 = math.sincos %x : f32
  return %0, %1 : f32, f32
}

// Tensors and scalable vectors are unchanged.
// CHECK-LABEL: func.func @other
// CHECK: math.exp %{{.*}} : tensor<4xf32>
// CHECK: math.exp %{{.*}} : vector<[4]xf32>
// CHECK: math.exp %{{.*}} : f128
func.func @other(%x: tensor<4xf32>, %y: vector<[4]xf32>, %z: f128) -> (tensor<4xf32>, vector<[4]xf32>, f128) {
  %0 = math.exp %x : tensor<4xf32>
  %1 = math.exp %y : vector<[4]xf32>
  %2 = math.exp %z : f128
  return %0, %1, %2 : tensor<4xf32>, vector<[4]xf32>, f128
}

// Integer exponents.
// CHECK-LABEL: func.func @integers
// CHECK-NOT: math.ipowi
// CHECK-NOT: math.fpowi
func.func @integers(%x: f64, %n: i32) -> (f64, i32) {
  %0 = math.fpowi %x, %n : f64, i32
  %1 = math.ipowi %n, %n : i32
  return %0, %1 : f64, i32
}

// Operations for which the target has no instructions.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-expand-math{lacking=arith.maximumf,math.roundeven})' | FileCheck %s --check-prefix=LACKING
// CHECK-LABEL: func.func @lacking
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: math.roundeven
// LACKING-LABEL: func.func @lacking
// LACKING-NOT: arith.maximumf
// LACKING: arith.minimumf
// LACKING-NOT: math.roundeven
func.func @lacking(%x: f32, %y: vector<2xf64>) -> (f32, f32, vector<2xf64>) {
  %0 = arith.maximumf %x, %x : f32
  %1 = arith.minimumf %x, %x : f32
  %2 = math.roundeven %y : vector<2xf64>
  return %0, %1, %2 : f32, f32, vector<2xf64>
}
