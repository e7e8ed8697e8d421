// scf.index_switch whose results are tensors.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// INPUT: dense<-3> : tensor<i32>
// EXPECT: dense<[0.10539922, 0.60653067, 3.4903429]> : tensor<3xf32>
func.func @main(%x: tensor<3xf32>, %k: tensor<i32>) -> tensor<3xf32> {
  %i = tensor.extract %k[] : tensor<i32>
  %a = math.absi %i : i32
  %c2 = arith.constant 2 : i32
  %m = arith.remui %a, %c2 : i32
  %n = arith.index_cast %m : i32 to index
  %r = scf.index_switch %n -> tensor<3xf32>
  case 0 {
    %0 = arith.negf %x : tensor<3xf32>
    scf.yield %0 : tensor<3xf32>
  }
  default {
    %0 = math.exp %x : tensor<3xf32>
    scf.yield %0 : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
