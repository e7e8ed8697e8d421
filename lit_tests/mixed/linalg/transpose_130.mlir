// A transposition of 130x67 generated i16, of which a diagonal is the result.
// Expected values: mlir-runner of LLVM 22.
// EXPECT: dense<[6000, 6101, 6202, 6303, 6404, 6505, 6606, 6707, 6808, 6909, 7010, 7111, 7212, 7313, 7414, 7515, 7616, 7717, 7818, 7919, 8020, 8121, 8222, 8323, 8424, 8525, 8626, 8727, 8828, 8929, 9030, 9131, 9232, 9333, 9434, 9535, 9636, 9737, 9838, 9939, 10040, 10141, 10242, 10343, 10444, 10545, 10646, 10747, 10848, 10949, 11050, 11151, 11252, 11353, 11454, 11555, 11656, 11757, 11858, 11959, 12060, 12161, 12262, 12363, 12464, 12565, 12666]> : tensor<67xi16>
func.func @main() -> tensor<67xi16> {
  %a = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %j)
    %1 = arith.index_cast %0 : index to i16
    tensor.yield %1 : i16
  } : tensor<130x67xi16>
  %e = tensor.empty() : tensor<67x130xi16>
  %t = linalg.transpose ins(%a : tensor<130x67xi16>) outs(%e : tensor<67x130xi16>) permutation = [1, 0]
  %f = tensor.empty() : tensor<67xi16>
  %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%f : tensor<67xi16>) {
  ^bb0(%o: i16):
    %i = linalg.index 0 : index
    %j = affine.apply affine_map<(d0) -> (d0 + 60)>(%i)
    %v = tensor.extract %t[%i, %j] : tensor<67x130xi16>
    linalg.yield %v : i16
  } -> tensor<67xi16>
  return %d : tensor<67xi16>
}
