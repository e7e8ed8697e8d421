// The steps of the host in a program for a GPU, and the refusal of operations that it executes.
// REQUIRES: simt
// RUN: hlo-run %s --platform simt --host-report | FileCheck %s
// RUN: not hlo-run %s --platform simt --host-fallback off --host-report 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not hlo-run %s --platform cpu --host-report 2>&1 | FileCheck %s --check-prefix=CPU

// CHECK: host_report.mlir on simt
// CHECK-NEXT: on the device: {{[0-9]+}} launches, {{[0-9]+}} cop
// CHECK-NEXT: on the host: 1 loop, 0 branches
// CHECK-NEXT: on the host: `stablehlo.fft` at {{.*}}host_report.mlir:[[@LINE+17]]:8, which copies 64 bytes from the device and 64 bytes to it
// CHECK-NOT: {{.}}

// OFF: error: platform `simt` does not support programs with operations that the host executes: `stablehlo.fft` at {{.*}}host_report.mlir:[[@LINE+14]]:8
// CPU: error: platform `cpu` does not support reports of the host's steps
func.func @main(%x: tensor<8xcomplex<f32>>, %n: tensor<64x64xi32>) -> (tensor<8xcomplex<f32>>, tensor<64x64xi32>) {
  %0 = stablehlo.while(%i = %n) : tensor<64x64xi32>
    cond {
      %1 = stablehlo.constant dense<100> : tensor<i32>
      %2 = stablehlo.slice %i [0:1, 0:1] : (tensor<64x64xi32>) -> tensor<1x1xi32>
      %3 = stablehlo.reshape %2 : (tensor<1x1xi32>) -> tensor<i32>
      %4 = stablehlo.compare LT, %3, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %1 = stablehlo.add %i, %i : tensor<64x64xi32>
      stablehlo.return %1 : tensor<64x64xi32>
    }
  %1 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %1, %0 : tensor<8xcomplex<f32>>, tensor<64x64xi32>
}
