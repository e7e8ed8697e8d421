// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The entry point of a plugin, which [`declare_plugin!`](crate::declare_plugin) calls.

use crate::guarded::{self, Guard};
use crate::registrar::Added;
use crate::{Registrar, panics};
use hloom_compiler::Error;
use hloom_compiler::interface::Platform;
use hloom_dialects::RegisterDialects;
use hloom_evaluator::custom_call::SharedRegistry;
use hloom_lowering::registry;
use std::sync::Arc;

/// The note that identifies the build of this crate. A plugin contains a copy of it.
pub const NOTE: &str = hloom_build_id::NOTE;

/// The section of a plugin's object file that contains the note.
pub const SECTION: &str = ".hloom";

/// The name of the entry function of a plugin.
pub const SYMBOL: &str = "hloom_plugin";

/// The registered objects of the loading process, which it passes to a plugin.
pub struct Host {
    pub(crate) platforms: Vec<Arc<dyn Platform>>,
    pub(crate) custom_calls: SharedRegistry,
    /// The dialects that the process has added so far.
    pub(crate) dialects: Vec<RegisterDialects>,
    /// A callback for failures in calls that cannot return an error.
    pub(crate) report: fn(Error),
}

/// The outcome of a plugin's entry function.
pub struct Outcome(pub(crate) Result<Added, Error>);

impl Outcome {
    /// Returns the error for an entry function that set no outcome.
    pub(crate) fn nothing() -> Self {
        Self(Err(Error::invalid("the plugin's entry function returned no outcome")))
    }
}

/// Returns [`NOTE`] as an array, for a static in the plugin.
pub const fn note() -> [u8; NOTE.len()] {
    let (mut array, bytes) = ([0; NOTE.len()], NOTE.as_bytes());
    let mut index = 0;
    while index < array.len() {
        array[index] = bytes[index];
        index += 1;
    }
    array
}

/// Runs a plugin's `register` function and wraps the objects that it registers. The wrappers turn
/// each panic in the plugin into an error, because a panic must not cross the plugin's boundary.
pub fn enter(
    plugin: &'static str,
    host: &Host,
    register: fn(&mut Registrar) -> Result<(), Error>,
) -> Outcome {
    panics::remember();
    host.custom_calls.adopt();
    host.dialects.iter().for_each(|register| hloom_dialects::add_dialects(*register));
    let guard = Guard::new(plugin, host.report);
    let added = guard.call("register", || {
        let platforms = guarded::all_platforms(&guard, host.platforms.clone())?;
        let mut registrar = Registrar::beside(platforms);
        register(&mut registrar)?;
        // The process has a single MLIR with one pass registry. So the plugin registers its passes
        // itself, and MLIR calls them in the plugin.
        registry().add_passes(&registrar.added.passes).map_err(Error::invalid)?;
        // Contexts made by the plugin need the dialects, too. The tool adds them for its own
        // contexts when it installs the plugin.
        let dialects = &registrar.added.dialects;
        dialects.iter().for_each(|register| hloom_dialects::add_dialects(*register));
        guarded::all(&guard, registrar.added)
    });
    Outcome(added)
}
