// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The specification of the host.
//!
//! LLVM lists more than 100 features of the host, most of which follow from the name of its CPU.
//! LLVM compares, hashes and copies the text of the features for each function and each analysis,
//! so only the features in which the host differs from its CPU are kept.

use crate::{Error, Target, TargetSpec};
use std::sync::OnceLock;

impl Target {
    /// Returns the specification of the host: its triple, its CPU, and the features in which it
    /// differs from the CPU.
    pub fn host_spec() -> TargetSpec {
        static HOST: OnceLock<TargetSpec> = OnceLock::new();
        HOST.get_or_init(|| without_implied_features(Self::listed_host_spec())).clone()
    }

    /// Creates a code generator for the host.
    ///
    /// # Errors
    /// Fails if LLVM has no backend for the host.
    pub fn host() -> Result<Self, Error> {
        Self::unchecked(Self::host_spec())
    }
}

/// Returns a specification that lists fewer features than `spec` but enables the same features.
fn without_implied_features(spec: TargetSpec) -> TargetSpec {
    shorten(&spec).ok().flatten().unwrap_or(spec)
}

/// Returns the specification with only those features of `spec` in which it differs from its CPU.
/// Returns `None` if this would enable other features.
fn shorten(spec: &TargetSpec) -> Result<Option<TargetSpec>, Error> {
    let with = |features| Target::unchecked(TargetSpec { features, ..spec.clone() });
    let (full, plain) = (with(spec.features.clone())?, with(String::new())?);
    let known = full.features();
    let differs =
        |name: &&String| full.has_feature(name.as_str()) != plain.has_feature(name.as_str());
    let differing: Vec<_> = known.iter().filter(differs).map(String::as_str).collect();
    let kept = spec.features.split(',').filter(|feature| {
        feature.strip_prefix(['+', '-']).is_some_and(|name| differing.contains(&name))
    });
    let short = with(kept.collect::<Vec<_>>().join(","))?;
    let same = known.iter().all(|name| short.has_feature(name) == full.has_feature(name));
    Ok(same.then(|| short.spec().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(cpu: &str, features: &str) -> TargetSpec {
        let triple = "x86_64-unknown-linux-gnu".to_owned();
        let (cpu, features) = (cpu.to_owned(), features.to_owned());
        TargetSpec { triple, cpu, features, ..TargetSpec::default() }
    }

    fn shortened(cpu: &str, features: &str) -> String {
        without_implied_features(spec(cpu, features)).features
    }

    #[test]
    fn features_of_the_cpu_are_left_out() -> Result<(), Error> {
        Target::new(spec("x86-64-v3", ""))?;
        assert_eq!(shortened("x86-64-v3", "+avx2,+fma,-avx512f,+sse2"), "");
        assert_eq!(shortened("x86-64-v3", "+avx2,-fma,+aes"), "-fma,+aes");
        assert_eq!(shortened("x86-64-v3", ""), "");
        Ok(())
    }

    #[test]
    fn the_host_keeps_its_features() -> Result<(), Error> {
        let host = Target::host()?;
        let listed = Target::unchecked(Target::listed_host_spec())?;
        for name in listed.features() {
            assert_eq!(host.has_feature(&name), listed.has_feature(&name), "{name}");
        }
        Ok(())
    }
}
