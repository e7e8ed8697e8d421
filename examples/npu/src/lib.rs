// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A backend in a plugin, for a simulated accelerator that LLVM does not support.
//!
//! As a shared library, it is loaded with `--load-backend`. As a crate, it is
//! [registered](register) like any other backend. Operations that the accelerator does not support
//! run on the platform `cpu` if this platform is registered.
#![deny(unsafe_code)]

mod classify;
pub mod codegen;
mod compiler;
pub mod device;
mod executable;
mod ffi;
mod name;
mod pad_windows;
mod pipeline;
mod platform;
mod transfer_manager;

pub use compiler::NpuCompiler;
pub use executable::{Code, NpuExecutable, Part, Placement, Plan};
pub use name::NAME;
pub use pipeline::NpuPipeline;
pub use platform::NpuPlatform;
pub use transfer_manager::NpuTransferManager;

use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// Registers the platform, its pipeline and its pass.
///
/// # Errors
/// Never fails.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    let host = registrar.platform("cpu").ok();
    registrar.add_passes(&[&pad_windows::PASS]);
    registrar.add_pipeline(NpuPipeline);
    registrar.add_platform(NpuPlatform::new(host));
    Ok(())
}
