// A product of complex numbers that scf.for carries as two floats.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5), (-1.75, -0.5), (0.0, 2.0)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<(13.59375, 10.390625)> : tensor<complex<f64>>
func.func @main(%x: tensor<5xcomplex<f64>>) -> tensor<complex<f64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%p = %one, %q = %zero) -> (f64, f64) {
    %v = tensor.extract %x[%i] : tensor<5xcomplex<f64>>
    %c = complex.create %p, %q : complex<f64>
    %m = complex.mul %v, %c : complex<f64>
    %re = complex.re %m : complex<f64>
    %im = complex.im %m : complex<f64>
    scf.yield %re, %im : f64, f64
  }
  %c = complex.create %r#0, %r#1 : complex<f64>
  %t = tensor.from_elements %c : tensor<complex<f64>>
  return %t : tensor<complex<f64>>
}
