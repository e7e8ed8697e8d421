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

/// How much LLVM optimizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OptLevel {
    /// Nothing, for debugging.
    O0,
    /// Little.
    O1,
    /// Most.
    O2,
    /// Everything.
    #[default]
    O3,
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
    /// How much is optimized.
    pub opt_level: OptLevel,
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
    /// LLVM's name of the architecture: `x86_64`, `arm`, `riscv64`.
    pub architecture: String,
    /// Bits of an address.
    pub address_bits: u32,
    /// Bits of a vector register; 0 where vectors are of no use.
    pub vector_bits: u32,
    /// How many vector registers there are.
    pub vector_registers: u32,
    /// Whether a fused multiply-add is an instruction.
    pub fused_multiply_add: bool,
    /// Whether conversions between f16 and f32 are instructions.
    pub half_conversions: bool,
    /// Whether LLVM has instructions for IEEE 754's maximum and minimum, or a few.
    pub maximum: bool,
    /// Whether rounding to even integers is an instruction.
    pub round_to_even: bool,
}

impl Machine {
    /// What an architecture with some features has.
    pub fn new(architecture: &str, address_bits: u32, has: impl Fn(&str) -> bool) -> Self {
        let (vector_bits, vector_registers) = match architecture {
            "x86_64" if has("avx512f") => (512, 32),
            "x86_64" | "i386" => {
                let registers = if architecture == "i386" { 8 } else { 16 };
                (if has("avx") { 256 } else { 128 }, registers)
            }
            "aarch64" | "aarch64_be" | "aarch64_32" if has("neon") => (128, 32),
            "riscv32" | "riscv64" if has("v") => (128, 32),
            "powerpc64" | "powerpc64le" if has("vsx") => (128, 64),
            // Before these there are vectors of f64 alone.
            "s390x" if has("vector-enhancements-1") => (128, 32),
            "wasm32" | "wasm64" if has("simd128") => (128, 16),
            // Arm's 32-bit vectors flush subnormals; of others nothing is known.
            _ => (0, 0),
        };
        let fused_multiply_add = match architecture {
            "x86_64" | "i386" => has("fma"),
            "aarch64" | "aarch64_be" | "aarch64_32" | "powerpc64" | "powerpc64le" | "s390x" => true,
            "riscv32" | "riscv64" => has("d"),
            "arm" | "thumb" | "armeb" | "thumbeb" => has("vfp4"),
            _ => false,
        };
        let half_conversions = match architecture {
            "x86_64" | "i386" => has("f16c"),
            "aarch64" | "aarch64_be" | "aarch64_32" => true,
            _ => false,
        };
        let is_arm = matches!(architecture, "aarch64" | "aarch64_be" | "aarch64_32");
        let is_wasm = matches!(architecture, "wasm32" | "wasm64");
        let is_risc_v = matches!(architecture, "riscv32" | "riscv64");
        let is_x86 = matches!(architecture, "x86_64" | "i386");
        let is_power = matches!(architecture, "powerpc64" | "powerpc64le");
        let maximum = is_arm || is_wasm || is_x86 || is_power || architecture == "s390x";
        Self {
            architecture: architecture.to_owned(),
            address_bits,
            vector_bits,
            vector_registers,
            fused_multiply_add,
            half_conversions,
            maximum: maximum || (is_risc_v && has("d")),
            round_to_even: is_arm
                || is_wasm
                || (is_x86 && has("sse4.1"))
                || (is_risc_v && has("d"))
                || (architecture == "s390x" && has("fp-extension")),
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
        _ => ("", ""),
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
        assert!(fused("aarch64", &[]));
    }
}
