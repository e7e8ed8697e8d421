// The report of a program that does not run. %x is read after the first result is begun, and no
// result has the type of %s.
// RUN: hlo-run %s --memory-report --threads 2 | FileCheck %s
// RUN: not hlo-run %s --platform interpreter --memory-report 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: memory of {{.*}}memory_report.mlir on cpu
// CHECK-NEXT: lines are of {{.*}}memory_report.mlir
// CHECK-EMPTY:
// CHECK-NEXT: KiB arena, which holds all temporaries
// CHECK-NEXT: KiB lower bound: the most bytes live at once, at {{.*}} :
// CHECK-NEXT: lost to fragmentation and alignment
// CHECK: live at the peak:
// CHECK-NEXT: size saves at peak type written by -> next read by
// CHECK: 256.0 KiB {{.*}} 256x256xf32 {{[a-z_]+}} :{{[0-9]+}} -> dot_general :{{[0-9]+}}
// CHECK: donated: 3 arguments, 1 used
// CHECK: no result takes the memory of argument 0 256x256xf32 (256.0 KiB): {{.*}} still reads the argument when {{.*}} writes result 0
// CHECK: no result takes the memory of argument 2 4xf32 (16 B): no result has its type tensor<4xf32>
// REFUSED: error: platform `interpreter` does not support memory reports
func.func @main(%x: tensor<256x256xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<256x256xf32> {jax.buffer_donor = true}, %s: tensor<4xf32> {jax.buffer_donor = true}) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %b = stablehlo.tanh %a : tensor<256x256xf32>
  %c = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = stablehlo.dot_general %c, %b, contracting_dims = [0] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %z = stablehlo.cosine %x : tensor<256x256xf32>
  %e = stablehlo.dot_general %d, %z, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %f = stablehlo.add %y, %e : tensor<256x256xf32>
  return %d, %f : tensor<256x256xf32>, tensor<256x256xf32>
}
