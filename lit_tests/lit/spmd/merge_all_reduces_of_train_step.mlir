// A train step with data parallelism makes two runtime calls for its gradients and the loss: one for all
// biases, small weights and the loss, and one for the large weights.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(inline,symbol-dce,hlo-partition{partitions=4})' | hlo-opt --pipeline=cpu --stop-after=linalg | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(inline,symbol-dce,hlo-partition{partitions=4})' | FileCheck %s --check-prefix=BEFORE
// BEFORE-COUNT-7: stablehlo.all_reduce
// BEFORE-NOT: stablehlo.all_reduce
// CHECK-COUNT-2: func.func private @hloom_call_{{.*}}call_target_name = "hloom.all_reduce"
// CHECK-NOT: "hloom.all_reduce"

sdy.mesh @mesh = <["data"=4]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %y: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %w0: tensor<8x192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                %b0: tensor<192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
                %w1: tensor<192x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                %b1: tensor<96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
                %w2: tensor<96x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                %b2: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<8x192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<192x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<96x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
        tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x192xf32>) -> tensor<16x192xf32>
  %q0 = stablehlo.broadcast_in_dim %b0, dims = [1] : (tensor<192xf32>) -> tensor<16x192xf32>
  %r0 = stablehlo.add %p0, %q0 : tensor<16x192xf32>
  %h0 = stablehlo.tanh %r0 : tensor<16x192xf32>
  %p1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<16x192xf32>, tensor<192x96xf32>) -> tensor<16x96xf32>
  %q1 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<96xf32>) -> tensor<16x96xf32>
  %r1 = stablehlo.add %p1, %q1 : tensor<16x96xf32>
  %h1 = stablehlo.tanh %r1 : tensor<16x96xf32>
  %p2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<16x96xf32>, tensor<96x4xf32>) -> tensor<16x4xf32>
  %q2 = stablehlo.broadcast_in_dim %b2, dims = [1] : (tensor<4xf32>) -> tensor<16x4xf32>
  %r2 = stablehlo.add %p2, %q2 : tensor<16x4xf32>
  %d = stablehlo.subtract %r2, %y : tensor<16x4xf32>
  %s = stablehlo.multiply %d, %d : tensor<16x4xf32>
  %loss = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x4xf32>, tensor<f32>) -> tensor<f32>
  %gw2 = stablehlo.dot_general %h1, %d, contracting_dims = [0] x [0] : (tensor<16x96xf32>, tensor<16x4xf32>) -> tensor<96x4xf32>
  %gb2 = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
  %nw2 = stablehlo.subtract %w2, %gw2 : tensor<96x4xf32>
  %nb2 = stablehlo.subtract %b2, %gb2 : tensor<4xf32>
  %k2 = stablehlo.dot_general %d, %w2, contracting_dims = [1] x [1] : (tensor<16x4xf32>, tensor<96x4xf32>) -> tensor<16x96xf32>
  %l2 = stablehlo.multiply %h1, %h1 : tensor<16x96xf32>
  %one2 = stablehlo.constant dense<1.0> : tensor<16x96xf32>
  %m2 = stablehlo.subtract %one2, %l2 : tensor<16x96xf32>
  %g2 = stablehlo.multiply %k2, %m2 : tensor<16x96xf32>
  %gw1 = stablehlo.dot_general %h0, %g2, contracting_dims = [0] x [0] : (tensor<16x192xf32>, tensor<16x96xf32>) -> tensor<192x96xf32>
  %gb1 = stablehlo.reduce(%g2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x96xf32>, tensor<f32>) -> tensor<96xf32>
  %nw1 = stablehlo.subtract %w1, %gw1 : tensor<192x96xf32>
  %nb1 = stablehlo.subtract %b1, %gb1 : tensor<96xf32>
  %k1 = stablehlo.dot_general %g2, %w1, contracting_dims = [1] x [1] : (tensor<16x96xf32>, tensor<192x96xf32>) -> tensor<16x192xf32>
  %l1 = stablehlo.multiply %h0, %h0 : tensor<16x192xf32>
  %one1 = stablehlo.constant dense<1.0> : tensor<16x192xf32>
  %m1 = stablehlo.subtract %one1, %l1 : tensor<16x192xf32>
  %g1 = stablehlo.multiply %k1, %m1 : tensor<16x192xf32>
  %gw0 = stablehlo.dot_general %x, %g1, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x192xf32>) -> tensor<8x192xf32>
  %gb0 = stablehlo.reduce(%g1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x192xf32>, tensor<f32>) -> tensor<192xf32>
  %nw0 = stablehlo.subtract %w0, %gw0 : tensor<8x192xf32>
  %nb0 = stablehlo.subtract %b0, %gb0 : tensor<192xf32>
  return %nw0, %nb0, %nw1, %nb1, %nw2, %nb2, %loss : tensor<8x192xf32>, tensor<192xf32>, tensor<192x96xf32>, tensor<96xf32>, tensor<96x4xf32>, tensor<4xf32>, tensor<f32>
}
