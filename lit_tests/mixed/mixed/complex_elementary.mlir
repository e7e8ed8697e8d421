// Elementary functions of complex numbers in a linalg body.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5), (-1.75, -0.5), (0.0, 2.0), (-2.25, -1.0), (-0.5, 1.5)]> : tensor<7xcomplex<f64>>
// EXPECT: dense<[(-0.08443991584133517, -0.06307849991043335), (0.6065306597126334, 0.0), (-2.796265976439757, 2.088873033410333), (0.1525009824830344, -0.08331166643410598), (-0.4161468365471424, 0.9092974268256817), (0.056947444067489174, -0.08869038929006061), (0.04290428159373744, 0.6050112922850016)]> : tensor<7xcomplex<f64>>
// EXPECT: dense<[(0.7461253285368442, -1.675321761896566), (0.0, 0.7071067811865476), (1.4221612025144579, 0.8789439606353573), (0.18711957716942604, -1.336044062207555), (1.0, 1.0), (0.3257410401292921, -1.5349616364015464), (0.7352342586156433, 1.0200830432087846)]> : tensor<7xcomplex<f64>>
// EXPECT: dense<[3.3634060117684275, 0.5, 2.7950849718747373, 1.8200274723201295, 2.0, 2.462214450449026, 1.5811388300841898]> : tensor<7xf64>
#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<7xcomplex<f64>>) -> (tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>, tensor<7xf64>) {
  %e = tensor.empty() : tensor<7xcomplex<f64>>
  %f = tensor.empty() : tensor<7xf64>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<7xcomplex<f64>>) outs(%e, %e, %f : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>, tensor<7xf64>) {
  ^bb0(%a: complex<f64>, %p: complex<f64>, %q: complex<f64>, %r: f64):
    %1 = complex.exp %a : complex<f64>
    %2 = complex.sqrt %a : complex<f64>
    %3 = complex.abs %a : complex<f64>
    linalg.yield %1, %2, %3 : complex<f64>, complex<f64>, f64
  } -> (tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>, tensor<7xf64>)
  return %0#0, %0#1, %0#2 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>, tensor<7xf64>
}
