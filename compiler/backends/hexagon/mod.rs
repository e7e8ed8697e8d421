// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The `hexagon` platform: Qualcomm's digital signal processors.
//!
//! LLVM has a backend for these processors, but the host has no such device. Programs are therefore
//! only compiled ahead of time, for example with this command:
//!
//! ```text
//! hlo-compile PROGRAM --platform hexagon -o program.o --header program.h
//! ```
//!
//! This backend is a worked example of a device with a backend in LLVM. It differs from a CPU
//! backend in the options of the pipeline and in the default target.

mod compiler;
mod pipeline;
mod platform;

use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// The name of the Hexagon platform.
const NAME: &str = "hexagon";

/// Adds the platform and its pipeline to the registries.
///
/// # Errors
/// Fails if LLVM was built without the Hexagon target.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_pipeline(pipeline::of_usual_target()?);
    registrar.add_platform(platform::HexagonPlatform);
    Ok(())
}
