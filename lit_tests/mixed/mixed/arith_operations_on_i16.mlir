// Operations, comparisons and casts of arith on i16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-45, -8, 29, -25, 12, -42, -5, 32, -22, 15, -39, -2, 35]> : tensor<13xi16>
// INPUT: dense<[1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12, 13]> : tensor<13xi16>
// EXPECT: dense<[-44, -10, 32, -29, 17, -48, 2, 24, -13, 5, -28, -14, 48]> : tensor<13xi16>
// EXPECT: dense<[-46, -6, 26, -21, 7, -36, -12, 40, -31, 25, -50, 10, 22]> : tensor<13xi16>
// EXPECT: dense<[-45, 16, 87, 100, 60, 252, -35, -256, -198, -150, -429, 24, 455]> : tensor<13xi16>
// EXPECT: dense<[1, -8, 1, -28, 4, -46, 3, 32, 8, 6, 9, -12, 1]> : tensor<13xi16>
// EXPECT: dense<[-45, -2, 31, -1, 13, -2, -1, -8, -21, -1, -37, -2, 47]> : tensor<13xi16>
// EXPECT: dense<[-46, 6, 30, 27, 9, 44, -4, -40, -29, -7, -46, 10, 46]> : tensor<13xi16>
// EXPECT: dense<[1, -2, 29, -4, 12, -6, 7, 32, 9, 15, 11, -2, 35]> : tensor<13xi16>
// EXPECT: dense<[-45, -8, 3, -25, 5, -42, -5, -8, -22, -10, -39, -12, 13]> : tensor<13xi16>
// EXPECT: dense<[-45, -2, 29, -4, 12, -6, -5, -8, -22, -10, -39, -2, 35]> : tensor<13xi16>
// EXPECT: dense<[1, -8, 3, -25, 5, -42, 7, 32, 9, 15, 11, -12, 13]> : tensor<13xi16>
// EXPECT: dense<[-45, 4, 9, 6, 2, 7, 0, -4, -2, -1, -3, 0, 2]> : tensor<13xi16>
// EXPECT: dense<[-45, 0, 9, 0, 2, 0, 9361, 0, 7279, 0, 5954, 1, 2]> : tensor<13xi16>
// EXPECT: dense<[0, 0, 2, -1, 2, 0, -5, 0, -4, 5, -6, -2, 9]> : tensor<13xi16>
// EXPECT: dense<[0, -8, 2, -25, 2, -42, 4, 32, 3, 15, 3, 10, 9]> : tensor<13xi16>
// EXPECT: dense<[-45, 4, 10, 7, 3, 7, 0, -4, -2, -1, -3, 1, 3]> : tensor<13xi16>
// EXPECT: dense<[-45, 4, 9, 6, 2, 7, -1, -4, -3, -2, -4, 0, 2]> : tensor<13xi16>
// EXPECT: dense<[-45, 1, 10, 1, 3, 1, 9362, 1, 7280, 1, 5955, 2, 3]> : tensor<13xi16>
// EXPECT: dense<false> : tensor<13xi1>
// EXPECT: dense<true> : tensor<13xi1>
// EXPECT: dense<[true, true, false, true, false, true, true, false, true, false, true, false, false]> : tensor<13xi1>
// EXPECT: dense<[true, true, false, true, false, true, true, false, true, false, true, false, false]> : tensor<13xi1>
// EXPECT: dense<[false, false, true, false, true, false, false, true, false, true, false, true, true]> : tensor<13xi1>
// EXPECT: dense<[false, false, true, false, true, false, false, true, false, true, false, true, true]> : tensor<13xi1>
// EXPECT: dense<[false, true, false, true, false, true, false, true, false, true, false, false, false]> : tensor<13xi1>
// EXPECT: dense<[false, true, false, true, false, true, false, true, false, true, false, false, false]> : tensor<13xi1>
// EXPECT: dense<[true, false, true, false, true, false, true, false, true, false, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[true, false, true, false, true, false, true, false, true, false, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[-45.0, -8.0, 29.0, -25.0, 12.0, -42.0, -5.0, 32.0, -22.0, 15.0, -39.0, -2.0, 35.0]> : tensor<13xf32>
// EXPECT: dense<[65491.0, 65528.0, 29.0, 65511.0, 12.0, 65494.0, 65531.0, 32.0, 65514.0, 15.0, 65497.0, 65534.0, 35.0]> : tensor<13xf64>
// EXPECT: dense<[-45.0, -8.0, 29.0, -25.0, 12.0, -42.0, -5.0, 32.0, -22.0, 15.0, -39.0, -2.0, 35.0]> : tensor<13xbf16>
// EXPECT: dense<[65504.0, 0x7C00, 29.0, 65504.0, 12.0, 65504.0, 0x7C00, 32.0, 65504.0, 15.0, 65504.0, 0x7C00, 35.0]> : tensor<13xf16>
func.func @main(%x: tensor<13xi16>, %y: tensor<13xi16>) -> (tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xf32>, tensor<13xf64>, tensor<13xbf16>, tensor<13xf16>) {
  %0 = arith.addi %x, %y : tensor<13xi16>
  %1 = arith.subi %x, %y : tensor<13xi16>
  %2 = arith.muli %x, %y : tensor<13xi16>
  %3 = arith.andi %x, %y : tensor<13xi16>
  %4 = arith.ori %x, %y : tensor<13xi16>
  %5 = arith.xori %x, %y : tensor<13xi16>
  %6 = arith.maxsi %x, %y : tensor<13xi16>
  %7 = arith.minsi %x, %y : tensor<13xi16>
  %8 = arith.maxui %x, %y : tensor<13xi16>
  %9 = arith.minui %x, %y : tensor<13xi16>
  %10 = arith.divsi %x, %y : tensor<13xi16>
  %11 = arith.divui %x, %y : tensor<13xi16>
  %12 = arith.remsi %x, %y : tensor<13xi16>
  %13 = arith.remui %x, %y : tensor<13xi16>
  %14 = arith.ceildivsi %x, %y : tensor<13xi16>
  %15 = arith.floordivsi %x, %y : tensor<13xi16>
  %16 = arith.ceildivui %x, %y : tensor<13xi16>
  %17 = arith.cmpi eq, %x, %y : tensor<13xi16>
  %18 = arith.cmpi ne, %x, %y : tensor<13xi16>
  %19 = arith.cmpi slt, %x, %y : tensor<13xi16>
  %20 = arith.cmpi sle, %x, %y : tensor<13xi16>
  %21 = arith.cmpi sgt, %x, %y : tensor<13xi16>
  %22 = arith.cmpi sge, %x, %y : tensor<13xi16>
  %23 = arith.cmpi ult, %x, %y : tensor<13xi16>
  %24 = arith.cmpi ule, %x, %y : tensor<13xi16>
  %25 = arith.cmpi ugt, %x, %y : tensor<13xi16>
  %26 = arith.cmpi uge, %x, %y : tensor<13xi16>
  %27 = arith.sitofp %x : tensor<13xi16> to tensor<13xf32>
  %28 = arith.uitofp %x : tensor<13xi16> to tensor<13xf64>
  %29 = arith.sitofp %x : tensor<13xi16> to tensor<13xbf16>
  %30 = arith.uitofp %x : tensor<13xi16> to tensor<13xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30 : tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi16>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xi1>, tensor<13xf32>, tensor<13xf64>, tensor<13xbf16>, tensor<13xf16>
}
