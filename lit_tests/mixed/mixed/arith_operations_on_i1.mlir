// Operations, comparisons and casts of arith on i1.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// INPUT: dense<false> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<false> : tensor<13xi1>
// EXPECT: dense<false> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<false> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<false> : tensor<13xi1>
// EXPECT: dense<[false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<true> : tensor<13xi1>
// EXPECT: dense<false> : tensor<13xi1>
// EXPECT: dense<[false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<13xi1>
// EXPECT: dense<false> : tensor<13xi1>
// EXPECT: dense<[false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<13xi1>
// EXPECT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// EXPECT: dense<true> : tensor<13xi1>
// EXPECT: dense<[-1.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0]> : tensor<13xf32>
// EXPECT: dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]> : tensor<13xf64>
// EXPECT: dense<[-1.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0]> : tensor<13xbf16>
// EXPECT: dense<[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]> : tensor<13xf16>
func.func @main(%x: tensor<13xi1>, %y: tensor<13xi1>) -> (tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xf32>, tensor<13xf64>, tensor<13xbf16>, tensor<13xf16>) {
  %0 = arith.addi %x, %y : tensor<13xi1>
  %1 = arith.subi %x, %y : tensor<13xi1>
  %2 = arith.muli %x, %y : tensor<13xi1>
  %3 = arith.andi %x, %y : tensor<13xi1>
  %4 = arith.ori %x, %y : tensor<13xi1>
  %5 = arith.xori %x, %y : tensor<13xi1>
  %6 = arith.maxsi %x, %y : tensor<13xi1>
  %7 = arith.minsi %x, %y : tensor<13xi1>
  %8 = arith.maxui %x, %y : tensor<13xi1>
  %9 = arith.minui %x, %y : tensor<13xi1>
  %10 = arith.cmpi eq, %x, %y : tensor<13xi1>
  %11 = arith.cmpi ne, %x, %y : tensor<13xi1>
  %12 = arith.cmpi slt, %x, %y : tensor<13xi1>
  %13 = arith.cmpi sle, %x, %y : tensor<13xi1>
  %14 = arith.cmpi sgt, %x, %y : tensor<13xi1>
  %15 = arith.cmpi sge, %x, %y : tensor<13xi1>
  %16 = arith.cmpi ult, %x, %y : tensor<13xi1>
  %17 = arith.cmpi ule, %x, %y : tensor<13xi1>
  %18 = arith.cmpi ugt, %x, %y : tensor<13xi1>
  %19 = arith.cmpi uge, %x, %y : tensor<13xi1>
  %20 = arith.sitofp %x : tensor<13xi1> to tensor<13xf32>
  %21 = arith.uitofp %x : tensor<13xi1> to tensor<13xf64>
  %22 = arith.sitofp %x : tensor<13xi1> to tensor<13xbf16>
  %23 = arith.uitofp %x : tensor<13xi1> to tensor<13xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23 : tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xf32>, tensor<13xf64>, tensor<13xbf16>, tensor<13xf16>
}
