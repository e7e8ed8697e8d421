// Memory becomes addresses of 64 bits, after `expand-strided-metadata` has computed the views.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(expand-strided-metadata,lower-affine,hloom-memrefs-to-addresses,canonicalize{region-simplify=disabled},cse))' | FileCheck %s

// An access adds the offset in bytes to the address of the memory. Indices have 64 bits.
// CHECK-LABEL: func.func @elements
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[I:.*]]: i64, %[[J:.*]]: i64) attributes {gpu.kernel} {
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[ROW:.*]] = arith.constant 32 : i64
// CHECK: %[[OFFSET:.*]] = arith.muli %[[I]], %[[FOUR]] : i64
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[A]], %[[OFFSET]] : i64
// CHECK: %[[POINTER:.*]] = spirv.ConvertUToPtr %[[ADDRESS]] : i64 to !spirv.ptr<f32, PhysicalStorageBuffer>
// CHECK: %[[VALUE:.*]] = spirv.Load "PhysicalStorageBuffer" %[[POINTER]] ["Aligned", 4] : f32
// CHECK: %[[ROWS:.*]] = arith.muli %[[I]], %[[ROW]] : i64
// CHECK: %[[COLUMN:.*]] = arith.muli %[[J]], %[[FOUR]] : i64
// CHECK: %[[SUM:.*]] = arith.addi %[[ROWS]], %[[COLUMN]] : i64
// CHECK: %[[TARGET:.*]] = arith.addi %[[B]], %[[SUM]] : i64
// CHECK: %[[STORED:.*]] = spirv.ConvertUToPtr %[[TARGET]] : i64 to !spirv.ptr<f32, PhysicalStorageBuffer>
// CHECK: spirv.Store "PhysicalStorageBuffer" %[[STORED]], %[[VALUE]] ["Aligned", 4] : f32
gpu.module @kernels {
  func.func @elements(%a: memref<8xf32> {llvm.noalias}, %b: memref<4x8xf32>, %i: index, %j: index) attributes {gpu.kernel} {
    %0 = memref.load %a[%i] : memref<8xf32>
    memref.store %0, %b[%i, %j] : memref<4x8xf32>
    return
  }
}

// -----

// The alignment is the size of the element. Offsets of elements of one byte need no product.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[A:.*]]: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %[[I:.*]]: i64)
// CHECK: %[[BYTE:.*]] = arith.addi %[[A]], %[[I]] : i64
// CHECK: spirv.ConvertUToPtr %[[BYTE]] : i64 to !spirv.ptr<i8, PhysicalStorageBuffer>
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 1] : i8
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 2] : f16
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 2] : i16
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 8] : f64
gpu.module @kernels {
  func.func @sizes(%a: memref<8xi8>, %b: memref<8xf16>, %c: memref<8xi16>, %d: memref<8xf64>, %i: index) -> (i8, f16, i16, f64) {
    %0 = memref.load %a[%i] : memref<8xi8>
    %1 = memref.load %b[%i] : memref<8xf16>
    %2 = memref.load %c[%i] : memref<8xi16>
    %3 = memref.load %d[%i] : memref<8xf64>
    return %0, %1, %2, %3 : i8, f16, i16, f64
  }
}

// -----

// Memory without dimensions is at its address.
// CHECK-LABEL: func.func @scalar
// CHECK-SAME: (%[[A:.*]]: i64)
// CHECK-NEXT: %[[POINTER:.*]] = spirv.ConvertUToPtr %[[A]] : i64 to !spirv.ptr<i32, PhysicalStorageBuffer>
// CHECK-NEXT: %[[VALUE:.*]] = spirv.Load "PhysicalStorageBuffer" %[[POINTER]] ["Aligned", 4] : i32
// CHECK-NEXT: %[[TARGET:.*]] = spirv.ConvertUToPtr %[[A]] : i64
// CHECK-NEXT: spirv.Store "PhysicalStorageBuffer" %[[TARGET]], %[[VALUE]] ["Aligned", 4] : i32
gpu.module @kernels {
  func.func @scalar(%a: memref<i32>) {
    %0 = memref.load %a[] : memref<i32>
    memref.store %0, %a[] : memref<i32>
    return
  }
}

