// REQUIRES: cpu
// RUN: rm -rf %t.cache
// RUN: python3 -c "print(open('%s').read().replace('NUMBERS', str(list(range(2048)))))" > %t.mlir
// RUN: hlo-run %t.mlir --input 'dense<7> : tensor<i32>' --json %t.json --cache-dir %t.cache | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: hlo-run %t.mlir --input 'dense<7> : tensor<i32>' --cache-dir %t.cache | FileCheck %s

// The table is apart from the object files, and is serialized with them.
// CHECK: out0: tensor<1xi32> [7]
// JSON: "constant_bytes": 8192
func.func @main(%n: tensor<i32>) -> tensor<1xi32> {
  %table = stablehlo.constant dense<NUMBERS> : tensor<2048xi32>
  %0 = stablehlo.dynamic_slice %table, %n, sizes = [1] : (tensor<2048xi32>, tensor<i32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
