// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hlo-refine-shapes))' | FileCheck %s

// The type of an argument determines the types of all results, and the sizes that are computed.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>) -> (tensor<8x3xf32>, tensor<8xi32>)
// CHECK-NEXT: %[[BOTH:.*]] = stablehlo.concatenate %[[X]], %[[X]], dim = 0 : {{.*}} -> tensor<8x3xf32>
// CHECK: %[[SHAPE:.*]] = stablehlo.constant dense<8> : tensor<1xi32>
// CHECK-NEXT: %[[IOTA:.*]] = stablehlo.dynamic_iota %[[SHAPE]], dim = 0 : (tensor<1xi32>) -> tensor<8xi32>
// CHECK-NEXT: return %[[BOTH]], %[[IOTA]] : tensor<8x3xf32>, tensor<8xi32>
func.func @main(%x: tensor<4x3xf32>) -> (tensor<?x3xf32>, tensor<?xi32>) {
  %y = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x) : (tensor<4x3xf32>) -> tensor<?x3xf32>
  %both = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %size = stablehlo.get_dimension_size %both, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %both, %iota : tensor<?x3xf32>, tensor<?xi32>
}

// Sizes are operands. The size of the last result is not known.
// CHECK-LABEL: func.func @size_operands
// CHECK-SAME: -> (tensor<2x3xf32>, tensor<1x3xf32>, tensor<8xf32>, tensor<?x?xf32>)
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
// CHECK: stablehlo.dynamic_reshape %arg0, %{{.*}} : (tensor<3xf32>, tensor<2xi64>) -> tensor<1x3xf32>
// CHECK: stablehlo.dynamic_pad {{.*}} -> tensor<8xf32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
func.func @size_operands(%x: tensor<3xf32>, %p: tensor<f32>, %n: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %three = stablehlo.add %one, %two : tensor<1xi64>
  %sizes = stablehlo.concatenate %two, %three, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %shape = stablehlo.concatenate %one, %three, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_reshape %x, %shape : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_pad %x, %p, %one, %two, %one : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>
}

