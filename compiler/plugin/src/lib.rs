// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Registration of backends, and backends in shared libraries that tools load when they start.
//!
//! Every backend adds its platforms, pipelines, passes, dialects and custom calls to a
//! [`Registrar`]. The backends of this project are linked statically, and the tools call their
//! `register` functions. A *plugin* is a crate of type `cdylib` with a declaration such as
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
//! Such a plugin has its own copy of this project's crates, and passes Rust objects to the tool
//! that loads it. Therefore both must be built from the same sources by the same compiler. Each
//! plugin contains a [note](hloom_build_id::NOTE) that identifies its build. A plugin whose note
//! does not match is rejected before any of its code runs. A plugin must not set a global
//! allocator.
//!
//! A plugin with the C interface of `include/hloom_plugin.h` loads in every build of a release. It
//! receives programs at a level that it chooses, and compiles and runs them.
//!
//! A panic in a plugin is caught within the plugin. The call that panicked returns it as an error
//! ([`Error::Plugin`](hloom_compiler::Error::Plugin)). If the call cannot return an error, the
//! panic becomes an error of the process ([`failure`]).

mod c_plugin;
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
