// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a plugin does when it is entered, for [`declare_plugin!`](crate::declare_plugin).

use crate::guarded::{self, Guard};
use crate::registrar::Added;
use crate::{Registrar, panics};
use hloom_compiler::Error;
use hloom_compiler::interface::Platform;
use hloom_dialects::RegisterDialects;
use hloom_evaluator::custom_call::SharedRegistry;
use hloom_lowering::registry::Registry;
use std::sync::Arc;

/// The note of what this crate was built from, as it is in a plugin.
pub const NOTE: &str = hloom_build_id::NOTE;

/// The section of a plugin that has the note.
pub const SECTION: &str = ".hloom";

/// The name of the function that a plugin is entered by.
pub const SYMBOL: &str = "hloom_plugin";

/// What a plugin is told of whom it is loaded by.
pub struct Host {
    pub(crate) platforms: Vec<Arc<dyn Platform>>,
    pub(crate) custom_calls: SharedRegistry,
    /// Dialects that were added until now.
    pub(crate) dialects: Vec<RegisterDialects>,
    /// Takes the failures that cannot be returned.
    pub(crate) report: fn(Error),
}

/// What entering a plugin ends with.
pub struct Outcome(pub(crate) Result<Added, Error>);

impl Outcome {
    /// That of a function that did nothing.
    pub(crate) fn nothing() -> Self {
        Self(Err(Error::invalid("it did not register anything")))
    }
}

/// The note as an array.
pub const fn note() -> [u8; NOTE.len()] {
    let (mut array, bytes) = ([0; NOTE.len()], NOTE.as_bytes());
    let mut index = 0;
    while index < array.len() {
        array[index] = bytes[index];
        index += 1;
    }
    array
}

/// Collects what a plugin adds, and guards it: no panic leaves the plugin.
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
        // MLIR's registry is the one of the process, and calls passes where they are.
        Registry::global().add_passes(&registrar.added.passes).map_err(Error::invalid)?;
        // For the contexts that are made here; those of the tool have them when installed.
        let dialects = &registrar.added.dialects;
        dialects.iter().for_each(|register| hloom_dialects::add_dialects(*register));
        guarded::all(&guard, registrar.added)
    });
    Outcome(added)
}
