// PolyBench's correlation: standard deviations, with a select for those near zero.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75]]> : tensor<11x4xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25]]> : tensor<4x4xf32>
// EXPECT: dense<[[1.0, -0.46580395, -0.16200003, 0.07923799], [-0.46580395, 1.0, -0.4261994, -0.023146357], [-0.16200003, -0.4261994, 1.0, -0.5334824], [0.07923799, -0.023146357, -0.5334824, 1.0]]> : tensor<4x4xf32>
func.func @main(%d: memref<11x4xf32>, %corr: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %eps = arith.constant 0.1 : f32
  %n = arith.constant 11.0 : f32
  %t = memref.alloc() : memref<11x4xf32>
  affine.for %j = 0 to 4 {
    %s = affine.for %i = 0 to 11 iter_args(%acc = %zero) -> (f32) {
      %0 = affine.load %d[%i, %j] : memref<11x4xf32>
      %1 = arith.addf %acc, %0 : f32
      affine.yield %1 : f32
    }
    %mean = arith.divf %s, %n : f32
    %v = affine.for %i = 0 to 11 iter_args(%acc = %zero) -> (f32) {
      %0 = affine.load %d[%i, %j] : memref<11x4xf32>
      %1 = arith.subf %0, %mean : f32
      affine.store %1, %t[%i, %j] : memref<11x4xf32>
      %2 = arith.mulf %1, %1 : f32
      %3 = arith.addf %acc, %2 : f32
      affine.yield %3 : f32
    }
    %4 = math.sqrt %v : f32
    %5 = arith.cmpf ole, %4, %eps : f32
    %dev = arith.select %5, %one, %4 : f32
    affine.for %i = 0 to 11 {
      %0 = affine.load %t[%i, %j] : memref<11x4xf32>
      %1 = arith.divf %0, %dev : f32
      affine.store %1, %t[%i, %j] : memref<11x4xf32>
    }
  }
  affine.for %i = 0 to 4 {
    affine.store %one, %corr[%i, %i] : memref<4x4xf32>
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 4 {
      %s = affine.for %k = 0 to 11 iter_args(%acc = %zero) -> (f32) {
        %0 = affine.load %t[%k, %i] : memref<11x4xf32>
        %1 = affine.load %t[%k, %j] : memref<11x4xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = arith.addf %acc, %2 : f32
        affine.yield %3 : f32
      }
      affine.store %s, %corr[%i, %j] : memref<4x4xf32>
      affine.store %s, %corr[%j, %i] : memref<4x4xf32>
    }
  }
  return
}
