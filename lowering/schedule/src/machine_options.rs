// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options by which passes learn about the vector registers of the target.

use hloom_ir::pass::PassOption;

/// The option for the number of bits of a vector register.
pub const VECTOR_BITS: PassOption =
    PassOption { name: "vector-bits", description: "bits of a vector register", default: "256" };

/// The option for whether an address may be the sum of two registers.
pub const INDEXED_ADDRESSES: PassOption = PassOption {
    name: "indexed-addresses",
    description: "whether an address of the target may be the sum of two registers",
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
    description: "whether products of floats are added without being rounded, by instructions of \
                  the target, and lanes in any order",
    default: "true",
};
