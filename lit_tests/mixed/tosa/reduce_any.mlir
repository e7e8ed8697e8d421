// The disjunction of each row of booleans.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[true, false], [false, true], [false, false], [true, false], [false, true]]> : tensor<5x2xi1>
// EXPECT: dense<[[true], [true], [false], [true], [true]]> : tensor<5x1xi1>
func.func @main(%x: tensor<5x2xi1>) -> tensor<5x1xi1> {
  %0 = tosa.reduce_any %x {axis = 1 : i32} : (tensor<5x2xi1>) -> tensor<5x1xi1>
  return %0 : tensor<5x1xi1>
}