// -----

// A boolean is a byte in memory.
// CHECK-LABEL: func.func @booleans
// CHECK-SAME: (%{{.*}}: i64, %{{.*}}: i64, %[[P:.*]]: i1)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK: %[[BYTE:.*]] = spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 1] : i8
// CHECK: %[[BOOLEAN:.*]] = arith.cmpi ne, %[[BYTE]], %[[ZERO]] : i8
// CHECK: %[[BOTH:.*]] = arith.andi %[[BOOLEAN]], %[[P]] : i1
// CHECK: %[[STORED:.*]] = arith.extui %[[BOTH]] : i1 to i8
// CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[STORED]] ["Aligned", 1] : i8
gpu.module @kernels {
  func.func @booleans(%a: memref<8xi1>, %i: index, %p: i1) {
    %0 = memref.load %a[%i] : memref<8xi1>
    %1 = arith.andi %0, %p : i1
    memref.store %1, %a[%i] : memref<8xi1>
    return
  }
}

// -----

// An index is 64 bits in memory.
// CHECK-LABEL: func.func @indices
// CHECK-SAME: (%{{.*}}: i64, %[[I:.*]]: i64)
// CHECK: %[[LOADED:.*]] = spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 8] : i64
// CHECK: %[[OFFSET:.*]] = arith.muli %[[LOADED]], %{{.*}} : i64
// CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[I]] ["Aligned", 8] : i64
gpu.module @kernels {
  func.func @indices(%a: memref<8xindex>, %i: index) {
    %0 = memref.load %a[%i] : memref<8xindex>
    memref.store %i, %a[%0] : memref<8xindex>
    return
  }
}

// -----

// The real and imaginary parts of a complex number are loaded and stored one after the other.
// CHECK-LABEL: func.func @complex
// CHECK-SAME: (%[[A:.*]]: i64, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : i64
// CHECK: %[[OFFSET:.*]] = arith.muli %[[I]], %[[EIGHT]] : i64
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[A]], %[[OFFSET]] : i64
// CHECK: %[[FIRST:.*]] = spirv.ConvertUToPtr %[[ADDRESS]] : i64 to !spirv.ptr<f32, PhysicalStorageBuffer>
// CHECK: %[[REAL:.*]] = spirv.Load "PhysicalStorageBuffer" %[[FIRST]] ["Aligned", 4] : f32
// CHECK: %[[NEXT:.*]] = arith.addi %[[ADDRESS]], %[[FOUR]] : i64
// CHECK: %[[SECOND:.*]] = spirv.ConvertUToPtr %[[NEXT]] : i64 to !spirv.ptr<f32, PhysicalStorageBuffer>
// CHECK: %[[IMAGINARY:.*]] = spirv.Load "PhysicalStorageBuffer" %[[SECOND]] ["Aligned", 4] : f32
// CHECK-DAG: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[REAL]] ["Aligned", 4] : f32
// CHECK-DAG: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[IMAGINARY]] ["Aligned", 4] : f32
gpu.module @kernels {
  func.func @complex(%a: memref<8xcomplex<f32>>, %i: index, %j: index) {
    %0 = memref.load %a[%i] : memref<8xcomplex<f32>>
    memref.store %0, %a[%j] : memref<8xcomplex<f32>>
    return
  }
}

// -----

