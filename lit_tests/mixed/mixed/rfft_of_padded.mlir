// A real Fourier transform of StableHLO of a signal that tensor.pad extends.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf64>
// EXPECT: dense<[(-8.0, 0.0), (1.805183170810635, 1.4984981324777), (0.14124278936389922, 2.3158639918226482), (-6.875864646505071, 2.4794609035957444), (1.75, 1.25), (1.900990912352154, 1.090373607069733), (6.858757210636101, 5.815863991822648), (-1.8303094366577182, -4.890589164048311), (0.5, 0.0)]> : tensor<9xcomplex<f64>>
func.func @main(%x: tensor<13xf64>) -> tensor<9xcomplex<f64>> {
  %z = arith.constant 0.0 : f64
  %p = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<13xf64> to tensor<16xf64>
  %0 = stablehlo.fft %p, type = RFFT, length = [16] : (tensor<16xf64>) -> tensor<9xcomplex<f64>>
  return %0 : tensor<9xcomplex<f64>>
}
