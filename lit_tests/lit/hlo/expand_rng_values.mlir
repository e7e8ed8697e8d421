// REQUIRES: cpu
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-rng)' | FileCheck %s --check-prefix=EXPANDED
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-rng)' | hlo-run - --check | FileCheck %s
// EXPANDED-NOT: rng_bit_generator
// CHECK: checks hold

// The known answers of Random123 (kat_vectors) for threefry2x32 with 20 rounds and philox4x32 with
// 10 rounds. Of the two words of a 64-bit number, the low one comes first.
func.func public @main() {
  // threefry2x32 20 00000000 00000000 00000000 00000000 6b200159 99ba4efe
  %s0 = stablehlo.constant dense<0> : tensor<2xui64>
  %t0, %r0 = stablehlo.rng_bit_generator %s0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %r0, dense<0x99ba4efe6b200159> : tensor<1xui64>
  check.expect_eq_const %t0, dense<[0, 1]> : tensor<2xui64>

  // threefry2x32 20 ffffffff ffffffff ffffffff ffffffff 1cb996fc bb002be7
  %s1 = stablehlo.constant dense<0xffffffffffffffff> : tensor<2xui64>
  %t1, %r1 = stablehlo.rng_bit_generator %s1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %r1, dense<0xbb002be71cb996fc> : tensor<1xui64>
  check.expect_eq_const %t1, dense<[0xffffffffffffffff, 0]> : tensor<2xui64>

  // threefry2x32 20 243f6a88 85a308d3 13198a2e 03707344 c4923a9c 483df7a0
  %s2 = stablehlo.constant dense<[0x0370734413198a2e, 0x85a308d3243f6a88]> : tensor<2xui64>
  %t2, %r2 = stablehlo.rng_bit_generator %s2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
  check.expect_eq_const %r2, dense<[0xc4923a9c, 0x483df7a0]> : tensor<2xui32>
  check.expect_eq_const %t2, dense<[0x0370734413198a2e, 0x85a308d3243f6a89]> : tensor<2xui64>

  // philox4x32 10 00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8
  %s3 = stablehlo.constant dense<0> : tensor<3xui64>
  %t3, %r3 = stablehlo.rng_bit_generator %s3, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq_const %r3, dense<[0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]> : tensor<4xui32>
  check.expect_eq_const %t3, dense<[0, 1, 0]> : tensor<3xui64>

  // philox4x32 10 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd
  %s4 = stablehlo.constant dense<0xffffffffffffffff> : tensor<3xui64>
  %t4, %r4 = stablehlo.rng_bit_generator %s4, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2xui64>)
  check.expect_eq_const %r4, dense<[0x41c83b0e408f276d, 0x6d5451fda20bc7c6]> : tensor<2xui64>
  check.expect_eq_const %t4, dense<[0xffffffffffffffff, 0, 0]> : tensor<3xui64>

  // philox4x32 10 243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1
  %s5 = stablehlo.constant dense<[0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e]> : tensor<3xui64>
  %t5, %r5 = stablehlo.rng_bit_generator %s5, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x2xui8>)
  check.expect_eq_const %r5, dense<[[0x09, 0xeb], [0x20, 0xa1]]> : tensor<2x2xui8>
  check.expect_eq_const %t5, dense<[0x299f31d0a4093822, 0x85a308d3243f6a89, 0x0370734413198a2e]> : tensor<3xui64>
  return
}
