// Reproducible code adds in the same order with any number of threads and any vectors, and says by
// name what cannot be reproducible.
// RUN: rm -rf %t && mkdir -p %t
// RUN: hlo-run %s --entry=sums --random-inputs --reproducible --threads 1 --output-dir %t/1 > /dev/null
// RUN: hlo-run %s --entry=sums --random-inputs --reproducible --threads 3 --output-dir %t/3 > /dev/null
// RUN: cmp %t/1/out0.npy %t/3/out0.npy
// RUN: hlo-run %s --entry=sums --random-inputs --reproducible --compare-with interpreter
// RUN: not hlo-run %s --entry=transform --random-inputs --reproducible 2>&1 | FileCheck %s --check-prefix=FFT
// RUN: not hlo-run %s --entry=random --reproducible 2>&1 | FileCheck %s --check-prefix=RNG
// RUN: not hlo-run %s --entry=memory --random-inputs --reproducible 2>&1 | FileCheck %s --check-prefix=MEMREF
// RUN: not hlo-run %s --entry=sums --random-inputs --reproducible --platform interpreter 2>&1 | FileCheck %s --check-prefix=PLATFORM
// RUN: hlo-compile %s --entry=sums --reproducible --emit llvm-ir -o - | FileCheck %s --check-prefix=IR

// FFT: reproducible.mlir:[[#]]:8: error: `stablehlo.fft` is not reproducible: its results depend on the libraries and the processor of this machine
// RNG: error: `stablehlo.rng` is not reproducible
// MEMREF: error: reproducible results need a program that begins before level `buffers`
// PLATFORM: `interpreter`{{.*}}reproducible results
// IR-NOT: fmuladd
// IR-NOT: reassoc
// IR-NOT: contract

func.func @sums(%a: tensor<37x300xf32>, %b: tensor<300x65xf32>, %v: tensor<300xf32>) -> tensor<37xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<37x300xf32>, tensor<300x65xf32>) -> tensor<37x65xf32>
  %1 = stablehlo.exponential %a : tensor<37x300xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<37x300xf32>, tensor<f32>) -> tensor<37xf32>
  %3 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<37x65xf32>, tensor<f32>) -> tensor<37xf32>
  %4 = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0]
    : (tensor<37x300xf32>, tensor<300xf32>) -> tensor<37xf32>
  %5 = stablehlo.add %2, %3 : tensor<37xf32>
  %6 = stablehlo.add %4, %5 : tensor<37xf32>
  return %6 : tensor<37xf32>
}

func.func @transform(%a: tensor<16xcomplex<f32>>) -> tensor<16xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [16] : (tensor<16xcomplex<f32>>) -> tensor<16xcomplex<f32>>
  return %0 : tensor<16xcomplex<f32>>
}

func.func @random() -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %size = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %zero, %one, %size, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @memory(%a: memref<16xf32>, %sum: memref<f32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = affine.load %sum[] : memref<f32>
    %2 = arith.addf %0, %1 fastmath<reassoc> : f32
    affine.store %2, %sum[] : memref<f32>
  }
  return
}
