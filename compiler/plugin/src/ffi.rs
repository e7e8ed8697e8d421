// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The symbols of a plugin, and the call of its entry function.

use crate::entry::{Host, Outcome, SYMBOL};
use crate::inspect::Checked;
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// The type of a plugin's entry function.
///
/// The plugin and the tool must be built from the same sources by the same compiler, so that these
/// types have the same layout in both. [`Checked::new`] checks this.
///
/// # Safety
/// Both pointers must be valid during the call, and `outcome` must be writable.
pub type Enter = unsafe extern "C" fn(host: *const Host, outcome: *mut Option<Outcome>);

/// Declares the plugin of a shared library.
///
/// The argument is a function `fn(&mut Registrar) -> Result<(), Error>`, which is called once. A
/// library can declare only one plugin.
#[macro_export]
macro_rules! declare_plugin {
    ($register:path) => {
        // The symbol is exported, so that the linker does not remove it.
        #[unsafe(no_mangle)]
        #[unsafe(link_section = ".hloom")]
        static hloom_plugin_note: [u8; $crate::entry::NOTE.len()] = $crate::entry::note();

        #[unsafe(no_mangle)]
        unsafe extern "C" fn hloom_plugin(
            host: *const $crate::entry::Host,
            outcome: *mut ::core::option::Option<$crate::entry::Outcome>,
        ) {
            // SAFETY: the caller, `ffi::enter`, passes pointers that are valid during the call,
            // as the type `Enter` requires.
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

/// Loads a library permanently and calls its entry function.
///
/// The library is a plugin of kind [`Rust`](crate::inspect::Kind::Rust): its note equals that of
/// this process, so both were built from the same sources by the same compiler.
///
/// # Errors
/// Returns the error of the system's loader.
pub fn enter(checked: &Checked, host: &Host) -> Result<Outcome, libloading::Error> {
    let mut outcome = None;
    // SAFETY: loading a library runs its initializers. The user chose to load and trust this
    // plugin; `Checked` shows that the file is whole and is a plugin of the same build.
    let library = unsafe { Library::open(Some(checked.path()), RTLD_NOW | RTLD_LOCAL) }?;
    // SAFETY: `Checked::new` has compared the library's note with ours, so `declare_plugin!` of the
    // same sources defined the symbol with the type `Enter`. Both pointers come from references.
    unsafe {
        let enter = library.get::<Enter>(SYMBOL.as_bytes())?;
        enter(&raw const *host, &raw mut outcome);
    }
    // Never unload the library: its objects and code may be used until the process ends.
    std::mem::forget(library);
    Ok(outcome.unwrap_or_else(Outcome::nothing))
}
