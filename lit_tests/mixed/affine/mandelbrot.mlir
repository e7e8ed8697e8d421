// Escape times of complex numbers, with scf.while inside of affine loops.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3, -5, 0, 5, -1], [4, -4, 1, -5, 0, 5, -3, 4, -4], [1, 6, 0, 5, -3, 2, -4, 1, 6], [-2, 5, -3, 2, -6, 1, 6, -2, 3], [-3, 2, -6, -1, 6, -2, 3, -5, 2], [-6, -1, 4, -2, 3, -5, 0, -6, -1], [4, -4, 3, -5, 0, 5, -1, 4, -4]]> : tensor<7x9xi32>
// EXPECT: dense<[[1, 3, 3, 3, 4, 6, 8, 4, 3], [3, 3, 3, 5, 12, 40, 40, 15, 3], [4, 5, 16, 11, 40, 40, 40, 40, 4], [40, 40, 40, 40, 40, 40, 40, 12, 4], [4, 5, 16, 11, 40, 40, 40, 40, 4], [3, 3, 3, 5, 12, 40, 40, 15, 3], [1, 3, 3, 3, 4, 6, 8, 4, 3]]> : tensor<7x9xi32>
func.func @main(%out: memref<7x9xi32>) {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4.0 : f32
  %n0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %limit = arith.constant 40 : i32
  %scale = arith.constant 0.3 : f32
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      %0 = affine.apply affine_map<(d0) -> (d0 - 6)>(%j)
      %1 = affine.apply affine_map<(d0) -> (d0 - 3)>(%i)
      %2 = arith.index_cast %0 : index to i32
      %3 = arith.index_cast %1 : index to i32
      %4 = arith.sitofp %2 : i32 to f32
      %5 = arith.sitofp %3 : i32 to f32
      %6 = arith.mulf %4, %scale : f32
      %7 = arith.mulf %5, %scale : f32
      %c = complex.create %6, %7 : complex<f32>
      %z0 = complex.create %zero, %zero : complex<f32>
      %r:2 = scf.while (%z = %z0, %n = %n0) : (complex<f32>, i32) -> (complex<f32>, i32) {
        %re = complex.re %z : complex<f32>
        %im = complex.im %z : complex<f32>
        %re2 = arith.mulf %re, %re : f32
        %im2 = arith.mulf %im, %im : f32
        %abs = arith.addf %re2, %im2 : f32
        %in = arith.cmpf ole, %abs, %four : f32
        %more = arith.cmpi slt, %n, %limit : i32
        %go = arith.andi %in, %more : i1
        scf.condition(%go) %z, %n : complex<f32>, i32
      } do {
      ^bb0(%z: complex<f32>, %n: i32):
        %sq = complex.mul %z, %z : complex<f32>
        %next = complex.add %sq, %c : complex<f32>
        %m = arith.addi %n, %one : i32
        scf.yield %next, %m : complex<f32>, i32
      }
      affine.store %r#1, %out[%i, %j] : memref<7x9xi32>
    }
  }
  return
}
