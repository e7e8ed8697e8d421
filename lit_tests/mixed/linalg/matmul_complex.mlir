// A product of complex matrices as a generic operation.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5), (-1.75, -0.5), (0.0, 2.0)], [(-2.25, -1.0), (-0.5, 1.5), (1.25, -1.5), (-1.75, 1.0), (0.0, -2.0)], [(-2.25, 0.5), (-0.5, -2.5), (1.25, 0.0), (-1.75, 2.5), (0.0, -0.5)]]> : tensor<3x5xcomplex<f32>>
// INPUT: dense<[[(-1.25, -1.5), (0.5, 1.0)], [(2.25, -2.0), (-0.75, 0.5)], [(1.0, -2.5), (-1.25, 0.0)], [(0.5, 2.5), (2.25, -0.5)], [(-0.75, 2.0), (1.0, -1.0)]]> : tensor<5x2xcomplex<f32>>
// EXPECT: dense<[[(1.8125, 0.75), (-2.0, -5.125)], [(1.3125, 2.0), (-7.5, -1.125)], [(-7.4375, -7.75), (-4.75, 5.625)]]> : tensor<3x2xcomplex<f32>>
func.func @main(%a: tensor<3x5xcomplex<f32>>, %b: tensor<5x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  %z = arith.constant dense<(0.0, 0.0)> : tensor<3x2xcomplex<f32>>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<3x5xcomplex<f32>>, tensor<5x2xcomplex<f32>>) outs(%z : tensor<3x2xcomplex<f32>>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %s: complex<f32>):
    %1 = complex.mul %x, %y : complex<f32>
    %2 = complex.add %s, %1 : complex<f32>
    linalg.yield %2 : complex<f32>
  } -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}
