// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The symbols of a plugin, and how it is entered.

use crate::entry::{Host, Outcome, SYMBOL};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::path::Path;

/// The function that a plugin is entered by. It is handed to nothing but what was built
/// from the same sources by the same compiler, so that both mean the same by these types.
///
/// # Safety
/// Both pointers are to be valid for the call.
pub type Enter = unsafe extern "C" fn(host: *const Host, outcome: *mut Option<Outcome>);

/// Declares the one plugin of a shared library by its function
/// `fn(&mut Registrar) -> Result<(), Error>`, which is called once.
#[macro_export]
macro_rules! declare_plugin {
    ($register:path) => {
        // An exported symbol, which no linker removes.
        #[unsafe(no_mangle)]
        #[unsafe(link_section = ".hloom")]
        static hloom_plugin_note: [u8; $crate::entry::NOTE.len()] = $crate::entry::note();

        #[unsafe(no_mangle)]
        unsafe extern "C" fn hloom_plugin(
            host: *const $crate::entry::Host,
            outcome: *mut ::core::option::Option<$crate::entry::Outcome>,
        ) {
            // SAFETY: by the contract of `Enter`.
            unsafe {
                *outcome = ::core::option::Option::Some($crate::entry::enter(
                    env!("CARGO_PKG_NAME"),
                    &*host,
                    $register,
                ));
            }
        }
    };
}

/// Loads a library for good and enters it. Its note must be that of this process: then both
/// were built from the same sources by the same compiler.
///
/// # Errors
/// What the system says.
pub fn enter(path: &Path, host: &Host) -> Result<Outcome, libloading::Error> {
    let mut outcome = None;
    // SAFETY: what runs when a library is loaded is its author's, as everything in it.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }?;
    // SAFETY: by its note, the symbol is such a function; both pointers are valid.
    unsafe {
        let enter = library.get::<Enter>(SYMBOL.as_bytes())?;
        enter(&raw const *host, &raw mut outcome);
    }
    // Objects of the plugin live until the end.
    std::mem::forget(library);
    Ok(outcome.unwrap_or_else(Outcome::nothing))
}
