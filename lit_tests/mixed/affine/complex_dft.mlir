// A discrete Fourier transform of complex numbers by its definition.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5), (-1.75, -0.5), (0.0, 2.0), (-2.25, -1.0), (-0.5, 1.5)]> : tensor<7xcomplex<f64>>
// INPUT: dense<[(-1.25, -1.5), (0.5, 1.0), (2.25, -2.0), (-0.75, 0.5), (1.0, -2.5), (-1.25, 0.0), (0.5, 2.5)]> : tensor<7xcomplex<f64>>
// EXPECT: dense<[(-6.0, 2.0), (0.08051777206725785, -5.902951149180656), (-3.244023600408166, -3.0996120074075986), (-7.407664877301765, 1.1925340349562934), (4.24144627823624, -7.692534034956293), (-1.1912111023799365, -3.4003879925923988), (-2.229064470213631, -0.597048850819343)]> : tensor<7xcomplex<f64>>
func.func @main(%x: memref<7xcomplex<f64>>, %y: memref<7xcomplex<f64>>) {
  %w = arith.constant -0.89759790102565521 : f64
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  affine.for %k = 0 to 7 {
    %s = affine.for %n = 0 to 7 iter_args(%acc = %zero) -> (complex<f64>) {
      %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1) mod 7)>(%k, %n)
      %kn = arith.muli %k, %n : index
      %1 = arith.index_cast %kn : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      %3 = arith.mulf %2, %w : f64
      %c = math.cos %3 : f64
      %d = math.sin %3 : f64
      %e = complex.create %c, %d : complex<f64>
      %v = affine.load %x[%n] : memref<7xcomplex<f64>>
      %4 = complex.mul %e, %v : complex<f64>
      %5 = complex.add %acc, %4 : complex<f64>
      affine.yield %5 : complex<f64>
    }
    affine.store %s, %y[%k] : memref<7xcomplex<f64>>
  }
  return
}
