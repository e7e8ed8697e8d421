// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a backend adds to hloom, through the one [`Registrar`]; and backends in shared
//! libraries of their own, which tools load when they start.
//!
//! A backend of this project is linked, and its `register` is called. A *plugin* is a crate
//! of the kind `cdylib` that says
//!
//! ```
//! use hloom_compiler::Error;
//! use hloom_plugin::Registrar;
//!
//! hloom_plugin::declare_plugin!(register);
//!
//! fn register(registrar: &mut Registrar) -> Result<(), Error> {
//!     registrar.add_custom_call("twice", |_, operands| {
//!         Ok(vec![operands[0].clone(), operands[0].clone()])
//!     });
//!     Ok(())
//! }
//! ```
//!
//! A plugin has its own copy of this project's crates, and hands objects of Rust to the tool
//! that loads it. So both must be built from the same sources, by the same compiler; what a
//! library was built from is [noted](hloom_build_id::NOTE) in it, and one that does not match
//! is refused before any of its code runs. A plugin must not set a global allocator.
//!
//! A panic of a plugin is caught within the plugin, and becomes the error of what it was
//! called for ([`Error::Plugin`](hloom_compiler::Error::Plugin)), or where there is no way to
//! return one an error of the process ([`failure`]).

pub mod entry;
mod failures;
mod ffi;
mod guarded;
mod inspect;
mod install;
mod load;
mod panics;
mod registrar;
mod search;

pub use failures::failure;
pub use load::load;
pub use registrar::Registrar;
pub use search::{VARIABLE, load_all, loaded};
