// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Pass options that describe the vector registers, the addresses and the arithmetic of the target.

use hloom_ir::pass::PassOption;

/// The option for the width of a vector register in bits.
pub const VECTOR_BITS: PassOption = PassOption {
    name: "vector-bits",
    description: "width of a vector register in bits",
    default: "256",
};

/// The option for whether an address may be the sum of two registers.
pub const INDEXED_ADDRESSES: PassOption = PassOption {
    name: "indexed-addresses",
    description: "whether loads and stores of the target accept the sum of two registers as the \
                  address",
    default: "true",
};

/// The option for the number of vector registers.
pub const REGISTERS: PassOption = PassOption {
    name: "registers",
    description: "number of vector registers of the target",
    default: "32",
};

/// The option for whether sums of products use fused multiply-adds.
pub const FMA: PassOption = PassOption {
    name: "fma",
    description: "whether products of floats are added by fused multiply-add instructions, and the \
                  partial sums of vector lanes in any order",
    default: "true",
};
