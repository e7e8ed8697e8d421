// A maximum and its index as two results of a generic operation, as torch-mlir emits it.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x13xf32>
// EXPECT: dense<1.25> : tensor<5xf32>
// EXPECT: dense<[2, 4, 1, 3, 0]> : tensor<5xi64>
#id = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<5x13xf32>) -> (tensor<5xf32>, tensor<5xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<5xf32>
  %f = tensor.empty() : tensor<5xi64>
  %a = linalg.fill ins(%low : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %b = linalg.fill ins(%zero : i64) outs(%f : tensor<5xi64>) -> tensor<5xi64>
  %0:2 = linalg.generic {indexing_maps = [#id, #r, #r], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x13xf32>) outs(%a, %b : tensor<5xf32>, tensor<5xi64>) {
  ^bb0(%v: f32, %m: f32, %n: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %1 = arith.cmpf ogt, %v, %m : f32
    %2 = arith.select %1, %v, %m : f32
    %3 = arith.select %1, %k, %n : i64
    linalg.yield %2, %3 : f32, i64
  } -> (tensor<5xf32>, tensor<5xi64>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi64>
}
