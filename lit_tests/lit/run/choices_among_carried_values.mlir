// The next value of a loop is selected from its current values, which the next iteration
// overwrites.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --entry exchange --input 'dense<5> : tensor<i32>' --input random --input random:1 --input random:2 --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry same_destination --input random --input random:1 --input 'dense<1> : tensor<i32>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry operand --input random --input random:1 --input 'dense<0> : tensor<i32>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry other_place --input random --input random:1 --input 'dense<0> : tensor<i1>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry other_place --input random --input random:1 --input 'dense<1> : tensor<i1>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry nothing --input random --input random --compare-with interpreter | FileCheck %s
// CHECK: 2 of 2 results on cpu match those on interpreter
func.func public @exchange(%n: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %z, %x = %a, %y = %b) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %m = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = "stablehlo.case"(%i) ({
      stablehlo.return %y : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }, {
      stablehlo.return %c : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %q = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<4xf32>
    }, {
      %s = stablehlo.add %x, %y : tensor<4xf32>
      stablehlo.return %s : tensor<4xf32>
    }, {
      stablehlo.return %y : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    stablehlo.return %j, %p, %q : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>
}

func.func public @same_destination(%a: tensor<4x2xui4>, %b: tensor<4x2xui4>, %n: tensor<i32>) -> (tensor<4x2xui4>, tensor<4x2xui4>) {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:3 = stablehlo.while(%i = %n, %x = %a, %y = %a) : tensor<i32>, tensor<4x2xui4>, tensor<4x2xui4>
  cond {
    %m = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %p = "stablehlo.case"(%i) ({
      stablehlo.return %y : tensor<4x2xui4>
    }, {
      stablehlo.return %x : tensor<4x2xui4>
    }, {
      stablehlo.return %b : tensor<4x2xui4>
    }) : (tensor<i32>) -> tensor<4x2xui4>
    stablehlo.return %two, %p, %b : tensor<i32>, tensor<4x2xui4>, tensor<4x2xui4>
  }
  return %r#1, %r#2 : tensor<4x2xui4>, tensor<4x2xui4>
}

func.func public @operand(%a: tensor<4x2xf32>, %b: tensor<4x2xf32>, %n: tensor<i32>) -> (tensor<4x2xf32>, tensor<i32>) {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %low = stablehlo.constant dense<-1.6> : tensor<f32>
  %high = stablehlo.constant dense<1.6> : tensor<f32>
  %r:2 = stablehlo.while(%i = %n, %x = %a) : tensor<i32>, tensor<4x2xf32>
  cond {
    %m = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %p = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<4x2xf32>
    }, {
      stablehlo.return %b : tensor<4x2xf32>
    }, {
      %c = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0], [0.5, 0.25], [7.0, 8.0]]> : tensor<4x2xf32>
      stablehlo.return %c : tensor<4x2xf32>
    }, {
      stablehlo.return %a : tensor<4x2xf32>
    }) : (tensor<i32>) -> tensor<4x2xf32>
    %q = stablehlo.clamp %low, %p, %high : (tensor<f32>, tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q : tensor<i32>, tensor<4x2xf32>
  }
  return %r#1, %r#0 : tensor<4x2xf32>, tensor<i32>
}

func.func public @other_place(%a: tensor<256x256xf32>, %b: tensor<256xf32>, %p: tensor<i1>) -> (tensor<256xf32>, tensor<256xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %low = stablehlo.constant dense<-9.0> : tensor<f32>
  %r:3 = stablehlo.while(%x = %b, %y = %b, %i = %z) : tensor<256xf32>, tensor<256xf32>, tensor<i32>
  cond {
    %m = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %q = "stablehlo.if"(%p) ({
      %t = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
      stablehlo.return %t : tensor<256xf32>
    }, {
      stablehlo.return %y : tensor<256xf32>
    }) : (tensor<i1>) -> (tensor<256xf32>)
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %q, %b, %j : tensor<256xf32>, tensor<256xf32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<256xf32>, tensor<256xf32>
}

func.func public @nothing(%a: tensor<0x4xui16>, %b: tensor<0xui16>) -> (tensor<0x4xui16>, tensor<0xui16>) {
  %r:2 = "chlo.scan"(%a, %b) <{dimension = 1 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: tensor<0xui16>, %y: tensor<0xui16>):
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.iota dim = 0 : tensor<7x3xf32>
    %u = stablehlo.constant dense<[[1.0, 2.0, 4.0]]> : tensor<1x3xf32>
    %w:3 = stablehlo.while(%i = %z, %v = %x, %s = %t) : tensor<i32>, tensor<0xui16>, tensor<7x3xf32>
    cond {
      %m = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %m : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %k = stablehlo.add %v, %y : tensor<0xui16>
      %l = stablehlo.dynamic_update_slice %s, %u, %i, %z : (tensor<7x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<7x3xf32>
      stablehlo.return %j, %k, %l : tensor<i32>, tensor<0xui16>, tensor<7x3xf32>
    }
    stablehlo.return %w#1, %w#1 : tensor<0xui16>, tensor<0xui16>
  }) : (tensor<0x4xui16>, tensor<0xui16>) -> (tensor<0x4xui16>, tensor<0xui16>)
  return %r#0, %r#1 : tensor<0x4xui16>, tensor<0xui16>
}
