// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Targets of code generation: their specification, and the properties that affect generated code.
//!
//! [`Machine`] has the properties that select code in the lowering. They are derived from LLVM's
//! target features, except where LLVM has no feature for them.

use super::dot_products::{self, DotProduct};
use std::fmt::{self, Display, Formatter};

/// The relocation model of an object file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RelocationModel {
    /// Position-independent code.
    #[default]
    Pic,
    /// The static relocation model: absolute addresses, fixed by the linker.
    Static,
}

/// The specification of a target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TargetSpec {
    /// The LLVM triple, such as `aarch64-unknown-linux-gnu`.
    pub triple: String,
    /// LLVM's CPU name, such as `cortex-a72`; empty for the triple's default, `native` for the
    /// host's CPU.
    pub cpu: String,
    /// LLVM's feature string, such as `+neon,-sve`; may be empty.
    pub features: String,
    /// The relocation model of the generated code.
    pub relocation: RelocationModel,
}

impl Display for TargetSpec {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Self { triple, cpu, features, .. } = self;
        write!(out, "{triple} {cpu} {features}")
    }
}

/// The properties of a target that affect the lowering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The number of bits of an address.
    pub address_bits: u32,
    /// The width of a vector register in bits; 0 if code should not use vectors.
    pub vector_bits: u32,
    /// The number of vector registers.
    pub vector_registers: u32,
    /// Whether the target has a fused multiply-add instruction.
    pub fused_multiply_add: bool,
    /// Whether the target has instructions for conversions between f16 and f32.
    pub half_from_f32: bool,
    /// Whether the target has an instruction that rounds f64 to f16.
    pub half_from_f64: bool,
    /// Whether LLVM emits one or a few instructions for IEEE 754's maximum and minimum, instead of
    /// a library call.
    pub maximum: bool,
    /// Whether the target has an instruction that rounds to the nearest integer, ties to even.
    pub round_to_even: bool,
    /// Whether an address may be the sum of two registers.
    pub indexed_addresses: bool,
    /// The instructions that add products of narrow integers.
    pub dot_products: Vec<DotProduct>,
}

impl Machine {
    /// Returns properties for which generated code adds in the same order and rounds in the same
    /// way on every target.
    ///
    /// These are the properties of AVX2 without fused multiply-add. On targets with narrower
    /// vectors, LLVM splits these vectors, and on targets without vectors, it computes with
    /// scalars.
    #[must_use]
    pub fn reproducible(self) -> Self {
        Self {
            vector_bits: 256,
            vector_registers: 16,
            fused_multiply_add: false,
            indexed_addresses: true,
            ..self
        }
    }

    /// Derives the properties of a target from its architecture, given by LLVM's name, and its
    /// features.
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
            indexed_addresses: !architecture.starts_with("riscv")
                && !architecture.starts_with("wasm"),
            dot_products: Vec::new(),
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
                    dot_products: dot_products::x86(&has),
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
                dot_products: match architecture {
                    "aarch64" => dot_products::aarch64(&has),
                    // The lanes of big-endian vectors are numbered the other way.
                    _ => Vec::new(),
                },
                ..none
            },
            // NEON of 32-bit ARM flushes subnormals, so its vectors are not used.
            "arm" | "armeb" | "thumb" | "thumbeb" => {
                Self { fused_multiply_add: has("vfp4"), ..none }
            }
            "riscv32" | "riscv64" if has("d") => Self {
                vector_bits: if has("v") { 128 } else { 0 },
                vector_registers: if has("v") { 32 } else { 0 },
                fused_multiply_add: true,
                maximum: true,
                // LLVM rounds by a conversion to an integer of the same width as the float.
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
                // Older processors have vectors of f64 only.
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
                dot_products: dot_products::wasm(&has),
                ..none
            },
            _ => none,
        }
    }

    /// Returns the names of the MLIR operations for which LLVM would emit a library call, separated
    /// by commas.
    pub fn lacking(&self) -> String {
        let maximum = ["arith.maximumf", "arith.minimumf"].into_iter().filter(|_| !self.maximum);
        let round = ["math.roundeven"].into_iter().filter(|_| !self.round_to_even);
        maximum.chain(round).collect::<Vec<_>>().join(",")
    }

    /// Returns the dot-product instructions in the form of the option `dot-products` of the pass
    /// `hloom-contraction-to-loops`, separated by commas.
    pub fn dot_products(&self) -> String {
        self.dot_products.iter().map(DotProduct::to_string).collect::<Vec<_>>().join(",")
    }
}

/// Returns the default CPU and features of a triple for which LLVM's defaults are too conservative.
///
/// Every machine that runs the triple's operating system has this CPU and these features, and other
/// compilers use the same defaults. Empty strings stand for LLVM's defaults.
pub fn default_cpu_and_features(architecture: &str, triple: &str) -> (&'static str, &'static str) {
    match architecture {
        "i386" => ("pentium4", ""),
        "powerpc64le" => ("ppc64le", ""),
        "riscv32" | "riscv64" if triple.contains("-linux") => ("", "+m,+a,+f,+d,+c"),
        // Floating-point units of many microcontrollers support only single precision.
        "thumb" if triple.ends_with("hf") && triple.contains('m') => ("", "+vfp2sp"),
        "arm" | "thumb" if triple.ends_with("hf") => ("", "+vfp2"),
        _ => ("", ""),
    }
}

/// Returns false for the architectures of LLVM that cannot run C functions: GPUs, and the virtual
/// machine BPF, which has neither floating-point instructions nor a stack for temporaries.
pub fn is_cpu(architecture: &str) -> bool {
    const OTHERS: [&str; 11] = [
        "amdgcn", "bpf", "bpfeb", "bpfel", "dxil", "nvptx", "nvptx64", "r600", "spirv", "spirv32",
        "spirv64",
    ];
    !OTHERS.contains(&architecture)
}

/// Returns the reason why a target does not support C functions, or `None` if it supports them.
pub fn refusal(
    architecture: &str,
    triple: &str,
    has: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    match architecture {
        "i386" if !has("sse2") => {
            Some("without the feature `sse2`, floats are rounded to 80 bits, not to their type")
        }
        "arm" | "armeb" | "thumb" | "thumbeb" if triple.ends_with("hf") && !has("vfp2sp") => {
            Some("its ABI passes floats in registers that the CPU does not have; add `+vfp2sp`")
        }
        "riscv32" | "riscv64" if triple.contains("-linux") && !has("d") => {
            Some("its ABI passes floats in registers that the CPU does not have; add `+d`")
        }
        _ if !is_cpu(architecture) => Some("it is not a CPU and cannot run C functions"),
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
