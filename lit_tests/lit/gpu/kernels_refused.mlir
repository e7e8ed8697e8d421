// Kernels without a range of tasks, and with operands other than memory, are refused.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-kernels-to-gpu)'

module {
  // expected-error @below {{`func.func`: expected a kernel whose last two arguments are the range of tasks}}
  func.func private @no_range(%a: memref<8xf32>) attributes {hloom.tasks = 1 : i64} {
    return
  }
}

// -----

module {
  // expected-error @below {{expected memrefs of static layout as kernel arguments, found `f32`}}
  func.func private @scalar(%a: f32, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
    return
  }
}

// -----

// Threads that wait for each other in an iteration must each have one.
module {
  func.func private @waits(%a: memref<8xf32>, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
    %c1 = arith.constant 1 : index
    scf.for %b = %begin to %end step %c1 {
      // expected-error @below {{`scf.forall` with barriers: expected 256 iterations, one for each thread of a block, found 300}}
      scf.forall (%t) in (300) {
        gpu.barrier
      } {mapping = [#gpu.thread<linear_dim_0>]}
    }
    return
  }
}
