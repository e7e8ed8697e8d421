// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The dot-product instructions of each architecture, by LLVM's intrinsics.
//!
//! Each 32-bit lane adds the products of four 8-bit or two 16-bit integers. The tables list only
//! instructions with wrapping sums, as in HLO; saturating instructions would change results.
//!
//! RISC-V has no such instruction in the ratified vector extension. Instructions on floats are not
//! listed: `vdpbf16ps` of x86 and `bfdot` of Arm flush subnormal numbers to zero. `smmla` and
//! `usmmla` of Arm multiply small matrices and need another layout.

use std::fmt::{self, Display, Formatter};

/// An instruction that adds products of narrow integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotProduct {
    /// The name of LLVM's intrinsic, with the suffixes of its types.
    pub intrinsic: &'static str,
    /// The types of the factors in the order of the operands: `s8`, `u8`, `s16` or `u16`.
    pub factors: [&'static str; 2],
    /// The number of 32-bit lanes of the result.
    pub lanes: u32,
    /// Whether the first operand is a vector of sums, to which the instruction adds. Otherwise, the
    /// result must be added to the sums.
    pub accumulates: bool,
}

impl Display for DotProduct {
    /// Writes an instruction in the form of the option `dot-products` of the pass
    /// `hloom-contraction-to-loops`.
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Self { intrinsic, factors: [first, second], lanes, accumulates } = self;
        let add = if *accumulates { "" } else { ":add" };
        write!(out, "{intrinsic}:{first}:{second}:{lanes}{add}")
    }
}

const fn accumulating(
    intrinsic: &'static str,
    factors: [&'static str; 2],
    lanes: u32,
) -> DotProduct {
    DotProduct { intrinsic, factors, lanes, accumulates: true }
}

const fn pairs(intrinsic: &'static str, lanes: u32) -> DotProduct {
    DotProduct { intrinsic, factors: ["s16", "s16"], lanes, accumulates: false }
}

/// Returns the dot-product instructions of an x86 target. `has` returns true for the features of
/// the target. LLVM merges `pmaddwd` and the addition to `vpdpwssd` if the target has that
/// instruction.
pub fn x86(has: impl Fn(&str) -> bool) -> Vec<DotProduct> {
    let mixed = ["u8", "s8"];
    let mut found = Vec::new();
    let mut add = |available: bool, instruction| {
        if available {
            found.push(instruction);
        }
    };
    let short = has("avxvnni") || (has("avx512vnni") && has("avx512vl"));
    let same_sign = has("avxvnniint8");
    add(has("avx512vnni"), accumulating("llvm.x86.avx512.vpdpbusd.512", mixed, 16));
    add(short, accumulating("llvm.x86.avx512.vpdpbusd.256", mixed, 8));
    add(short, accumulating("llvm.x86.avx512.vpdpbusd.128", mixed, 4));
    add(same_sign, accumulating("llvm.x86.avx2.vpdpbssd.256", ["s8", "s8"], 8));
    add(same_sign, accumulating("llvm.x86.avx2.vpdpbssd.128", ["s8", "s8"], 4));
    add(same_sign, accumulating("llvm.x86.avx2.vpdpbuud.256", ["u8", "u8"], 8));
    add(same_sign, accumulating("llvm.x86.avx2.vpdpbuud.128", ["u8", "u8"], 4));
    add(has("avx512bw"), pairs("llvm.x86.avx512.pmaddw.d.512", 16));
    add(has("avx2"), pairs("llvm.x86.avx2.pmadd.wd", 8));
    add(has("sse2"), pairs("llvm.x86.sse2.pmadd.wd", 4));
    found
}

/// Returns the dot-product instructions of a little-endian AArch64 target. `has` returns true for
/// the features of the target.
pub fn aarch64(has: impl Fn(&str) -> bool) -> Vec<DotProduct> {
    let mut found = Vec::new();
    if has("neon") && has("dotprod") {
        found.push(accumulating("llvm.aarch64.neon.sdot.v4i32.v16i8", ["s8", "s8"], 4));
        found.push(accumulating("llvm.aarch64.neon.udot.v4i32.v16i8", ["u8", "u8"], 4));
    }
    if has("neon") && has("i8mm") {
        found.push(accumulating("llvm.aarch64.neon.usdot.v4i32.v16i8", ["u8", "s8"], 4));
    }
    found
}

/// Returns the dot-product instructions of a WebAssembly target. `has` returns true for the
/// features of the target.
pub fn wasm(has: impl Fn(&str) -> bool) -> Vec<DotProduct> {
    if has("simd128") { vec![pairs("llvm.wasm.dot", 4)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_follow_the_features() {
        let x86 = |features: &[&str]| -> Vec<String> {
            x86(|name| features.contains(&name)).iter().map(DotProduct::to_string).collect()
        };
        assert_eq!(x86(&["sse2"]), ["llvm.x86.sse2.pmadd.wd:s16:s16:4:add"]);
        let avx = x86(&["sse2", "avx2", "avxvnni"]);
        assert_eq!(avx[0], "llvm.x86.avx512.vpdpbusd.256:u8:s8:8");
        assert_eq!(avx.len(), 4);
        assert!(aarch64(|_| false).is_empty());
        assert_eq!(aarch64(|name| name != "i8mm").len(), 2);
        assert_eq!(wasm(|_| true).len(), 1);
    }
}
