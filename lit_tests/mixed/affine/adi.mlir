// PolyBench's adi: implicit steps in alternate directions.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<7x7xf64>
// EXPECT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.874991088428801, -1.5850472841151637, -1.9829204007504706, -1.3996114011268594, 0.05614280457875748, -1.75], [0.0, -3.153937562776833, -2.6129375155364523, -1.4122160342991732, -3.0922726520813453, -1.9405078279808228, -2.25], [-0.5, -1.5731274358794838, -3.4123078523808417, -2.3853857927450663, -3.635586594786343, -2.438855049126001, 1.25], [-1.75, -1.9829559469900226, -3.385211507777978, -2.2523239783032216, -1.5293404544088878, -3.03373602835188, 0.0], [-2.25, -1.026840051154387, -0.49006921024098615, -1.5012308240933612, -1.1156048232891127, -2.684812668519573, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<7x7xf64>
func.func @main(%u: memref<7x7xf64>) {
  %a = arith.constant -0.4 : f64
  %b = arith.constant 1.8 : f64
  %d = arith.constant -0.3 : f64
  %e = arith.constant 1.6 : f64
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %v = memref.alloc() : memref<7x7xf64>
  %p = memref.alloc() : memref<7x7xf64>
  %q = memref.alloc() : memref<7x7xf64>
  affine.for %t = 0 to 2 {
    affine.for %i = 1 to 6 {
      affine.store %one, %v[0, %i] : memref<7x7xf64>
      affine.store %zero, %p[%i, 0] : memref<7x7xf64>
      affine.store %one, %q[%i, 0] : memref<7x7xf64>
      affine.for %j = 1 to 6 {
        %0 = affine.load %p[%i, %j - 1] : memref<7x7xf64>
        %1 = arith.mulf %a, %0 : f64
        %2 = arith.addf %1, %b : f64
        %3 = arith.negf %a : f64
        %4 = arith.divf %3, %2 : f64
        affine.store %4, %p[%i, %j] : memref<7x7xf64>
        %5 = affine.load %u[%j, %i - 1] : memref<7x7xf64>
        %6 = affine.load %u[%j, %i] : memref<7x7xf64>
        %7 = affine.load %u[%j, %i + 1] : memref<7x7xf64>
        %8 = affine.load %q[%i, %j - 1] : memref<7x7xf64>
        %9 = arith.mulf %d, %5 : f64
        %10 = arith.mulf %e, %6 : f64
        %11 = arith.mulf %d, %7 : f64
        %12 = arith.subf %10, %9 : f64
        %13 = arith.subf %12, %11 : f64
        %14 = arith.mulf %a, %8 : f64
        %15 = arith.subf %13, %14 : f64
        %16 = arith.divf %15, %2 : f64
        affine.store %16, %q[%i, %j] : memref<7x7xf64>
      }
      affine.store %one, %v[6, %i] : memref<7x7xf64>
      affine.for %r = 0 to 5 {
        %j = affine.apply affine_map<(d0) -> (5 - d0)>(%r)
        %0 = affine.load %p[%i, %j] : memref<7x7xf64>
        %1 = affine.load %v[%j + 1, %i] : memref<7x7xf64>
        %2 = affine.load %q[%i, %j] : memref<7x7xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %v[%j, %i] : memref<7x7xf64>
      }
    }
    affine.for %i = 1 to 6 {
      affine.for %j = 1 to 6 {
        %0 = affine.load %v[%i, %j] : memref<7x7xf64>
        affine.store %0, %u[%i, %j] : memref<7x7xf64>
      }
    }
  }
  return
}
