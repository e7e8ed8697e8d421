// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform `skeleton`. Like the platform `cpu`, it compiles for the host, but it has its own
//! pipeline. Replace one file after another by an implementation for your device.
//!
//! | file | contents | when to change the file |
//! |---|---|---|
//! | `pipeline.rs` | the passes of each level | first |
//! | `passes.rs` | the backend's own passes | as needed |
//! | `compiler.rs` | the compiler | if the code is not for the host |
//! | `platform.rs` | the platform and its devices | if the device has its own memory |

mod compiler;
mod passes;
mod pipeline;
mod platform;

use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// The platform's name in `--platform`, `--pipeline` and messages.
pub const NAME: &str = "skeleton";

/// Registers the backend's passes, pipeline and platform. The registry calls this function once.
///
/// # Errors
/// Fails if LLVM does not support the host.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_passes(passes::ALL);
    registrar.add_pipeline(pipeline::of_host()?);
    registrar.add_platform(platform::SkeletonPlatform::new());
    Ok(())
}
