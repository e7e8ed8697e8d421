// A chain of named operations of one operand.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], [0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5], [1.6, 1.7, 1.8, 1.9, 2.0, 2.1, 2.2]]> : tensor<3x7xf32>
// EXPECT: dense<[[0.28121486, 0.33378544, 0.38395467, 0.43493676, 0.4893288, 0.550338, 0.6235161], [0.72282153, 1.0, 0.7343838, 0.6524692, 0.5991669, 0.5598635, 0.52900285], [0.50380397, 0.4826602, 0.46455634, 0.44880903, 0.43493676, 0.4225879, 0.41149795]]> : tensor<3x7xf32>
// EXPECT: dense<[[2.236068, 1.8257418, 1.5811388, 1.4142135, 1.2909944, 1.1952286, 1.118034], [1.0540926, 1.0, 0.9534626, 0.9128709, 0.87705797, 0.8451542, 0.81649655], [0.7905694, 0.766965, 0.745356, 0.72547626, 0.70710677, 0.69006556, 0.6741998]]> : tensor<3x7xf32>
// EXPECT: dense<[[0.2198556, 0.31964463, 0.40895963, 0.48658687, 0.55244815, 0.60728556, 0.6523154], [0.688939, 0.71854514, 0.7423978, 0.76158816, 0.77702695, 0.789458, 0.7994805], [0.8075741, 0.81412077, 0.81942475, 0.8237283, 0.8272249, 0.83006924, 0.83238536]]> : tensor<3x7xf32>
func.func @main(%x: tensor<3x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.log ins(%x : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %1 = linalg.abs ins(%0 : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %2 = linalg.sqrt ins(%1 : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %3 = linalg.negf ins(%2 : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %4 = linalg.exp ins(%3 : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %5 = linalg.rsqrt ins(%x : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %6 = linalg.tanh ins(%x : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %7 = linalg.erf ins(%6 : tensor<3x7xf32>) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  return %4, %5, %7 : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>
}
