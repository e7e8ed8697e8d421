// Integers in an interval.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4], [-4, 1, -5, 0, 5], [-3, 4, -4, 1, 6]]> : tensor<4x5xi8>
// EXPECT: dense<[[-2, -1, 3, -2, 3], [-2, 0, 3, -1, 3], [-2, 1, -2, 0, 3], [-2, 3, -2, 1, 3]]> : tensor<4x5xi8>
func.func @main(%x: tensor<4x5xi8>) -> tensor<4x5xi8> {
  %0 = tosa.clamp %x {min_val = -2 : i8, max_val = 3 : i8} : (tensor<4x5xi8>) -> tensor<4x5xi8>
  return %0 : tensor<4x5xi8>
}
