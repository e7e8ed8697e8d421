// Hyperbolic functions and their inverses, f32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2]> : tensor<7xf32>
// EXPECT: dense<[1.1752012, 1.5094614, 1.9043014, 2.375568, 2.9421742, 3.6268604, 4.4571056]> : tensor<7xf32>
// EXPECT: dense<[1.5430806, 1.8106556, 2.1508985, 2.5774646, 3.1074731, 3.7621958, 4.567909]> : tensor<7xf32>
// EXPECT: dense<[0.8813736, 1.0159732, 1.137982, 1.2489834, 1.3504407, 1.4436355, 1.5296605]> : tensor<7xf32>
// EXPECT: dense<[0.0, 0.6223626, 0.86701465, 1.046968, 1.1929107, 1.316958, 1.425417]> : tensor<7xf32>
// EXPECT: dense<[0.25541282, 0.30951962, 0.36544377, 0.42364895, 0.48470026, 0.54930615, 0.6183813]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %0 = math.sinh %x : tensor<7xf32>
  %1 = math.cosh %x : tensor<7xf32>
  %2 = math.asinh %x : tensor<7xf32>
  %3 = math.acosh %x : tensor<7xf32>
  %c = arith.constant dense<0.25> : tensor<7xf32>
  %4 = arith.mulf %x, %c : tensor<7xf32>
  %5 = math.atanh %4 : tensor<7xf32>
  return %0, %1, %2, %3, %5 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}
