// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform `skeleton`. It compiles for the host, as the cpu platform does, from a pipeline
//! of its own: change one part after the other until it is your device's.
//!
//! | file | what it is | when to change it |
//! |---|---|---|
//! | `pipeline.rs` | the passes for each level | first: they are yours from the start |
//! | `passes.rs` | passes of your own | as you need them |
//! | `compiler.rs` | from a program to an executable | when the code is not for the host |
//! | `platform.rs` | the devices, and the way to them | when memory is not the host's |

mod compiler;
mod passes;
mod pipeline;
mod platform;

use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// The name in `--platform`, `--pipeline` and messages.
pub const NAME: &str = "skeleton";

/// Adds what the backend has; called once.
///
/// # Errors
/// If LLVM does not know the host.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_passes(passes::ALL);
    registrar.add_pipeline(pipeline::of_host()?);
    registrar.add_platform(platform::SkeletonPlatform::new());
    Ok(())
}
