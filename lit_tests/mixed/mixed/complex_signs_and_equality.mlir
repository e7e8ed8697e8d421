// Signs, tangents and comparisons of complex numbers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(-0.5, 0.4), (-0.2, 0.2), (0.0, 0.0), (0.3999999999999999, -0.20000000000000007), (0.7, -0.4)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(-0.7808688094430303, 0.6246950475544243), (-0.7071067811865475, 0.7071067811865475), (0.0, 0.0), (0.8944271909999157, -0.4472135954999581), (0.8682431421244592, -0.49613893835683387)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(-0.44813031420350014, 0.47296605590578517), (-0.19450169951341298, 0.20515732508668744), (0.0, 0.0), (0.40351250528896426, -0.23104801386732507), (0.6537404565414446, -0.5891632952797334)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[false, false, true, false, false]> : tensor<5xi1>
#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<5xcomplex<f64>>) -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xi1>) {
  %e = tensor.empty() : tensor<5xcomplex<f64>>
  %f = tensor.empty() : tensor<5xi1>
  %z = complex.constant [0.0, 0.0] : complex<f64>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<5xcomplex<f64>>) outs(%e, %e, %f : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xi1>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %c: complex<f64>, %d: i1):
    %1 = complex.sign %a : complex<f64>
    %2 = complex.tan %a : complex<f64>
    %3 = complex.eq %a, %z : complex<f64>
    linalg.yield %1, %2, %3 : complex<f64>, complex<f64>, i1
  } -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xi1>)
  return %0#0, %0#1, %0#2 : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xi1>
}
