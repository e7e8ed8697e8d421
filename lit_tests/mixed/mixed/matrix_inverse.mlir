// A Gauss-Jordan inverse: scf loops on a tensor with StableHLO rows.
// Expected values: NumPy.
// INPUT: dense<[[5.0, 0.0, 1.5, -0.5], [1.0, 5.0, 0.5, -1.5], [0.0, 1.5, 5.0, 1.0], [-1.0, 0.5, -1.5, 5.0]]> : tensor<4x4xf64>
// EXPECT: dense<[[0.20446864438603082, 0.012204280886218551, -0.05219677055951935, 0.03454750281637251], [-0.027788208787082238, 0.1930153961697334, 0.005257228689447992, 0.0540743522343222], [-0.0003755163349605696, -0.051445737889598206, 0.1892602328201277, -0.05332331956440105], [0.04355989485542622, -0.0322944048066091, 0.04581299286518964, 0.18550506947052198]]> : tensor<4x4xf64>
func.func @main(%a: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %p = stablehlo.compare EQ, %i, %j : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %id = arith.uitofp %p : tensor<4x4xi1> to tensor<4x4xf64>
  %w = stablehlo.concatenate %a, %id, dim = 1 : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x8xf64>
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%m = %w) -> (tensor<4x8xf64>) {
    %row = tensor.extract_slice %m[%k, 0] [1, 8] [1, 1] : tensor<4x8xf64> to tensor<8xf64>
    %d = tensor.extract %m[%k, %k] : tensor<4x8xf64>
    %ds = tensor.splat %d : tensor<8xf64>
    %n = stablehlo.divide %row, %ds : tensor<8xf64>
    %m1 = tensor.insert_slice %n into %m[%k, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<4x8xf64>
    %m2 = scf.for %l = %c0 to %c4 step %c1 iter_args(%t = %m1) -> (tensor<4x8xf64>) {
      %q = arith.cmpi ne, %l, %k : index
      %u = scf.if %q -> tensor<4x8xf64> {
        %f = tensor.extract %t[%l, %k] : tensor<4x8xf64>
        %fs = tensor.splat %f : tensor<8xf64>
        %old = tensor.extract_slice %t[%l, 0] [1, 8] [1, 1] : tensor<4x8xf64> to tensor<8xf64>
        %s = stablehlo.multiply %n, %fs : tensor<8xf64>
        %new = arith.subf %old, %s : tensor<8xf64>
        %v = tensor.insert_slice %new into %t[%l, 0] [1, 8] [1, 1] : tensor<8xf64> into tensor<4x8xf64>
        scf.yield %v : tensor<4x8xf64>
      } else {
        scf.yield %t : tensor<4x8xf64>
      }
      scf.yield %u : tensor<4x8xf64>
    }
    scf.yield %m2 : tensor<4x8xf64>
  }
  %inv = stablehlo.slice %r [0:4, 4:8] : (tensor<4x8xf64>) -> tensor<4x4xf64>
  return %inv : tensor<4x4xf64>
}
