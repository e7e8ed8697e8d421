// A decomposition of a 33x33 matrix in place; the result is its diagonal.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<33xf64>
// EXPECT: dense<[37.0, 38.0, 38.93385490753912, 40.187464606053965, 41.08078314397641, 42.29056114634771, 42.867944598602676, 36.61292315268541, 38.231253251740505, 38.98837383943911, 40.55935322543664, 40.98939671545187, 42.4357278629236, 42.54273368237955, 36.114096400284375, 38.552266521348194, 39.098803575612585, 40.90901626541733, 40.805583672938056, 42.55887487595444, 42.2487684021213, 35.40577398212368, 38.96733291324403, 39.224012745234326, 41.19387993659167, 40.483221035884085, 42.65994147082316, 41.966712801069654, 34.28681855953004, 39.44554762661906, 39.26946906198734, 41.340102091526184, 39.908324082936836]> : tensor<33xf64>
func.func @main(%out: memref<33xf64>) {
  %a = memref.alloc() : memref<33x33xf64>
  %big = arith.constant 40.0 : f64
  affine.for %i = 0 to 33 {
    affine.for %j = 0 to 33 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 3) mod 7 - 3)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %a[%i, %j] : memref<33x33xf64>
    }
    %3 = affine.load %a[%i, %i] : memref<33x33xf64>
    %4 = arith.addf %3, %big : f64
    affine.store %4, %a[%i, %i] : memref<33x33xf64>
  }
  affine.for %k = 0 to 33 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 33 {
      %0 = affine.load %a[%i, %k] : memref<33x33xf64>
      %1 = affine.load %a[%k, %k] : memref<33x33xf64>
      %m = arith.divf %0, %1 : f64
      affine.store %m, %a[%i, %k] : memref<33x33xf64>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 33 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 33 {
        %0 = affine.load %a[%i, %k] : memref<33x33xf64>
        %1 = affine.load %a[%k, %j] : memref<33x33xf64>
        %2 = affine.load %a[%i, %j] : memref<33x33xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.subf %2, %3 : f64
        affine.store %4, %a[%i, %j] : memref<33x33xf64>
      }
    }
  }
  affine.for %i = 0 to 33 {
    %0 = affine.load %a[%i, %i] : memref<33x33xf64>
    affine.store %0, %out[%i] : memref<33xf64>
  }
  return
}
