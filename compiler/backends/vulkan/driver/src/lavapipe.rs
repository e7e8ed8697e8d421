// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Refuses versions of Mesa's lavapipe, which runs kernels on the CPU, that compute wrong results.

use crate::failed;
use hloom_stream_executor::Error;

/// The environment variable that limits the x86 instruction set extensions that Mesa uses.
const CPU_CAPS: &str = "GALLIUM_OVERRIDE_CPU_CAPS";

/// The newest LLVM version that is known to generate wrong code for bit masks with AVX-512.
const LAST_WRONG_LLVM: u32 = 15;

/// Checks that lavapipe is not known to compute wrong results on this CPU. `device` is the name of
/// lavapipe's device.
///
/// # Errors
/// Fails on CPUs with AVX-512 if lavapipe uses LLVM 15 or older, or an unknown version, unless an
/// environment variable prevents Mesa from using AVX-512.
pub fn check(device: &str) -> Result<(), Error> {
    let is_restricted = std::env::var_os(CPU_CAPS).is_some();
    if has_avx512() && !is_restricted && is_wrong(device) {
        return Err(failed(format!(
            "{device} computes wrong results on CPUs with AVX-512; set {CPU_CAPS}=avx, so that it \
             does not use these instructions"
        )));
    }
    Ok(())
}

fn has_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// Returns true if the name of the device contains no LLVM version, or a version that is known to
/// generate wrong code.
fn is_wrong(device: &str) -> bool {
    let version = device.split_once("LLVM ").map(|(_, rest)| rest);
    let major = version.and_then(|it| it.split('.').next()).and_then(|it| it.parse::<u32>().ok());
    major.is_none_or(|major| major <= LAST_WRONG_LLVM)
}

#[cfg(test)]
mod tests {
    use super::is_wrong;

    #[test]
    fn the_version_is_read_from_the_name() {
        assert!(is_wrong("llvmpipe (LLVM 15.0.6, 256 bits)"));
        assert!(!is_wrong("llvmpipe (LLVM 19.1.7, 256 bits)"));
        assert!(is_wrong("llvmpipe"));
    }
}
