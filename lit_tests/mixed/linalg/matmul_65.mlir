// A product of 65x70 and 70x67 generated numbers in f32, exact, and the sums of its rows.
// Expected values: mlir-runner of LLVM 22.
// EXPECT: dense<[6321.0, 6972.0, 6285.0, 5509.0, 5906.0, 7136.0, 7378.0, 7278.0, 7132.0, 5871.0, 5414.0, 6146.0, 6934.0, 6321.0, 6972.0, 6285.0, 5509.0, 5906.0, 7136.0, 7378.0, 7278.0, 7132.0, 5871.0, 5414.0, 6146.0, 6934.0, 6321.0, 6972.0, 6285.0, 5509.0, 5906.0, 7136.0, 7378.0, 7278.0, 7132.0, 5871.0, 5414.0, 6146.0, 6934.0, 6321.0, 6972.0, 6285.0, 5509.0, 5906.0, 7136.0, 7378.0, 7278.0, 7132.0, 5871.0, 5414.0, 6146.0, 6934.0, 6321.0, 6972.0, 6285.0, 5509.0, 5906.0, 7136.0, 7378.0, 7278.0, 7132.0, 5871.0, 5414.0, 6146.0, 6934.0]> : tensor<65xf32>
func.func @main() -> tensor<65xf32> {
  %a = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 13 - 6)>(%i, %j)
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    tensor.yield %2 : f32
  } : tensor<65x70xf32>
  %b = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 11) mod 17 - 8)>(%i, %j)
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    tensor.yield %2 : f32
  } : tensor<70x67xf32>
  %z = arith.constant dense<0.0> : tensor<65x67xf32>
  %y = arith.constant dense<0.0> : tensor<65xf32>
  %c = linalg.matmul ins(%a, %b : tensor<65x70xf32>, tensor<70x67xf32>) outs(%z : tensor<65x67xf32>) -> tensor<65x67xf32>
  %d = math.absf %c : tensor<65x67xf32>
  %r = linalg.reduce {arith.addf} ins(%d : tensor<65x67xf32>) outs(%y : tensor<65xf32>) dimensions = [1]
  return %r : tensor<65xf32>
}
