// On a module, the functions that the entry calls are refined for their arguments.
// RUN: hlo-opt %s --hlo-refine-shapes --split-input-file --verify-diagnostics | FileCheck %s

// The size becomes a constant of the callee. Both calls agree. A third function is not called.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[SAME:.*]] = stablehlo.convert %[[X]] : tensor<4xf32>
// CHECK-NEXT: %[[ONE:.*]] = call @twice(%[[SAME]]) {arg_attrs = [{a.kept}]} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[TWO:.*]] = call @twice(%[[ONE]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %[[TWO]]
// CHECK-LABEL: func.func private @twice
// CHECK-SAME: (%[[Y:.*]]: tensor<4xf32> {a.second}) -> tensor<4xf32>
// CHECK-NEXT: %[[SIZE:.*]] = stablehlo.constant dense<4> : tensor<1xi32>
// CHECK-NEXT: %[[IOTA:.*]] = stablehlo.dynamic_iota %[[SIZE]]
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[Y]], %[[IOTA]] : tensor<4xf32>
// CHECK-NEXT: return %[[SUM]] : tensor<4xf32>
// CHECK-LABEL: func.func private @other
// CHECK-SAME: -> tensor<?xf32>
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
    %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
    %n = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %1 = call @twice(%n, %0) {arg_attrs = [{a.dropped}, {a.kept}]} : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = call @twice(%n, %1) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
    return %2 : tensor<?xf32>
  }
  func.func private @twice(%n: tensor<i32> {a.first}, %y: tensor<?xf32> {a.second}) -> tensor<?xf32> {
    %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    %sum = stablehlo.add %y, %iota : tensor<?xf32>
    return %sum : tensor<?xf32>
  }
  func.func private @other(%x: tensor<4xf32>) -> tensor<?xf32> {
    %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

// -----

// Constant results are known to the caller. A call without effects is erased, also if its callee
// calls another function. One with an effect stays.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<3xi32>, tensor<5xi32>)
// CHECK-NOT: call @pure
// CHECK: call @effect() : () -> tensor<1xi64>
// CHECK-NOT: call @pure
// CHECK: return
module {
  func.func @main() -> (tensor<?xi32>, tensor<?xi32>) {
    %three = stablehlo.constant dense<3> : tensor<i64>
    %0 = call @pure(%three) : (tensor<i64>) -> tensor<1xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
    %2 = call @effect() : () -> tensor<1xi64>
    %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
    return %1, %3 : tensor<?xi32>, tensor<?xi32>
  }
  func.func private @pure(%n: tensor<i64>) -> tensor<1xi64> {
    %0 = call @inner(%n) : (tensor<i64>) -> tensor<1xi64>
    return %0 : tensor<1xi64>
  }
  func.func private @inner(%n: tensor<i64>) -> tensor<1xi64> {
    %0 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
    return %0 : tensor<1xi64>
  }
  func.func private @effect() -> tensor<1xi64> {
    stablehlo.custom_call @f() {has_side_effect = true} : () -> ()
    %0 = stablehlo.constant dense<5> : tensor<1xi64>
    return %0 : tensor<1xi64>
  }
}

// -----

// A user that needs the old type gets a cast to it.
// CHECK-LABEL: func.func @main
// CHECK: %[[CALLED:.*]] = call @f(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[OLD:.*]] = builtin.unrealized_conversion_cast %[[CALLED]] : tensor<4xf32> to tensor<?xf32>
// CHECK: arith.addf %[[OLD]], %arg1 : tensor<?xf32>
module {
  func.func @main(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
    %1 = call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
    %2 = arith.addf %1, %y : tensor<?xf32>
    return %2 : tensor<?xf32>
  }
  func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stablehlo.abs %x : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

// -----

// A function has one signature.
module {
  func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
    %1 = stablehlo.convert %y : (tensor<5xf32>) -> tensor<?xf32>
    %2 = call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
    %3 = call @f(%1) : (tensor<?xf32>) -> tensor<?xf32>
    return %2, %3 : tensor<?xf32>, tensor<?xf32>
  }
  // expected-error @below {{'func.func' op refined with incompatible refinement keys: [] (tensor<5xf32>) and [] (tensor<4xf32>)}}
  func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
}

// -----

module {
  func.func @main() -> tensor<?xi32> {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %0 = call @f(%n) : (tensor<i32>) -> tensor<?xi32>
    return %0 : tensor<?xi32>
  }
  // expected-error @below {{'func.func' op Function f is being refined recursively}}
  func.func private @f(%n: tensor<i32>) -> tensor<?xi32> {
    // expected-error @below {{'func.call' op incorrect number of operands for callee}}
    %0 = call @f(%n) : (tensor<i32>) -> tensor<?xi32>
    return %0 : tensor<?xi32>
  }
}

// -----

// expected-error @below {{'func.func' op must have exactly one block}}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  cf.br ^bb1(%0 : tensor<?xf32>)
^bb1(%y: tensor<?xf32>):
  return %y : tensor<?xf32>
}
