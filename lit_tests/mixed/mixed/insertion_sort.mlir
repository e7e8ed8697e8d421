// An insertion sort in scf.while within scf.for, on a tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// EXPECT: dense<[-6, -5, -5, -4, -4, -1, -1, 0, 1, 3, 4, 4, 5]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>) -> tensor<13xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 13 : index
  %false = arith.constant false
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%t = %x) -> (tensor<13xi32>) {
    %w:2 = scf.while (%j = %i, %u = %t) : (index, tensor<13xi32>) -> (index, tensor<13xi32>) {
      %p = arith.cmpi ugt, %j, %c0 : index
      %q = scf.if %p -> i1 {
        %k = arith.subi %j, %c1 : index
        %a = tensor.extract %u[%k] : tensor<13xi32>
        %b = tensor.extract %u[%j] : tensor<13xi32>
        %c = arith.cmpi sgt, %a, %b : i32
        scf.yield %c : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%q) %j, %u : index, tensor<13xi32>
    } do {
    ^bb0(%j: index, %u: tensor<13xi32>):
      %k = arith.subi %j, %c1 : index
      %a = tensor.extract %u[%k] : tensor<13xi32>
      %b = tensor.extract %u[%j] : tensor<13xi32>
      %v = tensor.insert %b into %u[%k] : tensor<13xi32>
      %y = tensor.insert %a into %v[%j] : tensor<13xi32>
      scf.yield %k, %y : index, tensor<13xi32>
    }
    scf.yield %w#1 : tensor<13xi32>
  }
  return %r : tensor<13xi32>
}
