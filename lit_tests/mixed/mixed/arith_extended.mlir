// Products and sums with twice as many bits.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-1500000000, -799999999, -99999998, 600000003, 1300000004, 2000000005, -1594967290]> : tensor<7xi32>
// INPUT: dense<[2000000000, 1699999993, 1399999986, 1099999979, 799999972, 499999965, 199999958]> : tensor<7xi32>
// EXPECT: dense<[329777152, -1456844302, -1148070968, 1256097154, 1460692768, -534284126, -433866232]> : tensor<7xi32>
// EXPECT: dense<[-698491931, -316649674, -32596290, 153668222, 242143861, 232830627, -74271437]> : tensor<7xi32>
// EXPECT: dense<[1301508069, 1383350319, 1367403696, 153668222, 242143861, 232830627, 125728521]> : tensor<7xi32>
// EXPECT: dense<[true, true, true, false, false, false, false]> : tensor<7xi1>
func.func @main(%x: tensor<7xi32>, %y: tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi1>) {
  %l, %h = arith.mulsi_extended %x, %y : tensor<7xi32>
  %m, %u = arith.mului_extended %x, %y : tensor<7xi32>
  %s, %o = arith.addui_extended %x, %y : tensor<7xi32>, tensor<7xi1>
  %0 = arith.addi %l, %m : tensor<7xi32>
  return %0, %h, %u, %o : tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi1>
}
