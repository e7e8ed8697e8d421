// Powers, reciprocal roots and logarithms near one of complex numbers.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(0.5, -0.3), (0.8, -0.09999999999999998), (1.1, 0.10000000000000003), (1.4, 0.3000000000000001), (1.7, 0.5)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(0.8033366476147372, -0.3444480095740762), (0.9200262479439499, -0.10722797418556615), (1.024887304366944, 0.07205139885312971), (1.1134883088248488, 0.22024493021725125), (1.1889363268628792, 0.3496899053423914)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(1.262056672007879, 0.34956946100236697), (1.1115566959587162, 0.06920301699656521), (0.9505253296697252, -0.04311679581607513), (0.8310707325606741, -0.08804392796009711), (0.7435502410289605, -0.10707794847154575)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(0.42507546468480506, -0.19739555984988075), (0.5893274981708231, -0.05549850524571682), (0.7430698480448034, 0.04758310327698341), (0.8832208306218825, 0.12435499454676148), (1.0101110910099325, 0.18311081726248413)]> : tensor<5xcomplex<f64>>
// EXPECT: dense<[(0.5750835902973683, -0.48723045064424825), (1.2144224938467305, -0.22218335477875728), (1.9891577070134263, 0.2999161583448895), (2.874080499027665, 1.198393532254996), (3.80384077568508, 2.624350176569885)]> : tensor<5xcomplex<f64>>
#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<5xcomplex<f64>>) -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) {
  %e = tensor.empty() : tensor<5xcomplex<f64>>
  %p = complex.constant [0.5, 0.25] : complex<f64>
  %0:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<5xcomplex<f64>>) outs(%e, %e, %e, %e : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %c: complex<f64>, %d: complex<f64>, %f: complex<f64>):
    %1 = complex.pow %a, %p : complex<f64>
    %2 = complex.rsqrt %a : complex<f64>
    %3 = complex.log1p %a : complex<f64>
    %4 = complex.expm1 %a : complex<f64>
    linalg.yield %1, %2, %3, %4 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
  } -> (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>
}