// Complex values that control flow passes on are vectors.
// CHECK-LABEL: func.func @complex_values
// CHECK-SAME: (%[[A:.*]]: vector<2xf32>, %[[N:.*]]: i64) -> (vector<2xf32>, f32, f32)
// CHECK-DAG: %[[CONSTANT:.*]] = arith.constant dense<[1.500000e+00, -2.000000e+00]> : vector<2xf32>
// CHECK: %[[CHOSEN:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[CONSTANT]]) -> (vector<2xf32>) {{.*}} {
// CHECK: scf.yield %{{.*}} : vector<2xf32>
// CHECK: %[[REAL:.*]] = vector.extract %[[CHOSEN]][0] : f32 from vector<2xf32>
// CHECK: %[[IMAGINARY:.*]] = vector.extract %[[CHOSEN]][1] : f32 from vector<2xf32>
// CHECK: %[[SWAPPED:.*]] = vector.from_elements %[[IMAGINARY]], %[[REAL]] : vector<2xf32>
// CHECK: return %[[SWAPPED]], %[[REAL]], %[[IMAGINARY]]
gpu.module @kernels {
  func.func @complex_values(%a: complex<f32>, %n: index) -> (complex<f32>, f32, f32) {
    %c = complex.constant [1.5 : f32, -2.0 : f32] : complex<f32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> complex<f32> {
      %4 = complex.re %a : complex<f32>
      %5 = complex.im %s : complex<f32>
      %6 = complex.create %4, %5 : complex<f32>
      scf.yield %6 : complex<f32>
    }
    %1 = complex.re %0 : complex<f32>
    %2 = complex.im %0 : complex<f32>
    %3 = complex.create %2, %1 : complex<f32>
    return %3, %1, %2 : complex<f32>, f32, f32
  }
}

// -----

// The offset of a view is computed, whether it is constant or not. The offset of an argument is in
// its address.
// CHECK-LABEL: func.func @views
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[I:.*]]: i64)
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i64
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i64
// CHECK: %[[BYTES:.*]] = arith.muli %[[I]], %[[C32]] : i64
// CHECK: %[[ROW:.*]] = arith.addi %[[A]], %[[BYTES]] : i64
// CHECK: %[[OFFSET:.*]] = arith.muli %[[I]], %[[C4]] : i64
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[ROW]], %[[OFFSET]] : i64
// CHECK: spirv.ConvertUToPtr %[[ADDRESS]]
// CHECK: %[[VIEW:.*]] = arith.addi %[[B]], %[[C16]] : i64
// CHECK: %[[STRIDED:.*]] = arith.muli %[[I]], %[[C16]] : i64
// CHECK: %[[TARGET:.*]] = arith.addi %[[VIEW]], %[[STRIDED]] : i64
// CHECK: spirv.ConvertUToPtr %[[TARGET]]
gpu.module @kernels {
  func.func @views(%a: memref<4x8xf32>, %b: memref<8xf32, strided<[2], offset: 3>>, %i: index) {
    %row = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    %0 = memref.load %row[%i] : memref<8xf32, strided<[1], offset: ?>>
    %part = memref.subview %b[2] [3] [2] : memref<8xf32, strided<[2], offset: 3>> to memref<3xf32, strided<[4], offset: 7>>
    memref.store %0, %part[%i] : memref<3xf32, strided<[4], offset: 7>>
    return
  }
}

// -----

// The offset of a view of a view counts from the start of the memory.
// CHECK-LABEL: func.func @view_of_view
// CHECK-SAME: (%[[A:.*]]: i64)
// CHECK: %[[SEVEN:.*]] = arith.constant 28 : i64
// CHECK: %[[ADDRESS:.*]] = arith.addi %[[A]], %[[SEVEN]] : i64
// CHECK: spirv.ConvertUToPtr %[[ADDRESS]]
gpu.module @kernels {
  func.func @view_of_view(%a: memref<16xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %0 = memref.subview %a[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
    %1 = memref.subview %0[3] [2] [1] : memref<8xf32, strided<[1], offset: 4>> to memref<2xf32, strided<[1], offset: 7>>
    %2 = memref.load %1[%c0] : memref<2xf32, strided<[1], offset: 7>>
    return %2 : f32
  }
}

// -----

// Casts and alignments need no code. Dimensions of stride 0 add nothing.
// CHECK-LABEL: func.func @casts
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[I:.*]]: i64)
// CHECK: %[[OFFSET:.*]] = arith.muli %[[I]]
// CHECK-NEXT: %[[ADDRESS:.*]] = arith.addi %[[A]], %[[OFFSET]] : i64
// CHECK-NEXT: spirv.ConvertUToPtr %[[ADDRESS]]
// CHECK: spirv.ConvertUToPtr %[[B]]
gpu.module @kernels {
  func.func @casts(%a: memref<8xf32>, %b: memref<8xf32, strided<[0]>>, %i: index) {
    %0 = memref.assume_alignment %a, 64 : memref<8xf32>
    %1 = memref.cast %0 : memref<8xf32> to memref<8xf32, strided<[1], offset: 0>>
    %2 = memref.load %1[%i] : memref<8xf32, strided<[1], offset: 0>>
    memref.store %2, %b[%i] : memref<8xf32, strided<[0]>>
    return
  }
}

