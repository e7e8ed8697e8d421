// The first of several largest elements of an i8 vector.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1, 6, -2, 5, -3, 2]> : tensor<31xi8>
// EXPECT: dense<19> : tensor<i32>
func.func @main(%x: tensor<31xi8>) -> tensor<i32> {
  %0 = tosa.argmax %x {axis = 0 : i32} : (tensor<31xi8>) -> tensor<i32>
  return %0 : tensor<i32>
}
