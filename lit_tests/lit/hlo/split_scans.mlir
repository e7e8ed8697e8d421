// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hlo-split-scans))' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hlo-split-scans{lines=3}))' | FileCheck %s --check-prefix=FEW

// CHECK-LABEL: func.func @running_sum(
// CHECK-SAME: %[[X:.*]]: tensor<1024xi32>
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK: %[[CHUNKS:.*]] = stablehlo.reshape %[[X]] : (tensor<1024xi32>) -> tensor<32x32xi32>
// CHECK: %[[INSIDE:.*]] = "stablehlo.reduce_window"(%[[CHUNKS]], %[[ZERO]]) <{padding = dense<{{\[\[}}0, 0], [31, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 32>}>
// CHECK: stablehlo.add
// CHECK: %[[LAST:.*]] = stablehlo.slice %[[INSIDE]] [0:31, 31:32]
// CHECK: %[[TOTALS:.*]] = stablehlo.reshape %[[LAST]] : (tensor<31x1xi32>) -> tensor<31xi32>
// CHECK: %[[SHIFTED:.*]] = stablehlo.pad %[[TOTALS]], %[[ZERO]], low = [1], high = [0], interior = [0]
// CHECK: %[[BEFORE:.*]] = "stablehlo.reduce_window"(%[[SHIFTED]], %[[ZERO]]) <{padding = dense<{{\[\[}}31, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 32>}>
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[BEFORE]], dims = [0] : (tensor<32xi32>) -> tensor<32x32xi32>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[ALL]], %[[INSIDE]] : tensor<32x32xi32>
// CHECK: %[[FLAT:.*]] = stablehlo.reshape %[[SUM]] : (tensor<32x32xi32>) -> tensor<1024xi32>
// CHECK-NEXT: return %[[FLAT]]
func.func @running_sum(%x: tensor<1024xi32>) -> tensor<1024xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<1024xi32>, tensor<i32>) -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

// No divisor of 1001 is near its square root. The padding comes after the last element.
// CHECK-LABEL: func.func @padded(
// CHECK: %[[PADDED:.*]] = stablehlo.pad %{{.*}}, %{{.*}}, low = [0], high = [23], interior = [0]
// CHECK: stablehlo.reshape %[[PADDED]] : (tensor<1024xf32>) -> tensor<32x32xf32>
// CHECK: %[[FLAT:.*]] = stablehlo.reshape %{{.*}} : (tensor<32x32xf32>) -> tensor<1024xf32>
// CHECK: %[[RESULT:.*]] = stablehlo.slice %[[FLAT]] [0:1001]
// CHECK-NEXT: return %[[RESULT]]
func.func @padded(%x: tensor<1001xf32>) -> tensor<1001xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 1001>, padding = dense<[[1000, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1001xf32>, tensor<f32>) -> tensor<1001xf32>
  return %0 : tensor<1001xf32>
}

// From the last element to the first: the padding comes before the first element, the total of a
// chunk is its first element, and that of the next chunks is the second operand.
// CHECK-LABEL: func.func @reverse(
// CHECK: %[[INIT:.*]] = stablehlo.constant dense<0xFF800000>
// CHECK: %[[PADDED:.*]] = stablehlo.pad %{{.*}}, %[[INIT]], low = [0, 3], high = [0, 0], interior = [0, 0]
// CHECK: %[[CHUNKS:.*]] = stablehlo.reshape %[[PADDED]] : (tensor<3x704xf32>) -> tensor<3x22x32xf32>
// CHECK: %[[INSIDE:.*]] = "stablehlo.reduce_window"(%[[CHUNKS]], %[[INIT]]) <{padding = dense<{{\[\[}}0, 0], [0, 0], [0, 31]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 1, 32>}>
// CHECK: %[[FIRST:.*]] = stablehlo.slice %[[INSIDE]] [0:3, 1:22, 0:1]
// CHECK: %[[TOTALS:.*]] = stablehlo.reshape %[[FIRST]] : (tensor<3x21x1xf32>) -> tensor<3x21xf32>
// CHECK: %[[SHIFTED:.*]] = stablehlo.pad %[[TOTALS]], %[[INIT]], low = [0, 0], high = [0, 1], interior = [0, 0]
// CHECK: %[[AFTER:.*]] = "stablehlo.reduce_window"(%[[SHIFTED]], %[[INIT]]) <{padding = dense<{{\[\[}}0, 0], [0, 21]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 22>}>
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[AFTER]], dims = [0, 1] : (tensor<3x22xf32>) -> tensor<3x22x32xf32>
// CHECK: stablehlo.maximum %[[INSIDE]], %[[ALL]] : tensor<3x22x32xf32>
// CHECK: stablehlo.slice %{{.*}} [0:3, 3:704]
// FEW-LABEL: func.func @reverse(
// FEW-NOT: stablehlo.pad
// FEW: return
func.func @reverse(%x: tensor<3x701xf32>) -> tensor<3x701xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 1, 701>, padding = dense<[[0, 0], [0, 700]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x701xf32>, tensor<f32>) -> tensor<3x701xf32>
  return %0 : tensor<3x701xf32>
}