// -----

// A copy is a loop nest. A copy of one element needs no loop.
// CHECK-LABEL: func.func @copies
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[C:.*]]: i64, %[[D:.*]]: i64)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : i64
// CHECK-DAG: %[[SIX:.*]] = arith.constant 6 : i64
// CHECK: scf.for %[[I:.*]] = %[[ZERO]] to %[[TWO]] step %[[ONE]] {{.*}} {
// CHECK-NEXT: scf.for %[[J:.*]] = %[[ZERO]] to %[[THREE]] step %[[ONE]] {{.*}} {
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %[[SIX]] : i64
// CHECK: %[[COLUMN:.*]] = arith.muli %[[J]], %[[TWO]] : i64
// CHECK: %[[OFFSET:.*]] = arith.addi %[[ROW]], %[[COLUMN]] : i64
// CHECK: %[[SOURCE:.*]] = arith.addi %[[A]], %[[OFFSET]] : i64
// CHECK: %[[VALUE:.*]] = spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 2] : i16
// CHECK: %[[TARGET:.*]] = arith.addi %[[B]], %{{.*}} : i64
// CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[VALUE]] ["Aligned", 2] : i16
// CHECK: }
// CHECK-NEXT: }
// CHECK-NEXT: spirv.ConvertUToPtr %[[C]]
// CHECK-NEXT: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 8] : f64
// CHECK-NEXT: spirv.ConvertUToPtr %[[D]]
// CHECK-NEXT: spirv.Store "PhysicalStorageBuffer" %{{.*}} ["Aligned", 8] : f64
// CHECK-NEXT: return
gpu.module @kernels {
  func.func @copies(%a: memref<2x3xi16>, %b: memref<2x3xi16>, %c: memref<f64>, %d: memref<f64>) {
    memref.copy %a, %b : memref<2x3xi16> to memref<2x3xi16>
    memref.copy %c, %d : memref<f64> to memref<f64>
    return
  }
}

// -----

