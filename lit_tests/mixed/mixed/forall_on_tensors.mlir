// scf.forall that writes slices in parallel.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75]]> : tensor<6x4xf32>
// EXPECT: dense<[[0.21079844, 1.2130613, 6.9806857, 0.3475479], [2.0, 0.21079844, 1.2130613, 6.9806857], [0.3475479, 2.0, 0.21079844, 1.2130613], [6.9806857, 0.3475479, 2.0, 0.21079844], [1.2130613, 6.9806857, 0.3475479, 2.0], [0.21079844, 1.2130613, 6.9806857, 0.3475479]]> : tensor<6x4xf32>
func.func @main(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %r = scf.forall (%i) in (3) shared_outs(%o = %e) -> (tensor<6x4xf32>) {
    %k = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %a = tensor.extract_slice %x[%k, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
    %b = math.exp %a : tensor<2x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %o[%k, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<6x4xf32>
    }
  }
  %0 = stablehlo.add %r, %r : tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