// The size of a slice is known if its limit is its start plus a constant: seven elements, every
// third of them.
// CHECK-LABEL: func.func @slices
// CHECK-SAME: -> (tensor<3xf32>, tensor<?xf32>, tensor<0xf32>)
func.func @slices(%x: tensor<16xf32>, %start: tensor<1xi64>, %other: tensor<1xi64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %seven = stablehlo.constant dense<7> : tensor<1xi64>
  %limit = stablehlo.add %seven, %start : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %three : (tensor<16xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %x, %other, %limit, %three : (tensor<16xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %2 = stablehlo.real_dynamic_slice %x, %seven, %seven, %three : (tensor<16xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// One size follows from the number of elements. A bitcast to another width changes the dimensions.
// CHECK-LABEL: func.func @same_elements
// CHECK-SAME: -> (tensor<8x3xf32>, tensor<4x6xi32>, tensor<?x?x2xi16>)
func.func @same_elements(%x: tensor<4x6xf32>) -> (tensor<8x?xf32, #stablehlo.bounds<?, 4>>, tensor<?x?xi32>, tensor<?x?x2xi16>) {
  %0 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<8x?xf32, #stablehlo.bounds<?, 4>>
  %1 = stablehlo.bitcast_convert %x : (tensor<4x6xf32>) -> tensor<?x?xi32>
  %2 = stablehlo.bitcast_convert %x : (tensor<4x6xf32>) -> tensor<?x?x2xi16>
  return %0, %1, %2 : tensor<8x?xf32, #stablehlo.bounds<?, 4>>, tensor<?x?xi32>, tensor<?x?x2xi16>
}

// Constant padding determines the size of the result.
// CHECK-LABEL: func.func @convolution
// CHECK: "stablehlo.dynamic_conv"(%arg0, %arg1, %{{.*}}) {{.*}} -> tensor<1x4x4xf32>
func.func @convolution(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) -> tensor<1x?x4xf32> {
  %padding = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%x, %w, %padding) <{window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}

// A constant size makes a slice.
// CHECK-LABEL: func.func @set_size
// CHECK: %[[PART:.*]] = stablehlo.slice %arg0 [0:5, 0:3] : (tensor<8x3xf32>) -> tensor<5x3xf32>
// CHECK: %[[SIZE:.*]] = stablehlo.constant dense<5> : tensor<i32>
// CHECK: return %[[PART]], %[[SIZE]]
func.func @set_size(%x: tensor<8x3xf32>) -> (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %part = stablehlo.set_dimension_size %x, %five, dim = 0 : (tensor<8x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  %size = stablehlo.get_dimension_size %part, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>) -> tensor<i32>
  return %part, %size : tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<i32>
}

// A size that is too large is unchanged; the program fails at run time.
// CHECK-LABEL: func.func @set_too_large
// CHECK: stablehlo.set_dimension_size {{.*}} -> tensor<?xf32, #stablehlo.bounds<8>>
func.func @set_too_large(%x: tensor<8xf32>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %part = stablehlo.set_dimension_size %x, %nine, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return %part : tensor<?xf32, #stablehlo.bounds<8>>
}

// A branch has the size of its values if all branches agree.
// CHECK-LABEL: func.func @branches
// CHECK-SAME: -> (tensor<4xf32>, tensor<?xf32>)
func.func @branches(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    %b = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// A loop carries the refined type of its initial value if the body returns the same type.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: -> tensor<4xf32>
// CHECK: stablehlo.while{{.*}} : tensor<i32>, tensor<4xf32>
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<i32>, tensor<4xf32>
func.func @loop(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %y = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %a, %a : tensor<?xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// The body returns a tensor of another size. Neither its size nor that of the result is known, even
// though that of the initial value is.
// CHECK-LABEL: func.func @loop_to_another_size
// CHECK-SAME: -> (tensor<i32>, tensor<?xf32>)
// CHECK: ^bb0(%{{.*}}: tensor<i32>, %[[A:.*]]: tensor<?xf32>):
// CHECK: ^bb0(%[[I:.*]]: tensor<i32>, %[[A:.*]]: tensor<?xf32>):
// CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[A]], dim = 0 : (tensor<?xf32>) -> tensor<i32>
// CHECK-NEXT: stablehlo.add %[[I]], %[[SIZE]]
// CHECK: (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<?xf32>)
func.func @loop_to_another_size(%x: tensor<4xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<?xf32>) {
  %first = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %first) : tensor<i32>, tensor<?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %size = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %next = stablehlo.add %i, %size : tensor<i32>
    stablehlo.return %next, %y : tensor<i32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<?xf32>
}

// Each carried value is refined on its own. The second one has the size of the first, until the
// first is known to change.
// CHECK-LABEL: func.func @loop_in_part
// CHECK-SAME: -> (tensor<?xf32>, tensor<?xf32>, tensor<4xf32>)
// CHECK: ^bb0(%{{.*}}: tensor<i32>, %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<4xf32>):
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<4xf32>
func.func @loop_in_part(%x: tensor<4xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %first = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:4 = stablehlo.while(%i = %zero, %a = %first, %b = %first, %c = %first) : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %copy = stablehlo.negate %a : tensor<?xf32>
    %sum = stablehlo.add %c, %c : tensor<?xf32>
    stablehlo.return %next, %y, %copy, %sum : tensor<i32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#1, %r#2, %r#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// The outer loop refines the inner one, which it cannot if the inner loop returns another size.
// CHECK-LABEL: func.func @nested_loops
// CHECK-SAME: -> (tensor<4xf32>, tensor<?xf32>)
func.func @nested_loops(%x: tensor<4xf32>, %y: tensor<?xf32>, %n: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %first = stablehlo.convert %x : (tensor<4xf32>) -> tensor<?xf32>
  %same = stablehlo.while(%a = %first) : tensor<?xf32>
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    %inner = stablehlo.while(%b = %a) : tensor<?xf32>
    cond {
      stablehlo.return %n : tensor<i1>
    } do {
      %c = stablehlo.negate %b : tensor<?xf32>
      stablehlo.return %c : tensor<?xf32>
    }
    stablehlo.return %inner : tensor<?xf32>
  }
  %other = stablehlo.while(%a = %first) : tensor<?xf32>
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    %inner = stablehlo.while(%b = %a) : tensor<?xf32>
    cond {
      stablehlo.return %n : tensor<i1>
    } do {
      stablehlo.return %y : tensor<?xf32>
    }
    stablehlo.return %inner : tensor<?xf32>
  }
  return %same, %other : tensor<?xf32>, tensor<?xf32>
}

// This call becomes an operation of `chlo`, a dialect that the file does not use.
// CHECK-LABEL: func.func @top_k
// CHECK-SAME: -> (tensor<3xf32>, tensor<3xi32>)
// CHECK: chlo.top_k(%arg0, k = 3)
func.func @top_k(%x: tensor<8xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<8xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

// Custom calls of JAX that stand for operations, and calls with operands for the shapes of their
// results. The shape of the last result is not known.
// CHECK-LABEL: func.func @custom_calls
// CHECK-SAME: -> (tensor<4xf32>, tensor<5xui32>, tensor<5xf32>, tensor<?xf32>)
// CHECK: "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 1>, padding = dense<{{\[\[}}1, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}>
// CHECK: stablehlo.add
// CHECK: stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
// CHECK: stablehlo.custom_call @f(%arg0, %{{.*}}) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<8xf32>, tensor<1xi32>) -> tensor<5xf32>
// CHECK: stablehlo.custom_call @f(%arg0, %arg3) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<8xf32>, tensor<1xi32>) -> tensor<?xf32>
func.func @custom_calls(%x: tensor<8xf32>, %zero: tensor<f32>, %state: tensor<2xui64>, %shape: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xui32>, tensor<?xf32>, tensor<?xf32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %two, %two, %one, %one, %padding) {called_computations = [@sum]} : (tensor<8xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %five) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  %2 = stablehlo.custom_call @f(%x, %five) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<8xf32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.custom_call @f(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<8xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0, %1#1, %2, %3 : tensor<?xf32>, tensor<?xui32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// Nothing is known of an argument without sizes.
// CHECK-LABEL: func.func @unknown
// CHECK-NEXT: %[[TWICE:.*]] = stablehlo.add %arg0, %arg0 : tensor<?x3xf32>
// CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %[[TWICE]], dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
// CHECK-NEXT: return %[[TWICE]], %[[SIZE]]
func.func @unknown(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<i32>) {
  %0 = stablehlo.add %x, %x : tensor<?x3xf32>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  return %0, %1 : tensor<?x3xf32>, tensor<i32>
}

// Without dynamic shapes, nothing is folded.
// CHECK-LABEL: func.func @static
// CHECK: stablehlo.get_dimension_size
// CHECK: stablehlo.add
func.func @static(%x: tensor<4xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  %1 = stablehlo.add %0, %0 : tensor<i32>
  return %1 : tensor<i32>
}
