// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The hexagon platform: Qualcomm's signal processors, which LLVM compiles for and this
//! machine has none of. Programs are compiled ahead of time:
//!
//! ```text
//! hlo-compile PROGRAM --platform hexagon -o program.o --header program.h
//! ```
//!
//! A worked example of a device with a backend in LLVM: what differs from a CPU is its
//! pipeline, and the target that is meant where none is named.

mod compiler;
mod pipeline;
mod platform;

use hloom_compiler::Error;
use hloom_plugin::Registrar;

/// The platform's name.
const NAME: &str = "hexagon";

/// Adds the platform and its pipeline.
///
/// # Errors
/// If LLVM was built without the target.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_pipeline(pipeline::of_usual_target()?);
    registrar.add_platform(platform::HexagonPlatform);
    Ok(())
}
