// scf.index_switch with several cases and results, one of which is another switch.
// Expected values: NumPy.
// INPUT: dense<[1, 2, 3]> : tensor<3xi32>
// INPUT: dense<[10, 20, 30]> : tensor<3xi32>
// INPUT: dense<[7, 2, 0, 1]> : tensor<4xi64>
// EXPECT: dense<[[12, 24, 36], [9, 18, 27], [11, 22, 33], [10, 20, 30]]> : tensor<4x3xi32>
// EXPECT: dense<[5, 3, 1, 2]> : tensor<4xi64>
func.func @main(%x: tensor<3xi32>, %y: tensor<3xi32>, %k: tensor<4xi64>) -> (tensor<4x3xi32>, tensor<4xi64>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %rows = tensor.empty() : tensor<4x3xi32>
  %kinds = tensor.empty() : tensor<4xi64>
  %r:2 = scf.for %i = %zero to %four step %one iter_args(%a = %rows, %b = %kinds) -> (tensor<4x3xi32>, tensor<4xi64>) {
    %s = tensor.extract %k[%i] : tensor<4xi64>
    %n = arith.index_cast %s : i64 to index
    %v:2 = scf.index_switch %n -> tensor<3xi32>, i64
    case 0 {
      %0 = arith.addi %x, %y : tensor<3xi32>
      %c = arith.constant 1 : i64
      scf.yield %0, %c : tensor<3xi32>, i64
    }
    case 1 {
      %c = arith.constant 2 : i64
      scf.yield %y, %c : tensor<3xi32>, i64
    }
    case 2 {
      %0 = stablehlo.subtract %y, %x : tensor<3xi32>
      %c = arith.constant 3 : i64
      scf.yield %0, %c : tensor<3xi32>, i64
    }
    default {
      %w:2 = scf.index_switch %n -> tensor<3xi32>, i64
      case 6 {
        %c = arith.constant 4 : i64
        scf.yield %x, %c : tensor<3xi32>, i64
      }
      default {
        %0 = arith.addi %x, %x : tensor<3xi32>
        %1 = arith.addi %0, %y : tensor<3xi32>
        %c = arith.constant 5 : i64
        scf.yield %1, %c : tensor<3xi32>, i64
      }
      scf.yield %w#0, %w#1 : tensor<3xi32>, i64
    }
    %p = tensor.insert_slice %v#0 into %a[%i, 0] [1, 3] [1, 1] : tensor<3xi32> into tensor<4x3xi32>
    %q = tensor.insert %v#1 into %b[%i] : tensor<4xi64>
    scf.yield %p, %q : tensor<4x3xi32>, tensor<4xi64>
  }
  return %r#0, %r#1 : tensor<4x3xi32>, tensor<4xi64>
}
