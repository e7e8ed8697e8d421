// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The backends of this project.
//!
//! Each backend is a folder with a `mod.rs`, which `build.rs` finds. The module has a function
//! `register` that adds the backend's platform, pipeline and passes to a [`Registrar`].

use hloom_compiler::Error;
use hloom_plugin::Registrar;
use std::sync::OnceLock;

/// The type of a backend's function `register`, which adds the backend's passes, pipeline and
/// platform.
pub type Register = fn(&mut Registrar) -> Result<(), Error>;

include!(concat!(env!("OUT_DIR"), "/backends.rs"));

/// Registers every backend in the registries of the process. Later calls return the outcome of the
/// first call.
///
/// # Errors
/// Fails if the registration of a backend fails, for example because a platform or pipeline with
/// the same name is already registered.
pub fn register() -> Result<(), Error> {
    static ONCE: OnceLock<Result<(), Error>> = OnceLock::new();
    let register_all = || {
        ALL.iter().try_for_each(|(_, register)| {
            let mut registrar = Registrar::new();
            register(&mut registrar)?;
            registrar.install()
        })
    };
    ONCE.get_or_init(register_all).clone()
}

/// Registers every pass and backend of this project, and loads the plugins that users have chosen
/// ([`hloom_plugin::load_all`]). A library for other programs calls this function before anything
/// else. Later calls return the outcome of the first call.
///
/// # Errors
/// Fails if a backend cannot be registered, or if a plugin cannot be loaded.
pub fn register_with_plugins() -> Result<(), Error> {
    static ONCE: OnceLock<Result<(), Error>> = OnceLock::new();
    let register_all = || {
        // The first access registers the passes with MLIR.
        hloom_lowering::registry();
        register()?;
        hloom_plugin::load_all(&[])
    };
    ONCE.get_or_init(register_all).clone()
}
