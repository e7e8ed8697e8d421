// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform `simt`: a GPU that is simulated on the host.
//!
//! It runs the kernels of the gpu dialect sequentially, thread by thread, as machine code of the
//! host. Tests use it to check the code that all GPU backends share, without a GPU: the mapping to
//! threads, the host program and its launch plan. It is slow.

mod device;
mod platform;
mod target;

pub use device::Traffic;

use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// The name of the platform of simulated GPUs.
const NAME: &str = "simt";

/// Adds the platform and its pipeline to the registries.
///
/// # Errors
/// Never fails.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_pipeline(target::pipeline("wgmma"));
    registrar.add_platform(platform::SimtPlatform::new());
    Ok(())
}
