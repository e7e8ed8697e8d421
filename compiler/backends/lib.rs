// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The backends of this project. Each is a folder with a `mod.rs`, which `build.rs` finds,
//! and a function `register` in it that says what the backend adds.

use hloom_compiler::Error;
use hloom_plugin::Registrar;
use std::sync::OnceLock;

/// How a backend says what it adds.
pub type Register = fn(&mut Registrar) -> Result<(), Error>;

include!(concat!(env!("OUT_DIR"), "/backends.rs"));

/// Makes every backend known to the process, once.
///
/// # Errors
/// If another platform or pipeline has the name of one.
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
