// Functions of f16, which math computes in wider numbers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.19995117, 0.39990234, 0.60009766, 0.7998047, 1.0, 1.2001953, 1.4003906, 1.5996094, 1.7998047]> : tensor<9xf16>
// EXPECT: dense<[-1.609375, -0.9165039, -0.5107422, -0.22338867, 0.0, 0.18249512, 0.33666992, 0.46972656, 0.5878906]> : tensor<9xf16>
// EXPECT: dense<[0.1986084, 0.3894043, 0.5649414, 0.71728516, 0.8413086, 0.9321289, 0.98535156, 0.9995117, 0.9741211]> : tensor<9xf16>
// EXPECT: dense<[0.22265625, 0.42822266, 0.6040039, 0.7421875, 0.84277344, 0.91015625, 0.95214844, 0.9760742, 0.9892578]> : tensor<9xf16>
// EXPECT: dense<[0.7246094, 0.6933594, 0.73583984, 0.8364258, 1.0, 1.2451172, 1.6025391, 2.1191406, 2.8789062]> : tensor<9xf16>
func.func @main(%x: tensor<9xf16>) -> (tensor<9xf16>, tensor<9xf16>, tensor<9xf16>, tensor<9xf16>) {
  %0 = math.log %x : tensor<9xf16>
  %1 = math.sin %x : tensor<9xf16>
  %2 = math.erf %x : tensor<9xf16>
  %3 = math.powf %x, %x : tensor<9xf16>
  return %0, %1, %2, %3 : tensor<9xf16>, tensor<9xf16>, tensor<9xf16>, tensor<9xf16>
}
