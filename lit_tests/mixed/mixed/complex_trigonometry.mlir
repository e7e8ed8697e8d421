// Sines, cosines, logarithms and tangents of complex numbers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(-0.6, 0.4), (-0.3, 0.2), (0.0, 0.0), (0.29999999999999993, -0.20000000000000007), (0.6, -0.4)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(-0.6104193779539026, 0.3390085233920473), (-0.30145033842891145, 0.19234362980219286), (0.0, 0.0), (0.3014503384289114, -0.19234362980219288), (0.6104193779539026, -0.3390085233920473)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(0.8922475307731557, 0.23192820919406515), (0.9745069929868755, 0.05949885707931209), (1.0, 0.0), (0.9745069929868756, 0.05949885707931209), (0.8922475307731557, 0.23192820919406515)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(0.3757080443419605, 0.2782996590051114), (0.5375012115144879, 0.11710874456686429), (0.6931471805599453, 0.0), (0.8366756190888764, -0.08673833867598514), (0.9672078848147891, -0.15264932839526515)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(-0.6020116715706292, 0.2860998977187273), (-0.30222912890777215, 0.18486280400641456), (0.0, 0.0), (0.3022291289077721, -0.1848628040064146), (0.6020116715706292, -0.2860998977187273)]> : tensor<5xcomplex<f64>>
#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<5xcomplex<f64>>) -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) {
  %e = tensor.empty() : tensor<5xcomplex<f64>>
  %two = complex.constant [2.0, 0.0] : complex<f64>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<5xcomplex<f64>>) outs(%e, %e, %e, %e : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %p: complex<f64>, %q: complex<f64>, %r: complex<f64>, %s: complex<f64>):
    %1 = complex.sin %a : complex<f64>
    %2 = complex.cos %a : complex<f64>
    %3 = complex.add %a, %two : complex<f64>
    %4 = complex.log %3 : complex<f64>
    %5 = complex.tanh %a : complex<f64>
    linalg.yield %1, %2, %4, %5 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
  } -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>
}
