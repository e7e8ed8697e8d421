// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The cpu platform: the host's processor, through LLVM. Its pipeline is the one that all
//! CPUs have in common; what differs between them is asked of LLVM.

use hloom_codegen::{JitPlatform, LlvmPipeline};
use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// The platform's name.
const NAME: &str = "cpu";

/// Adds the platform and its pipeline.
///
/// # Errors
/// If LLVM does not know the host.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    let platform = JitPlatform::new(NAME, "the host's processor, through LLVM", |options| {
        let description = "vectorized kernels for CPUs, through linalg and the LLVM dialect";
        Box::new(LlvmPipeline::new(NAME, description, options))
    });
    registrar.add_pipeline(platform.host_pipeline()?);
    registrar.add_platform(platform);
    Ok(())
}
