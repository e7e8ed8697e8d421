// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What code is generated for.

use std::fmt::{self, Display, Formatter};

/// How addresses in the object are resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RelocationModel {
    /// Position-independent code.
    #[default]
    Pic,
    /// Fixed addresses.
    Static,
}

/// What code is generated for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TargetSpec {
    /// LLVM triple, e.g. `aarch64-unknown-linux-gnu`.
    pub triple: String,
    /// LLVM CPU name, e.g. `cortex-a72`; empty for the triple's default, `native`
    /// for the host's.
    pub cpu: String,
    /// LLVM feature string, e.g. `+neon,-sve`; may be empty.
    pub features: String,
    /// How addresses are resolved.
    pub relocation: RelocationModel,
}

impl Display for TargetSpec {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Self { triple, cpu, features, .. } = self;
        write!(out, "{triple} {cpu} {features}")
    }
}

/// What a target has, as far as code for it is made in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Bits of an address.
    pub address_bits: u32,
    /// Bits of a vector register; 0 where vectors are of no use.
    pub vector_bits: u32,
    /// How many vector registers there are.
    pub vector_registers: u32,
    /// Whether a fused multiply-add is an instruction.
    pub fused_multiply_add: bool,
    /// Whether conversions between f16 and f32 are instructions.
    pub half_from_f32: bool,
    /// Whether rounding f64 to f16 is an instruction.
    pub half_from_f64: bool,
    /// Whether LLVM has instructions for IEEE 754's maximum and minimum, or a few.
    pub maximum: bool,
    /// Whether rounding to even integers is an instruction.
    pub round_to_even: bool,
}

impl Machine {
    /// What an architecture, by LLVM's name for it, has with some features.
    pub fn new(architecture: &str, address_bits: u32, has: impl Fn(&str) -> bool) -> Self {
        let none = Self {
            address_bits,
            vector_bits: 0,
            vector_registers: 0,
            fused_multiply_add: false,
            half_from_f32: false,
            half_from_f64: false,
            maximum: false,
            round_to_even: false,
        };
        match architecture {
            "x86_64" | "i386" => {
                let (vector_bits, vector_registers) = match architecture {
                    "x86_64" if has("avx512f") => (512, 32),
                    "x86_64" => (if has("avx") { 256 } else { 128 }, 16),
                    _ => (if has("avx") { 256 } else { 128 }, 8),
                };
                Self {
                    vector_bits,
                    vector_registers,
                    fused_multiply_add: has("fma"),
                    half_from_f32: has("f16c"),
                    half_from_f64: has("avx512fp16"),
                    maximum: true,
                    round_to_even: has("sse4.1"),
                    ..none
                }
            }
            "aarch64" | "aarch64_be" | "aarch64_32" if has("fp-armv8") => Self {
                vector_bits: if has("neon") { 128 } else { 0 },
                vector_registers: if has("neon") { 32 } else { 0 },
                fused_multiply_add: true,
                half_from_f32: true,
                half_from_f64: true,
                maximum: true,
                round_to_even: true,
                ..none
            },
            // Its vectors flush subnormals.
            "arm" | "armeb" | "thumb" | "thumbeb" => {
                Self { fused_multiply_add: has("vfp4"), ..none }
            }
            "riscv32" | "riscv64" if has("d") => Self {
                vector_bits: if has("v") { 128 } else { 0 },
                vector_registers: if has("v") { 32 } else { 0 },
                fused_multiply_add: true,
                maximum: true,
                // By way of integers as wide as the number.
                round_to_even: architecture == "riscv64",
                ..none
            },
            "powerpc64" | "powerpc64le" => Self {
                vector_bits: if has("vsx") { 128 } else { 0 },
                vector_registers: if has("vsx") { 64 } else { 0 },
                fused_multiply_add: true,
                maximum: true,
                ..none
            },
            "s390x" => {
                // Before these there are vectors of f64 alone.
                let vectors = has("vector-enhancements-1");
                Self {
                    vector_bits: if vectors { 128 } else { 0 },
                    vector_registers: if vectors { 32 } else { 0 },
                    fused_multiply_add: true,
                    maximum: true,
                    round_to_even: has("fp-extension"),
                    ..none
                }
            }
            "wasm32" | "wasm64" => Self {
                vector_bits: if has("simd128") { 128 } else { 0 },
                vector_registers: if has("simd128") { 16 } else { 0 },
                maximum: true,
                round_to_even: true,
                ..none
            },
            _ => none,
        }
    }

    /// The operations of MLIR that LLVM would call a library for.
    pub fn lacking(&self) -> String {
        let maximum = ["arith.maximumf", "arith.minimumf"].into_iter().filter(|_| !self.maximum);
        let round = ["math.roundeven"].into_iter().filter(|_| !self.round_to_even);
        maximum.chain(round).collect::<Vec<_>>().join(",")
    }
}

/// The CPU and the features that compilers take where none are named and LLVM's own least
/// is less: what every machine has that runs the triple's system.
pub fn usual(architecture: &str, triple: &str) -> (&'static str, &'static str) {
    match architecture {
        "i386" => ("pentium4", ""),
        "powerpc64le" => ("ppc64le", ""),
        "riscv32" | "riscv64" if triple.contains("-linux") => ("", "+m,+a,+f,+d,+c"),
        // Microcontrollers have floats of one width, if any.
        "thumb" if triple.ends_with("hf") && triple.contains('m') => ("", "+vfp2sp"),
        "arm" | "thumb" if triple.ends_with("hf") => ("", "+vfp2"),
        _ => ("", ""),
    }
}

/// Why no code for C is made for a target, if there is a reason.
pub fn refusal(
    architecture: &str,
    triple: &str,
    has: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    match architecture {
        "i386" if !has("sse2") => {
            Some("without the feature `sse2` floats are rounded to 80 bits, not to theirs")
        }
        "arm" | "armeb" | "thumb" | "thumbeb" if triple.ends_with("hf") && !has("vfp2sp") => {
            Some("its system hands floats over in registers that the CPU does not have")
        }
        "riscv32" | "riscv64" if triple.contains("-linux") && !has("d") => {
            Some("its system hands floats over in registers that the CPU does not have (`+d`)")
        }
        "nvptx" | "nvptx64" | "amdgcn" | "r600" | "spirv" | "spirv32" | "spirv64" | "dxil" => {
            Some("it is no CPU, and runs no functions of C")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_follow_the_features() {
        let registers = |architecture: &str, features: &[&str]| {
            let machine = Machine::new(architecture, 64, |name| features.contains(&name));
            (machine.vector_bits, machine.vector_registers)
        };
        assert_eq!(registers("x86_64", &["sse2"]), (128, 16));
        assert_eq!(registers("x86_64", &["avx", "avx2"]), (256, 16));
        assert_eq!(registers("x86_64", &["avx", "avx512f"]), (512, 32));
        assert_eq!(registers("riscv64", &["d"]), (0, 0));
        assert_eq!(registers("riscv64", &["d", "v"]), (128, 32));
    }

    #[test]
    fn fused_multiply_add_is_a_feature_on_x86() {
        let fused = |architecture: &str, features: &[&str]| {
            Machine::new(architecture, 64, |name| features.contains(&name)).fused_multiply_add
        };
        assert!(!fused("x86_64", &["sse2"]));
        assert!(fused("x86_64", &["fma"]));
        assert!(fused("aarch64", &["fp-armv8"]));
    }
}
