// The deterministic random numbers of linalg.fill_rng_2d in an interval.
// Expected values: mlir-runner of LLVM 22.
// EXPECT: dense<[[-0.22027189, 0.5505246, 1.3213211, -0.9078824, -0.13708591, 0.63371056, 1.404507], [-0.939391, -0.16859451, 0.602202, 1.3729985, -0.85620505, -0.08540854, 0.68538797], [1.3414898, -0.8877136, -0.11691714, 0.65387934, 1.4246758, -0.80452764, -0.033731163], [0.6223707, 1.3931673, -0.83603626, -0.065239765, 0.7055567, 1.4763532, -0.7528503], [-0.09674836, 0.6740481, 1.4448446, -0.78435886, -0.013562386, 0.7572341, 1.5280306]]> : tensor<5x7xf32>
func.func @main() -> tensor<5x7xf32> {
  %low = arith.constant -1.0 : f64
  %high = arith.constant 2.0 : f64
  %seed = arith.constant 42 : i32
  %e = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
