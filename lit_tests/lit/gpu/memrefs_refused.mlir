// Memory and types that SPIR-V lacks are refused.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-memrefs-to-addresses))'

gpu.module @kernels {
  func.func @bf16(%a: memref<8xbf16>, %i: index) -> bf16 {
    // expected-error @below {{Vulkan has no type for elements of `bf16`}}
    %0 = memref.load %a[%i] : memref<8xbf16>
    return %0 : bf16
  }
}

// -----

gpu.module @kernels {
  func.func @f8(%a: memref<8xf8E5M2>, %x: f8E5M2, %i: index) {
    // expected-error @below {{Vulkan has no type for elements of `f8E5M2`}}
    memref.store %x, %a[%i] : memref<8xf8E5M2>
    return
  }
}

// -----

gpu.module @kernels {
  func.func @i4(%a: memref<8xi4>, %b: memref<8xi4>) {
    // expected-error @below {{Vulkan has no type for elements of `i4`}}
    memref.copy %a, %b : memref<8xi4> to memref<8xi4>
    return
  }
}

// -----

gpu.module @kernels {
  func.func @variable_of_bf16(%i: index) -> bf16 {
    %a = memref.alloca() : memref<8xbf16>
    // expected-error @below {{Vulkan has no type for elements of `bf16`}}
    %0 = memref.load %a[%i] : memref<8xbf16>
    return %0 : bf16
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{Vulkan has no integers of type `i4`}}
  func.func @narrow(%a: i4) -> i4 {
    return %a : i4
  }
}

// -----

gpu.module @kernels {
  func.func @wide(%a: i64) -> i128 {
    // expected-error @below {{Vulkan has no integers of type `i128`}}
    %0 = arith.extui %a : i64 to i128
    return %0 : i128
  }
}

// -----

gpu.module @kernels {
  func.func @dynamic_stride(%a: memref<4x?xf32>, %i: index) -> f32 {
    // expected-error @below {{`memref.load`: expected a memref with static strides, found `memref<4x?xf32>`}}
    %0 = memref.load %a[%i, %i] : memref<4x?xf32>
    return %0 : f32
  }
}

// -----

gpu.module @kernels {
  func.func @stride(%a: memref<4xf32, strided<[?]>>) -> index {
    // expected-error @below {{`memref.extract_strided_metadata`: expected no use of the offset, sizes or strides}}
    %base, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<4xf32, strided<[?]>> -> memref<f32>, index, index, index
    return %strides : index
  }
}

// -----

gpu.module @kernels {
  func.func @dynamic_offset(%a: memref<4xf32, strided<[1], offset: ?>>) -> f32 {
    // expected-error @below {{expected a memref with a static offset}}
    %0 = memref.reinterpret_cast %a to offset: [0], sizes: [1], strides: [1] : memref<4xf32, strided<[1], offset: ?>> to memref<1xf32>
    %c0 = arith.constant 0 : index
    %1 = memref.load %0[%c0] : memref<1xf32>
    return %1 : f32
  }
}

// -----

gpu.module @kernels {
  func.func @dynamic_size(%n: index, %i: index) -> f32 {
    // expected-error @below {{expected a memref of static shape}}
    %a = memref.alloca(%n) : memref<?xf32>
    %0 = memref.load %a[%i] : memref<?xf32>
    return %0 : f32
  }
}

// -----

gpu.module @kernels {
  memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
  func.func @global(%i: index) -> f32 {
    // expected-error @below {{`memref.get_global` cannot be in a kernel for Vulkan}}
    %table = memref.get_global @table : memref<2xf32>
    %0 = memref.load %table[%i] : memref<2xf32>
    return %0 : f32
  }
}

// -----

gpu.module @kernels {
  func.func @atomic(%a: memref<4xf32>, %x: f32, %i: index) {
    // expected-error @below {{`memref.atomic_rmw` cannot be in a kernel for Vulkan}}
    %0 = memref.atomic_rmw addf %x, %a[%i] : (f32, memref<4xf32>) -> f32
    return
  }
}

// -----

gpu.module @kernels {
  func.func @complex(%x: complex<f32>) -> complex<f32> {
    // expected-error @below {{`complex.add` cannot be in a kernel for Vulkan}}
    %0 = complex.add %x, %x : complex<f32>
    return %0 : complex<f32>
  }
}
