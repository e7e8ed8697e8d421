// Constants with elements in resources, on both platforms; missing or too few elements are
// an error.
// REQUIRES: cpu, interpreter
// RUN: split-file %s %t
// RUN: hlo-run %t/elements.mlir --compare-with interpreter | FileCheck %s
// RUN: not hlo-run %t/few.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not hlo-run %t/few.mlir --platform interpreter 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not hlo-run %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not hlo-run %t/missing.mlir --platform interpreter 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: out0: tensor<4xf32> [1.0 2.0 3.0 4.0]
// CHECK: out1: tensor<3xi1> [ true false  true]
// CHECK: out2: tensor<3xi4> [-1  2  3]
// CHECK: out3: tensor<2xcomplex<f32>> [1.0+2.0j 3.0+4.0j]
// CHECK: out4: tensor<2xf8E5M2> [0.0 2.0]
// CHECK: out5: tensor<2x3xi1>
// CHECK-NEXT: {{\[\[}}false false false]
// CHECK-NEXT: [ true false  true]]
// CHECK: 6 of 6 results on cpu match those on interpreter

// REFUSED: 2:8: error: {{.*}}elements are missing, or their number differs from that of the type

//--- elements.mlir
func.func @main() -> (tensor<4xf32>, tensor<3xi1>, tensor<3xi4>, tensor<2xcomplex<f32>>, tensor<2xf8E5M2>, tensor<2x3xi1>) {
  %0 = stablehlo.constant dense_resource<floats> : tensor<4xf32>
  %1 = stablehlo.constant dense_resource<booleans> : tensor<3xi1>
  %2 = stablehlo.constant dense_resource<narrow> : tensor<3xi4>
  %3 = stablehlo.constant dense_resource<floats> : tensor<2xcomplex<f32>>
  %4 = stablehlo.constant sparse<[[1]], 2.0> : tensor<2xf8E5M2>
  %5 = stablehlo.constant sparse<[[1, 0], [1, 2]], true> : tensor<2x3xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<3xi1>, tensor<3xi4>, tensor<2xcomplex<f32>>, tensor<2xf8E5M2>, tensor<2x3xi1>
}
{-#
  dialect_resources: {
    builtin: {
      floats: "0x040000000000803F000000400000404000008040",
      booleans: "0x01000000010001",
      narrow: "0x010000000F0203"
    }
  }
#-}

//--- few.mlir
func.func @main() -> tensor<4xf32> {
  %0 = stablehlo.constant dense_resource<floats> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
{-#
  dialect_resources: { builtin: { floats: "0x040000000000803F" } }
#-}

//--- missing.mlir
func.func @main() -> tensor<4xf32> {
  %0 = stablehlo.constant dense_resource<floats> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
