// A product of i8 that is i32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3]> : tensor<5xi8>
// INPUT: dense<[-3, 2, -6, -1, 6]> : tensor<5xi8>
// EXPECT: dense<[18, -2, -24, 4, 18]> : tensor<5xi32>
func.func @main(%x: tensor<5xi8>, %y: tensor<5xi8>) -> tensor<5xi32> {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.mul %x, %y, %shift : (tensor<5xi8>, tensor<5xi8>, tensor<1xi8>) -> tensor<5xi32>
  return %0 : tensor<5xi32>
}
