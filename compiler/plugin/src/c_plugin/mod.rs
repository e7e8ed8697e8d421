// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Plugins with a C interface, which load in every build of a release.
//!
//! Rust has no stable binary interface, so that a plugin with `declare_plugin!` loads only in the
//! build for which it was compiled. A plugin of this module exchanges only the structs of
//! `include/hloom_plugin.h`. It therefore has its own compiler, its own MLIR if it needs one, and
//! any language.
//!
//! The division of the work follows from this. hloom lowers a program by passes that the plugin
//! names, and passes text or bytecode of one level to the plugin. The plugin compiles it to bytes
//! and runs it. This module implements hloom's traits on the plugin's functions:
//!
//! - [`interface`] has the structs, [`host`] starts a plugin, and [`functions`] calls it;
//! - [`definition`] has the platforms that a plugin adds, as Rust values;
//! - the other files implement a backend, under the names that they have in every backend.
//!
//! Panics need no guards, because both sides of each trait are in one copy of the crates.

mod compiler;
mod definition;
mod executable;
mod failure;
mod functions {
    pub mod ffi;
}
mod host {
    pub mod ffi;
}
pub mod interface {
    pub mod ffi;
}
mod pipeline;
mod platform;
mod stream_executor;
mod transfer_manager;

use crate::Registrar;
use crate::inspect::Checked;
use definition::Definition;
use pipeline::CPipeline;
use platform::CPlatform;

/// Loads a plugin permanently and calls its entry function. Returns a registrar with the platforms
/// and pipelines that it adds, or the reason why it adds none.
///
/// # Errors
/// Returns the error of the system's loader.
pub fn start(checked: &Checked) -> Result<Result<Registrar, String>, libloading::Error> {
    let started = host::ffi::start(checked)?;
    Ok(started.map_err(|failure| failure.into_message()).and_then(register))
}

/// Creates the pipelines and platforms that a plugin adds.
fn register(platforms: Vec<Definition>) -> Result<Registrar, String> {
    let mut registrar = Registrar::new();
    for definition in platforms {
        // A platform lives as long as the process.
        let pipeline: &'static CPipeline = Box::leak(Box::new(CPipeline::new(&definition)?));
        registrar.add_pipeline(pipeline.clone());
        registrar.add_platform(CPlatform::new(definition, pipeline));
    }
    Ok(registrar)
}
