// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads a plugin: checks the file, calls its entry function, and installs the objects that the
//! plugin adds.

use crate::entry::Host;
use crate::guarded::{self, Guard};
use crate::inspect::{Checked, Kind};
use crate::registrar::Added;
use crate::{Registrar, c_plugin, failures, ffi, panics};
use hloom_compiler::Error;
use hloom_compiler::interface::Registry;
use hloom_evaluator::custom_call::SharedRegistry;
use std::path::Path;

/// Loads a plugin and installs the objects that it adds. The plugin stays loaded until the process
/// ends.
///
/// # Errors
/// Fails if the file is not a plugin of the same build, or of the same release if it has a C
/// interface. Also fails if the entry function of the plugin fails, or if it adds a name that is
/// already registered.
pub fn load(path: &Path) -> Result<(), Error> {
    let refused = |reason: String| Error::file(path, reason);
    let checked = Checked::new(path).map_err(refused)?;
    if checked.kind() == Kind::C {
        let started = c_plugin::start(&checked).map_err(|error| refused(reason(path, &error)))?;
        let install = |registrar: Registrar| registrar.install().map_err(|it| it.to_string());
        return started.and_then(install).map_err(refused);
    }
    panics::remember();
    // The plugin receives platforms of this process. They are guarded, so that no panic of this
    // process reaches the plugin either.
    let ours = Guard::new("hloom", failures::report);
    let host = Host {
        platforms: guarded::all_platforms(&ours, Registry::global().platforms())?,
        custom_calls: SharedRegistry::of_process(),
        dialects: hloom_dialects::added_dialects(),
        report: failures::report,
    };
    let outcome = ffi::enter(&checked, &host).map_err(|error| refused(reason(path, &error)))?;
    let install = |mut added: Added| {
        added.platforms = guarded::all_platforms(&ours, added.platforms)?;
        added.install()
    };
    outcome.0.and_then(install).map_err(|error| refused(error.to_string()))
}

/// Returns the error message of the system's loader, without the path with which the message
/// begins.
fn reason(path: &Path, error: &libloading::Error) -> String {
    use std::error::Error;
    let message = error.source().map_or_else(|| error.to_string(), |source| source.to_string());
    let prefix = format!("{}: ", path.display());
    format!("cannot load the plugin: {}", message.strip_prefix(&prefix).unwrap_or(&message))
}
