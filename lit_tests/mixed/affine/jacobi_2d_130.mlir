// Four steps of jacobi-2d on 130x130 numbers, large enough for several threads.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<9xf64>
// EXPECT: dense<[48.10880000000001, 47.656000000000006, 53.34400000000001, 51.598400000000005, 50.014400000000016, 49.88480000000001, 50.40160000000001, 48.656000000000006, 48.5264]> : tensor<9xf64>
func.func @main(%out: memref<9xf64>) {
  %fifth = arith.constant 0.2 : f64
  %a = memref.alloc() : memref<130x130xf64>
  %b = memref.alloc() : memref<130x130xf64>
  affine.for %i = 0 to 130 {
    affine.for %j = 0 to 130 {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 37 + d1 * 23) mod 101)>(%i, %j)
      %1 = arith.index_cast %0 : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      affine.store %2, %a[%i, %j] : memref<130x130xf64>
      affine.store %2, %b[%i, %j] : memref<130x130xf64>
    }
  }
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 129 {
      affine.for %j = 1 to 129 {
        %0 = affine.load %a[%i, %j] : memref<130x130xf64>
        %1 = affine.load %a[%i, %j - 1] : memref<130x130xf64>
        %2 = affine.load %a[%i, %j + 1] : memref<130x130xf64>
        %3 = affine.load %a[%i + 1, %j] : memref<130x130xf64>
        %4 = affine.load %a[%i - 1, %j] : memref<130x130xf64>
        %5 = arith.addf %0, %1 : f64
        %6 = arith.addf %5, %2 : f64
        %7 = arith.addf %6, %3 : f64
        %8 = arith.addf %7, %4 : f64
        %9 = arith.mulf %8, %fifth : f64
        affine.store %9, %b[%i, %j] : memref<130x130xf64>
      }
    }
    affine.for %i = 1 to 129 {
      affine.for %j = 1 to 129 {
        %0 = affine.load %b[%i, %j] : memref<130x130xf64>
        affine.store %0, %a[%i, %j] : memref<130x130xf64>
      }
    }
  }
  affine.for %i = 0 to 9 {
    %0 = affine.load %a[%i * 14 + 3, 128 - %i * 13] : memref<130x130xf64>
    affine.store %0, %out[%i] : memref<9xf64>
  }
  return
}
