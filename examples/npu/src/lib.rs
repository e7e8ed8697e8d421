// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A backend outside of the project: for a simulated accelerator that LLVM does not know.
//!
//! Built as a shared library it is loaded by `--load-backend`; as a crate it is
//! [registered](register) like any other backend. What the accelerator cannot do is left to
//! the platform `cpu`, if there is one.
#![deny(unsafe_code)]

pub mod codegen;
mod compiler;
pub mod device;
mod executable;
mod ffi;
mod pad_windows;
mod partition;
mod pipeline;
mod platform;
mod transfer_manager;

pub use compiler::NpuCompiler;
pub use executable::{Code, NpuExecutable, Part, Placement, Plan};
pub use pipeline::NpuPipeline;
pub use platform::NpuPlatform;
pub use transfer_manager::NpuTransferManager;

use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// The platform's name.
pub const NAME: &str = "npu";

/// Adds the platform, its pipeline and its pass.
///
/// # Errors
/// None of its own.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    let host = registrar.platform("cpu").ok();
    registrar.add_passes(&[&pad_windows::PASS]);
    registrar.add_pipeline(NpuPipeline);
    registrar.add_platform(NpuPlatform::new(host));
    Ok(())
}
