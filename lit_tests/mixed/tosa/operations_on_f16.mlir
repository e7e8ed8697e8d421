// Operations of two operands, reductions, argmax and select on f16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.19995117, 0.5, 0.7998047, 1.0996094, 1.4003906, 1.7001953, 2.0, 2.3007812, 2.5996094, 2.9003906, 3.1992188, 3.5, 3.8007812]> : tensor<13xf16>
// INPUT: dense<[1.5, 1.4003906, 1.2998047, 1.2001953, 1.0996094, 1.0, 0.89990234, 0.7998047, 0.7001953, 0.60009766, 0.5, 0.39990234, 0.30004883]> : tensor<13xf16>
// EXPECT: dense<[1.7001953, 1.9003906, 2.0996094, 2.3007812, 2.5, 2.6992188, 2.9003906, 3.1015625, 3.3007812, 3.5, 3.6992188, 3.9003906, 4.1015625]> : tensor<13xf16>
// EXPECT: dense<[-1.2998047, -0.9003906, -0.5, -0.10058594, 0.30078125, 0.7001953, 1.0996094, 1.5009766, 1.8994141, 2.3007812, 2.6992188, 3.0996094, 3.5]> : tensor<13xf16>
// EXPECT: dense<[1.5, 1.4003906, 1.2998047, 1.2001953, 1.4003906, 1.7001953, 2.0, 2.3007812, 2.5996094, 2.9003906, 3.1992188, 3.5, 3.8007812]> : tensor<13xf16>
// EXPECT: dense<[0.19995117, 0.5, 0.7998047, 1.0996094, 1.0996094, 1.0, 0.89990234, 0.7998047, 0.7001953, 0.60009766, 0.5, 0.39990234, 0.30004883]> : tensor<13xf16>
// EXPECT: dense<[0.089416504, 0.37890625, 0.7480469, 1.1210938, 1.4482422, 1.7001953, 1.8662109, 1.9472656, 1.9521484, 1.8945312, 1.7890625, 1.6503906, 1.4931641]> : tensor<13xf16>
// EXPECT: dense<[false, false, false, false, true, true, true, true, true, true, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[26.0]> : tensor<1xf16>
// EXPECT: dense<[3.8007812]> : tensor<1xf16>
// EXPECT: dense<[0.19995117]> : tensor<1xf16>
// EXPECT: dense<[309.0]> : tensor<1xf16>
// EXPECT: dense<12> : tensor<i32>
// EXPECT: dense<[1.5, 1.4003906, 1.2998047, 1.2001953, 1.4003906, 1.7001953, 2.0, 2.3007812, 2.5996094, 2.9003906, 3.1992188, 3.5, 3.8007812]> : tensor<13xf16>
func.func @main(%x: tensor<13xf16>, %y: tensor<13xf16>) -> (tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xi1>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<i32>, tensor<13xf16>) {
  %0 = tosa.add %x, %y : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %1 = tosa.sub %x, %y : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %2 = tosa.maximum %x, %y : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %3 = tosa.minimum %x, %y : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %4 = tosa.pow %x, %y : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  %5 = tosa.greater_equal %x, %y : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xi1>
  %6 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<13xf16>) -> tensor<1xf16>
  %7 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<13xf16>) -> tensor<1xf16>
  %8 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<13xf16>) -> tensor<1xf16>
  %9 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<13xf16>) -> tensor<1xf16>
  %10 = tosa.argmax %x {axis = 0 : i32} : (tensor<13xf16>) -> tensor<i32>
  %11 = tosa.select %5, %x, %y : (tensor<13xi1>, tensor<13xf16>, tensor<13xf16>) -> tensor<13xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xf16>, tensor<13xi1>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<i32>, tensor<13xf16>
}