// Memory that a function allocates is a variable. The number of an element follows from its offset.
// The view begins at the second row.
// CHECK-LABEL: func.func @variable
// CHECK-SAME: (%{{.*}}: i64, %[[I:.*]]: i64)
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK: %[[LOCAL:.*]] = spirv.Variable : !spirv.ptr<!spirv.array<8 x f32>, Function>
// CHECK: %[[COLUMN:.*]] = arith.muli %[[I]], %[[C4]] : i64
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %[[C16]] : i64
// CHECK: %[[OFFSET:.*]] = arith.addi %[[ROW]], %[[COLUMN]] : i64
// CHECK: %[[POSITION:.*]] = arith.divui %[[OFFSET]], %[[C4]] : i64
// CHECK: %[[ELEMENT:.*]] = spirv.AccessChain %[[LOCAL]][%[[POSITION]]] : !spirv.ptr<!spirv.array<8 x f32>, Function>, i64 -> !spirv.ptr<f32, Function>
// CHECK: spirv.Store "Function" %[[ELEMENT]], %{{.*}} : f32
// CHECK: %[[BYTES:.*]] = arith.addi %[[COLUMN]], %[[C16]] : i64
// CHECK: %[[NUMBER:.*]] = arith.divui %[[BYTES]], %[[C4]] : i64
// CHECK: %[[SECOND:.*]] = spirv.AccessChain %[[LOCAL]][%[[NUMBER]]]
// CHECK: %[[LOADED:.*]] = spirv.Load "Function" %[[SECOND]] : f32
// CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[LOADED]] ["Aligned", 4] : f32
gpu.module @kernels {
  func.func @variable(%a: memref<8xf32>, %i: index) {
    %local = memref.alloca() : memref<2x4xf32>
    %0 = memref.load %a[%i] : memref<8xf32>
    memref.store %0, %local[%i, %i] : memref<2x4xf32>
    %row = memref.subview %local[1, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: 4>>
    %1 = memref.load %row[%i] : memref<4xf32, strided<[1], offset: 4>>
    memref.store %1, %a[%i] : memref<8xf32>
    return
  }
}

// -----

// Variables are declared at the start of the function. Booleans are bytes in them, and complex
// numbers two elements.
// CHECK-LABEL: func.func @variables
// CHECK-DAG: %[[FLAGS:.*]] = spirv.Variable : !spirv.ptr<!spirv.array<4 x i8>, Function>
// CHECK-DAG: %[[NUMBERS:.*]] = spirv.Variable : !spirv.ptr<!spirv.array<6 x f64>, Function>
// CHECK-DAG: %[[ONE:.*]] = spirv.Variable : !spirv.ptr<!spirv.array<1 x i64>, Function>
// CHECK: scf.if
// CHECK-DAG: spirv.AccessChain %[[FLAGS]][%{{.*}}]
// CHECK-DAG: spirv.Load "Function" %{{.*}} : i8
// CHECK-DAG: spirv.AccessChain %[[NUMBERS]][%{{.*}}]
// CHECK-DAG: spirv.Load "Function" %{{.*}} : f64
// CHECK-DAG: spirv.Load "Function" %{{.*}} : f64
// CHECK-DAG: spirv.AccessChain %[[ONE]][%{{.*}}]
// CHECK-DAG: spirv.Load "Function" %{{.*}} : i64
gpu.module @kernels {
  func.func @variables(%i: index, %p: i1, %out: memref<2xcomplex<f64>>, %flag: memref<i1>, %n: memref<index>) {
    scf.if %p {
      %flags = memref.alloca() : memref<4xi1>
      %numbers = memref.alloc() : memref<3xcomplex<f64>>
      %one = memref.alloca() : memref<index>
      %0 = memref.load %flags[%i] : memref<4xi1>
      %1 = memref.load %numbers[%i] : memref<3xcomplex<f64>>
      %2 = memref.load %one[] : memref<index>
      memref.store %0, %flag[] : memref<i1>
      memref.store %1, %out[%i] : memref<2xcomplex<f64>>
      memref.store %2, %n[] : memref<index>
    }
    return
  }
}

// -----

// Indices are computed with 64 bits, as signed or unsigned numbers.
// CHECK-LABEL: func.func @casts_of_indices
// CHECK-SAME: (%[[I:.*]]: i64, %[[X:.*]]: i32) -> (i32, i64, i64, i64, i8, i64)
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -3 : i64
// CHECK-DAG: %[[LOW:.*]] = arith.trunci %[[I]] : i64 to i32
// CHECK-DAG: %[[SIGNED:.*]] = arith.extsi %[[X]] : i32 to i64
// CHECK-DAG: %[[UNSIGNED:.*]] = arith.extui %[[X]] : i32 to i64
// CHECK-DAG: %[[BYTE:.*]] = arith.trunci %[[I]] : i64 to i8
// CHECK-DAG: %[[SUM:.*]] = arith.addi %[[SIGNED]], %[[MINUS]] : i64
// CHECK: return %[[LOW]], %[[SIGNED]], %[[UNSIGNED]], %[[I]], %[[BYTE]], %[[SUM]] : i32, i64, i64, i64, i8, i64
gpu.module @kernels {
  func.func @casts_of_indices(%i: index, %x: i32) -> (i32, index, index, i64, i8, index) {
    %c = arith.constant -3 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.index_cast %x : i32 to index
    %2 = arith.index_castui %x : i32 to index
    %3 = arith.index_cast %i : index to i64
    %4 = arith.index_castui %i : index to i8
    %5 = arith.addi %1, %c : index
    return %0, %1, %2, %3, %4, %5 : i32, index, index, i64, i8, index
  }
}

// -----

// Memory that loops carry, and memory that functions receive, is an address. Attributes of
// arguments are removed.
// CHECK-LABEL: func.func private @body(%{{.*}}: i64, %{{.*}}: i64) -> f32
// CHECK: func.func @carried(%[[A:.*]]: i64, %[[B:.*]]: i64, %[[N:.*]]: i64)
// CHECK: %[[LAST:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[X:.*]] = %[[A]], %[[Y:.*]] = %[[B]]) -> (i64, i64) {{.*}} {
// CHECK: scf.yield %[[Y]], %[[X]] : i64, i64
// CHECK: call @body(%[[LAST]]#0, %[[N]]) : (i64, i64) -> f32
gpu.module @kernels {
  func.func private @body(%a: memref<8xf32>, %i: index) -> f32 {
    %0 = memref.load %a[%i] : memref<8xf32>
    return %0 : f32
  }
  func.func @carried(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32>, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<8xf32>, memref<8xf32>) {
      %2 = memref.load %x[%i] : memref<8xf32>
      memref.store %2, %y[%i] : memref<8xf32>
      scf.yield %y, %x : memref<8xf32>, memref<8xf32>
    }
    %1 = func.call @body(%0#0, %n) : (memref<8xf32>, index) -> f32
    return %1 : f32
  }
}

// -----

// Arithmetic is unchanged.
// CHECK-LABEL: func.func @others
// CHECK: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 2] : f16
// CHECK-NEXT: arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT: math.exp
// CHECK-NEXT: arith.truncf
// CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}} ["Aligned", 2] : f16
gpu.module @kernels {
  func.func @others(%a: memref<f16>) {
    %0 = memref.load %a[] : memref<f16>
    %1 = arith.extf %0 : f16 to f32
    %2 = math.exp %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    memref.store %3, %a[] : memref<f16>
    return
  }
}

// -----

// Memory that the threads of a block share is a variable of the module, before the functions that use
// it. Views count from its start.
// CHECK: gpu.module @kernels {
// CHECK-NEXT: spirv.GlobalVariable @[[SHARED:hloom_shared_.*]] : !spirv.ptr<!spirv.array<8 x f32>, Workgroup>
// CHECK-NEXT: func.func @shared
// CHECK-SAME: (%{{.*}}: i64, %[[I:.*]]: i64)
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK: %[[VARIABLE:.*]] = spirv.mlir.addressof @[[SHARED]] : !spirv.ptr<!spirv.array<8 x f32>, Workgroup>
// CHECK: %[[COLUMN:.*]] = arith.muli %[[I]], %[[C4]] : i64
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %[[C16]] : i64
// CHECK: %[[OFFSET:.*]] = arith.addi %[[ROW]], %[[COLUMN]] : i64
// CHECK: %[[POSITION:.*]] = arith.divui %[[OFFSET]], %[[C4]] : i64
// CHECK: %[[ELEMENT:.*]] = spirv.AccessChain %[[VARIABLE]][%[[POSITION]]] : !spirv.ptr<!spirv.array<8 x f32>, Workgroup>, i64 -> !spirv.ptr<f32, Workgroup>
// CHECK: spirv.Store "Workgroup" %[[ELEMENT]], %{{.*}} : f32
// CHECK-NEXT: spirv.ControlBarrier
// CHECK: %[[BYTES:.*]] = arith.addi %[[COLUMN]], %[[C16]] : i64
// CHECK: %[[NUMBER:.*]] = arith.divui %[[BYTES]], %[[C4]] : i64
// CHECK: %[[SECOND:.*]] = spirv.AccessChain %[[VARIABLE]][%[[NUMBER]]]
// CHECK: %[[LOADED:.*]] = spirv.Load "Workgroup" %[[SECOND]] : f32
// CHECK: spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[LOADED]] ["Aligned", 4] : f32
gpu.module @kernels {
  func.func @shared(%a: memref<8xf32>, %i: index) attributes {gpu.kernel} {
    %0 = memref.alloca() : memref<2x4xf32, #gpu.address_space<workgroup>>
    %shared = memref.memory_space_cast %0 : memref<2x4xf32, #gpu.address_space<workgroup>> to memref<2x4xf32>
    %1 = memref.load %a[%i] : memref<8xf32>
    memref.store %1, %shared[%i, %i] : memref<2x4xf32>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory>
    %row = memref.subview %shared[1, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: 4>>
    %2 = memref.load %row[%i] : memref<4xf32, strided<[1], offset: 4>>
    memref.store %2, %a[%i] : memref<8xf32>
    return
  }
}

// -----

// Each memory of each kernel has a variable. Booleans are bytes in it, and complex numbers two elements.
// The variables of a thread stay those of the function.
// CHECK-DAG: spirv.GlobalVariable @[[FIRST:hloom_shared_first_.*]] : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
// CHECK-DAG: spirv.GlobalVariable @[[FLAGS:hloom_shared_second_.*]] : !spirv.ptr<!spirv.array<8 x i8>, Workgroup>
// CHECK-DAG: spirv.GlobalVariable @[[NUMBERS:hloom_shared_second_.*]] : !spirv.ptr<!spirv.array<8 x f32>, Workgroup>
// CHECK-NOT: spirv.GlobalVariable
// CHECK: func.func @first
// CHECK: spirv.mlir.addressof @[[FIRST]]
// CHECK-NOT: spirv.mlir.addressof
// CHECK: func.func @second
// CHECK-DAG: %[[OWN:.*]] = spirv.Variable : !spirv.ptr<!spirv.array<2 x i8>, Function>
// CHECK-DAG: %[[FLAGS_ADDRESS:.*]] = spirv.mlir.addressof @[[FLAGS]]
// CHECK-DAG: %[[NUMBERS_ADDRESS:.*]] = spirv.mlir.addressof @[[NUMBERS]]
// CHECK: %[[FLAG:.*]] = spirv.AccessChain %[[FLAGS_ADDRESS]][%{{.*}}] : {{.*}} -> !spirv.ptr<i8, Workgroup>
// CHECK: spirv.Load "Workgroup" %[[FLAG]] : i8
// CHECK: spirv.AccessChain %[[OWN]][%{{.*}}] : {{.*}} -> !spirv.ptr<i8, Function>
// CHECK: scf.if
// CHECK: spirv.AccessChain %[[NUMBERS_ADDRESS]][%{{.*}}] : {{.*}} -> !spirv.ptr<f32, Workgroup>
// CHECK: spirv.Load "Workgroup" %{{.*}} : f32
// CHECK: spirv.AccessChain %[[NUMBERS_ADDRESS]][%{{.*}}] : {{.*}} -> !spirv.ptr<f32, Workgroup>
// CHECK: spirv.Load "Workgroup" %{{.*}} : f32
gpu.module @kernels {
  func.func @first(%a: memref<4xi32>, %i: index) attributes {gpu.kernel} {
    %0 = memref.alloca() : memref<4xi32, #gpu.address_space<workgroup>>
    %shared = memref.memory_space_cast %0 : memref<4xi32, #gpu.address_space<workgroup>> to memref<4xi32>
    %1 = memref.load %shared[%i] : memref<4xi32>
    memref.store %1, %a[%i] : memref<4xi32>
    return
  }
  func.func @second(%a: memref<8xcomplex<f32>>, %i: index) attributes {gpu.kernel} {
    %0 = memref.alloca() : memref<8xi1, #gpu.address_space<workgroup>>
    %flags = memref.memory_space_cast %0 : memref<8xi1, #gpu.address_space<workgroup>> to memref<8xi1>
    %1 = memref.alloca() : memref<4xcomplex<f32>, #gpu.address_space<workgroup>>
    %numbers = memref.memory_space_cast %1 : memref<4xcomplex<f32>, #gpu.address_space<workgroup>> to memref<4xcomplex<f32>>
    %own = memref.alloca() : memref<2xi1>
    %2 = memref.load %flags[%i] : memref<8xi1>
    memref.store %2, %own[%i] : memref<2xi1>
    scf.if %2 {
      %3 = memref.load %numbers[%i] : memref<4xcomplex<f32>>
      memref.store %3, %a[%i] : memref<8xcomplex<f32>>
    }
    return
  }
}
