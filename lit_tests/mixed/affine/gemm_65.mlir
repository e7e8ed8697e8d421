// A product of 65x65 matrices that the program generates; the result is a row of sums.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<65xf64>
// EXPECT: dense<[502060.0, 946270.0, 484380.0, 990470.0, 550680.0, 559520.0, 559520.0, 550680.0, 990470.0, 484380.0, 946270.0, 502060.0, 1025830.0, 563940.0, 1070030.0, 563940.0, 1025830.0, 502060.0, 946270.0, 484380.0, 990470.0, 550680.0, 559520.0, 559520.0, 550680.0, 990470.0, 484380.0, 946270.0, 502060.0, 1025830.0, 563940.0, 1070030.0, 563940.0, 1025830.0, 502060.0, 946270.0, 484380.0, 990470.0, 550680.0, 559520.0, 559520.0, 550680.0, 990470.0, 484380.0, 946270.0, 502060.0, 1025830.0, 563940.0, 1070030.0, 563940.0, 1025830.0, 502060.0, 946270.0, 484380.0, 990470.0, 550680.0, 559520.0, 559520.0, 550680.0, 990470.0, 484380.0, 946270.0, 502060.0, 1025830.0, 563940.0]> : tensor<65xf64>
func.func @main(%out: memref<65xf64>) {
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc() : memref<65x65xf64>
  %b = memref.alloc() : memref<65x65xf64>
  %c = memref.alloc() : memref<65x65xf64>
  affine.for %i = 0 to 65 {
    affine.for %j = 0 to 65 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 13 - 6)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %a[%i, %j] : memref<65x65xf64>
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 5 + d1 * 11) mod 17 - 8)>(%i, %j)
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f64
      affine.store %5, %b[%i, %j] : memref<65x65xf64>
      affine.store %zero, %c[%i, %j] : memref<65x65xf64>
    }
  }
  affine.for %i = 0 to 65 {
    affine.for %j = 0 to 65 {
      affine.for %k = 0 to 65 {
        %0 = affine.load %a[%i, %k] : memref<65x65xf64>
        %1 = affine.load %b[%k, %j] : memref<65x65xf64>
        %2 = affine.load %c[%i, %j] : memref<65x65xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<65x65xf64>
      }
    }
  }
  affine.for %i = 0 to 65 {
    %s = affine.for %j = 0 to 65 iter_args(%acc = %zero) -> (f64) {
      %0 = affine.load %c[%j, %i] : memref<65x65xf64>
      %1 = arith.mulf %0, %0 : f64
      %2 = arith.addf %acc, %1 : f64
      affine.yield %2 : f64
    }
    affine.store %s, %out[%i] : memref<65xf64>
  }
  return
}
