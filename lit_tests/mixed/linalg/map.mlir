// linalg.map with a body of several operations.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0]]> : tensor<5x3xf64>
// INPUT: dense<[[-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25], [0.5, 2.25, -0.75], [1.0, -1.25, 0.5], [2.25, -0.75, 1.0]]> : tensor<5x3xf64>
// EXPECT: dense<[[-0.7780731968879212, -0.479425538604203, 0.9489846193555862], [-0.9839859468739369, 0.0, -0.7780731968879212], [-0.479425538604203, 0.9489846193555862, -0.9839859468739369], [0.0, -0.7780731968879212, -0.479425538604203], [0.9489846193555862, -0.9839859468739369, 0.0]]> : tensor<5x3xf64>
func.func @main(%x: tensor<5x3xf64>, %y: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %e = tensor.empty() : tensor<5x3xf64>
  %0 = linalg.map ins(%x, %y : tensor<5x3xf64>, tensor<5x3xf64>) outs(%e : tensor<5x3xf64>)
    (%a: f64, %b: f64, %c: f64) {
      %1 = math.sin %a : f64
      %2 = math.cos %b : f64
      %3 = arith.cmpf olt, %a, %b : f64
      %4 = arith.select %3, %1, %2 : f64
      linalg.yield %4 : f64
    }
  return %0 : tensor<5x3xf64>
}
