// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What code is generated for.

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TargetSpec {
    /// LLVM triple, e.g. `aarch64-unknown-linux-gnu`.
    pub triple: String,
    /// LLVM CPU name, e.g. `cortex-a72`; empty for the triple's default.
    pub cpu: String,
    /// LLVM feature string, e.g. `+neon,-sve`; may be empty.
    pub features: String,
    /// How addresses are resolved.
    pub relocation: RelocationModel,
    /// How much is optimized.
    pub opt_level: OptLevel,
}

impl TargetSpec {
    /// Whether `feature` is switched on by the feature string.
    pub fn has_feature(&self, feature: &str) -> bool {
        self.features.split(',').any(|item| item.strip_prefix('+') == Some(feature))
    }

    /// The width of the vector registers in bits and their number, as far as
    /// the triple and features tell.
    pub fn vector_registers(&self) -> (u32, u32) {
        let arch = self.triple.split('-').next().unwrap_or_default();
        match arch {
            "x86_64" if self.has_feature("avx512f") => (512, 32),
            "x86_64" | "i686" if self.has_feature("avx") => (256, 16),
            "x86_64" => (128, 16),
            "i686" | "i586" | "i386" => (128, 8),
            _ => (128, 32),
        }
    }

    /// Whether a fused multiply-add is an instruction, as far as the triple and
    /// features tell.
    pub fn has_fused_multiply_add(&self) -> bool {
        let arch = self.triple.split('-').next().unwrap_or_default();
        self.has_feature("fma") || ["aarch64", "arm64", "powerpc64", "s390x"].contains(&arch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vector_registers_follow_the_features() {
        let mut spec = TargetSpec {
            triple: "x86_64-unknown-linux-gnu".into(),
            cpu: String::new(),
            features: "+sse2,-avx512f".into(),
            relocation: RelocationModel::Pic,
            opt_level: OptLevel::O3,
        };
        assert_eq!(spec.vector_registers(), (128, 16));
        spec.features = "+avx,+avx2".into();
        assert_eq!(spec.vector_registers(), (256, 16));
        spec.features = "+avx,+avx512f".into();
        assert_eq!(spec.vector_registers(), (512, 32));
    }

    #[test]
    fn fused_multiply_add_is_a_feature_on_x86() {
        let mut spec = TargetSpec {
            triple: "x86_64-unknown-linux-gnu".into(),
            cpu: String::new(),
            features: "+sse2,-fma".into(),
            relocation: RelocationModel::Pic,
            opt_level: OptLevel::O3,
        };
        assert!(!spec.has_fused_multiply_add());
        spec.features = "+fma".into();
        assert!(spec.has_fused_multiply_add());
        spec = TargetSpec { triple: "aarch64-linux-gnu".into(), features: String::new(), ..spec };
        assert!(spec.has_fused_multiply_add());
    }
}
