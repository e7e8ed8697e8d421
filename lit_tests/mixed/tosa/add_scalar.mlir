// A sum of i32 of rank zero.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<-6> : tensor<i32>
// INPUT: dense<-3> : tensor<i32>
// EXPECT: dense<-9> : tensor<i32>
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = tosa.add %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