// CHECK-LABEL: func.func @inner_dimension(
// CHECK: %[[CHUNKS:.*]] = stablehlo.reshape %{{.*}} : (tensor<300x2xi1>) -> tensor<15x20x2xi1>
// CHECK: %[[INSIDE:.*]] = "stablehlo.reduce_window"(%[[CHUNKS]], %{{.*}}) <{padding = dense<{{\[\[}}0, 0], [19, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 20, 1>}>
// CHECK: stablehlo.slice %[[INSIDE]] [0:14, 19:20, 0:2]
// CHECK: %[[BEFORE:.*]] = "stablehlo.reduce_window"({{.*}} window_dimensions = array<i64: 15, 1>}>
// CHECK: stablehlo.broadcast_in_dim %[[BEFORE]], dims = [0, 2] : (tensor<15x2xi1>) -> tensor<15x20x2xi1>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<15x20x2xi1>) -> tensor<300x2xi1>
// FEW-LABEL: func.func @inner_dimension(
// FEW: stablehlo.broadcast_in_dim
func.func @inner_dimension(%x: tensor<300x2xi1>) -> tensor<300x2xi1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.reduce_window"(%x, %true) <{window_dimensions = array<i64: 300, 1>, padding = dense<[[299, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %1 = stablehlo.and %a, %b : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<300x2xi1>, tensor<i1>) -> tensor<300x2xi1>
  return %0 : tensor<300x2xi1>
}

// The scan of the totals of 280 chunks is long, too.
// CHECK-LABEL: func.func @totals_of_totals(
// CHECK: "stablehlo.reduce_window"({{.*}} window_dimensions = array<i64: 1, 250>}>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<280xcomplex<f32>>) -> tensor<14x20xcomplex<f32>>
// CHECK: "stablehlo.reduce_window"({{.*}} window_dimensions = array<i64: 1, 20>}>
// CHECK: "stablehlo.reduce_window"({{.*}} window_dimensions = array<i64: 14>}>
// CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<14x20xcomplex<f32>>
// CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<280x250xcomplex<f32>>
func.func @totals_of_totals(%x: tensor<70000xcomplex<f32>>) -> tensor<70000xcomplex<f32>> {
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 70000>, padding = dense<[[69999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %1 = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<70000xcomplex<f32>>, tensor<complex<f32>>) -> tensor<70000xcomplex<f32>>
  return %0 : tensor<70000xcomplex<f32>>
}

// A minimum may include its initial value several times.
// CHECK-LABEL: func.func @any_initial_value_of_minimum(
// CHECK: stablehlo.minimum %{{.*}}, %{{.*}} : tensor<16x16xui8>
func.func @any_initial_value_of_minimum(%x: tensor<256xui8>, %init: tensor<ui8>) -> tensor<256xui8> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 256>, padding = dense<[[255, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %1 = stablehlo.minimum %a, %b : tensor<ui8>
    stablehlo.return %1 : tensor<ui8>
  }) : (tensor<256xui8>, tensor<ui8>) -> tensor<256xui8>
  return %0 : tensor<256xui8>
}

// Each of the following scans stays as it is.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: {{reshape|pad }}

func.func @short(%x: tensor<255xi32>) -> tensor<255xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 255>, padding = dense<[[254, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<255xi32>, tensor<i32>) -> tensor<255xi32>
  return %0 : tensor<255xi32>
}

func.func @many_lines(%x: tensor<65536x1024xf32>) -> tensor<65536x1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 1024>, padding = dense<[[0, 0], [1023, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<65536x1024xf32>, tensor<f32>) -> tensor<65536x1024xf32>
  return %0 : tensor<65536x1024xf32>
}

// Each result includes the initial value once.
func.func @not_neutral(%x: tensor<1024xi32>) -> tensor<1024xi32> {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %five) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<1024xi32>, tensor<i32>) -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

func.func @unknown_initial_value(%x: tensor<1024xf32>, %init: tensor<f32>) -> tensor<1024xf32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}

// A difference is not associative.
func.func @difference(%x: tensor<1024xi32>) -> tensor<1024xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<1024xi32>, tensor<i32>) -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

func.func @two_operations(%x: tensor<1024xi32>) -> tensor<1024xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.abs %b : tensor<i32>
    %2 = stablehlo.add %a, %1 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<1024xi32>, tensor<i32>) -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

func.func @promoted(%x: tensor<1024xf32>) -> tensor<1024xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) : (tensor<1024xf32>, tensor<f32>) -> tensor<1024xf64>
  return %0 : tensor<1024xf64>
}

// Not a scan: the windows of the first elements end before the last element.
func.func @moving_sum(%x: tensor<1024xi32>) -> tensor<1024xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1023>, padding = dense<[[1022, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<1024xi32>, tensor<i32>) -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

func.func @two_results(%x: tensor<1024xi32>) -> (tensor<1024xi32>, tensor<1024xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.reduce_window"(%x, %x, %zero, %zero) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.add %a, %c : tensor<i32>
    %2 = stablehlo.maximum %b, %d : tensor<i32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<i32>
  }) : (tensor<1024xi32>, tensor<1024xi32>, tensor<i32>, tensor<i32>) -> (tensor<1024xi32>, tensor<1024xi32>)
  return %0#0, %0#1 : tensor<1024xi32>, tensor<1024xi32>
}
