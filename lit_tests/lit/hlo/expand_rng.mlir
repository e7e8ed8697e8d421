// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-expand-rng)' | FileCheck %s

// The state is a key and a counter. Each counter, encrypted with the key, gives two words of 32
// bits: two counters are enough for four words.
// CHECK-LABEL: func.func @three_fry
// CHECK-NOT: rng_bit_generator
// CHECK: %[[PART:.*]] = stablehlo.slice %arg0 [1:2] : (tensor<2xui64>) -> tensor<1xui64>
// CHECK: %[[COUNTER:.*]] = stablehlo.reshape %[[PART]] : (tensor<1xui64>) -> tensor<ui64>
// CHECK: %[[FIRST:.*]] = stablehlo.broadcast_in_dim %[[COUNTER]], dims = [] : (tensor<ui64>) -> tensor<2x1xui64>
// CHECK: %[[STEPS:.*]] = stablehlo.iota dim = 0 : tensor<2x1xui64>
// CHECK: %[[TWO:.*]] = stablehlo.constant dense<2> : tensor<ui64>
// CHECK: %[[NEXT:.*]] = stablehlo.add %[[COUNTER]], %[[TWO]]
// The parity constant, and a rotation in each of 20 rounds.
// CHECK: stablehlo.constant dense<466688986> : tensor<ui32>
// CHECK-COUNT-20: stablehlo.or
// CHECK-NOT: stablehlo.or
// CHECK: %[[WORDS:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
// CHECK: %[[KEY:.*]] = stablehlo.slice %arg0 [0:1]
// CHECK: %[[STATE:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<1xui64>, tensor<1xui64>) -> tensor<2xui64>
// CHECK: return %[[STATE]], %{{.*}} : tensor<2xui64>, tensor<4xui32>
func.func @three_fry(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %next, %bits : tensor<2xui64>, tensor<4xui32>
}

// -----

// Each counter gives four words; the last of five blocks is not used up. The counter has 128 bits.
// CHECK-LABEL: func.func @philox
// CHECK: %[[FIVE:.*]] = stablehlo.constant dense<5> : tensor<ui64>
// CHECK: %[[LOW:.*]] = stablehlo.add %{{.*}}, %[[FIVE]]
// CHECK: stablehlo.compare LT, %[[LOW]]
// CHECK: stablehlo.iota dim = 0 : tensor<5x1xui64>
// CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, dim = 1 : (tensor<5x1xui32>, tensor<5x1xui32>, tensor<5x1xui32>, tensor<5x1xui32>) -> tensor<5x4xui32>
// CHECK: stablehlo.slice %{{.*}} [0:18] : (tensor<20xui32>) -> tensor<18xui32>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<18xui32>) -> tensor<3x6xui32>
// CHECK: stablehlo.concatenate {{.*}} -> tensor<3xui64>
// CHECK: stablehlo.convert %{{.*}} : (tensor<3x6xui32>) -> tensor<3x6xui16>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<3x6xui16>) -> tensor<3x6xf16>
func.func @philox(%state: tensor<3xui64>) -> (tensor<3xui64>, tensor<3x6xf16>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x6xf16>)
  return %next, %bits : tensor<3xui64>, tensor<3x6xf16>
}

// -----

// The default algorithm is Philox. No bits leave the counter as it is.
// CHECK-LABEL: func.func @no_bits
// CHECK-SAME: -> (tensor<2xui64>, tensor<0xui32>)
// CHECK-NOT: rng_bit_generator
// CHECK: stablehlo.constant dense<0> : tensor<ui64>
// CHECK-NOT: stablehlo.xor
// CHECK: return
func.func @no_bits(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>)
  return %next, %bits : tensor<2xui64>, tensor<0xui32>
}

// -----

// Two integers of 32 bits are a word of the state, the low half first.
// CHECK-LABEL: func.func @narrow_state
// CHECK: %[[PAIRS:.*]] = stablehlo.reshape %arg0 : (tensor<4xi32>) -> tensor<2x2xi32>
// CHECK: stablehlo.bitcast_convert %[[PAIRS]] : (tensor<2x2xi32>) -> tensor<2xui64>
// CHECK: %[[NEXT:.*]] = stablehlo.bitcast_convert %{{.*}} : (tensor<2xui64>) -> tensor<2x2xi32>
// CHECK: stablehlo.reshape %[[NEXT]] : (tensor<2x2xi32>) -> tensor<4xi32>
func.func @narrow_state(%state: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xui32>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xui32>)
  return %next, %bits : tensor<4xi32>, tensor<4xui32>
}

// -----

// `stablehlo.rng` takes its bits from the run, and is not expanded here.
// CHECK-LABEL: func.func @rng
// CHECK-NEXT: stablehlo.constant
// CHECK-NEXT: stablehlo.rng %arg0, %arg1, %{{.*}}, distribution = UNIFORM
// CHECK-NEXT: return
func.func @rng(%a: tensor<f32>, %b: tensor<f32>) -> tensor<4xf32> {
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// All states that have no expansion are reported.
func.func @other_states(%a: tensor<3xui64>, %b: tensor<4xui64>, %c: tensor<3xui32>, %d: tensor<ui64>, %e: tensor<2x1xui64>, %f: tensor<?xui64>) -> (tensor<3xui64>, tensor<4xui64>, tensor<3xui32>, tensor<ui64>, tensor<2x1xui64>, tensor<?xui64>) {
  // expected-error @below {{`stablehlo.rng_bit_generator`: THREE_FRY has no expansion for the state and result types `tensor<3xui64>` and `tensor<4xui32>`}}
  %0:2 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  // expected-error @below {{`stablehlo.rng_bit_generator`: PHILOX has no expansion for the state and result types `tensor<4xui64>` and `tensor<4xui32>`}}
  %1:2 = stablehlo.rng_bit_generator %b, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  // expected-error @below {{`stablehlo.rng_bit_generator`: PHILOX has no expansion for the state and result types `tensor<3xui32>` and `tensor<4xui32>`}}
  %2:2 = stablehlo.rng_bit_generator %c, algorithm = PHILOX : (tensor<3xui32>) -> (tensor<3xui32>, tensor<4xui32>)
  // expected-error @below {{`stablehlo.rng_bit_generator`: THREE_FRY has no expansion for the state and result types `tensor<ui64>` and `tensor<4xui32>`}}
  %3:2 = stablehlo.rng_bit_generator %d, algorithm = THREE_FRY : (tensor<ui64>) -> (tensor<ui64>, tensor<4xui32>)
  // expected-error @below {{`stablehlo.rng_bit_generator`: DEFAULT has no expansion for the state and result types `tensor<2x1xui64>` and `tensor<4xui32>`}}
  %4:2 = stablehlo.rng_bit_generator %e, algorithm = DEFAULT : (tensor<2x1xui64>) -> (tensor<2x1xui64>, tensor<4xui32>)
  // expected-error @below {{`stablehlo.rng_bit_generator`: THREE_FRY has no expansion for the state and result types `tensor<?xui64>` and `tensor<4xui32>`}}
  %5:2 = stablehlo.rng_bit_generator %f, algorithm = THREE_FRY : (tensor<?xui64>) -> (tensor<?xui64>, tensor<4xui32>)
  return %0#0, %1#0, %2#0, %3#0, %4#0, %5#0 : tensor<3xui64>, tensor<4xui64>, tensor<3xui32>, tensor<ui64>, tensor<2x1xui64>, tensor<?xui64>
}
