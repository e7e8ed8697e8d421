// The places of numbers in a sorted tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0]> : tensor<13xf32>
// INPUT: dense<[-1.0, 2.5, 6.0, 9.5, 13.0, 16.5, 20.0]> : tensor<7xf32>
// EXPECT: dense<[0, 2, 3, 5, 7, 9, 10]> : tensor<7xi32>
func.func @main(%x: tensor<13xf32>, %y: tensor<7xf32>) -> tensor<7xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 13 : index
  %e = tensor.empty() : tensor<7xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%y : tensor<7xf32>) outs(%e : tensor<7xi32>) {
  ^bb0(%v: f32, %o: i32):
    %r:2 = scf.while (%a = %c0, %b = %n) : (index, index) -> (index, index) {
      %p = arith.cmpi ult, %a, %b : index
      scf.condition(%p) %a, %b : index, index
    } do {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      %m = arith.divui %s, %c2 : index
      %w = tensor.extract %x[%m] : tensor<13xf32>
      %p = arith.cmpf olt, %w, %v : f32
      %m1 = arith.addi %m, %c1 : index
      %c = arith.select %p, %m1, %a : index
      %d = arith.select %p, %b, %m : index
      scf.yield %c, %d : index, index
    }
    %k = arith.index_cast %r#0 : index to i32
    linalg.yield %k : i32
  } -> tensor<7xi32>
  return %0 : tensor<7xi32>
}
