// Doubles a vector until a counter ends.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<-6> : tensor<i32>
// INPUT: dense<[-1.25, 0.5, 2.25]> : tensor<3xf32>
// EXPECT: dense<4> : tensor<i32>
// EXPECT: dense<[-1280.0, 512.0, 2304.0]> : tensor<3xf32>
func.func @main(%n: tensor<i32>, %x: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
  %0:2 = tosa.while_loop (%i = %n, %a = %x) : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
    %limit = "tosa.const"() {values = dense<4> : tensor<i32>} : () -> tensor<i32>
    %go = tosa.greater %limit, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %go : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<3xf32>):
    %one = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %b = tosa.add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    tosa.yield %next, %b : tensor<i32>, tensor<3xf32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<3xf32>
}
