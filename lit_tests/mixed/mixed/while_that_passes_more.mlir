// scf.while whose condition computes a value that the body and the result use.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<-6> : tensor<i32>
// EXPECT: dense<6> : tensor<i32>
// EXPECT: dense<36.0> : tensor<f32>
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<f32>) {
  %c1 = arith.constant 1 : i32
  %limit = arith.constant 30.0 : f32
  %a = tensor.extract %n[] : tensor<i32>
  %m = math.absi %a : i32
  %r:2 = scf.while (%i = %m) : (i32) -> (i32, f32) {
    %f = arith.sitofp %i : i32 to f32
    %g = arith.mulf %f, %f : f32
    %p = arith.cmpf olt, %g, %limit : f32
    scf.condition(%p) %i, %g : i32, f32
  } do {
  ^bb0(%i: i32, %g: f32):
    %k = arith.fptosi %g : f32 to i32
    %j = arith.addi %i, %k : i32
    %l = arith.addi %j, %c1 : i32
    scf.yield %l : i32
  }
  %s = tensor.from_elements %r#0 : tensor<i32>
  %t = tensor.from_elements %r#1 : tensor<f32>
  return %s, %t : tensor<i32>, tensor<f32>
}
