// Points of a StableHLO generator: their number within a circle by arith and scf, deterministic by a hash.
// Expected values: NumPy.
// EXPECT: dense<25> : tensor<i32>
func.func @main() -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<31xui32>
  %a = stablehlo.constant dense<2654435761> : tensor<31xui32>
  %b = stablehlo.constant dense<2246822519> : tensor<31xui32>
  %s = stablehlo.constant dense<8> : tensor<31xui32>
  %n = arith.constant dense<16777216.0> : tensor<31xf32>
  %0 = stablehlo.multiply %i, %a : tensor<31xui32>
  %1 = stablehlo.shift_right_logical %0, %s : tensor<31xui32>
  %2 = stablehlo.convert %1 : (tensor<31xui32>) -> tensor<31xf32>
  %x = arith.divf %2, %n : tensor<31xf32>
  %3 = stablehlo.multiply %i, %b : tensor<31xui32>
  %4 = stablehlo.shift_right_logical %3, %s : tensor<31xui32>
  %5 = stablehlo.convert %4 : (tensor<31xui32>) -> tensor<31xf32>
  %y = arith.divf %5, %n : tensor<31xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 31 : index
  %one = arith.constant 1.0 : f32
  %k0 = arith.constant 0 : i32
  %r = scf.for %k = %c0 to %m step %c1 iter_args(%c = %k0) -> (i32) {
    %u = tensor.extract %x[%k] : tensor<31xf32>
    %v = tensor.extract %y[%k] : tensor<31xf32>
    %6 = arith.mulf %u, %u : f32
    %7 = arith.mulf %v, %v : f32
    %8 = arith.addf %6, %7 : f32
    %9 = arith.cmpf ole, %8, %one : f32
    %10 = arith.extui %9 : i1 to i32
    %11 = arith.addi %c, %10 : i32
    scf.yield %11 : i32
  }
  %t = tensor.from_elements %r : tensor<i32>
  return %t : tensor<i32>
}
