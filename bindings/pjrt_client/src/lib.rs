// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Makes any PJRT plugin available as a platform.
//!
//! A plugin is a shared library with the C interface by which JAX and PyTorch use an accelerator.
//! [`platform`] loads a plugin, so that `hlo-run`, `hlo-fuzz` and the conformance suite test it in
//! the same way as this project's own backends. The name of the platform is `pjrt:FILE`, with
//! options of the client after semicolons: `pjrt:libhloom_pjrt.so;hloom_num_threads=1`.
//!
//! - The crate `hloom-run` loads the plugin, and owns its objects.
//! - [`compiler`](mod@compiler) writes a program as a portable artifact of a version that the
//!   plugin reads.
//! - `runner` copies arguments to the plugin, runs, and copies results back.
//!
//! A crash of a plugin ends the process. The tools that run many programs run them in separate
//! processes.

mod compiler;
mod failure;
mod name;
mod pipeline;
mod platform;
mod runner;

pub use name::PREFIX;
pub use platform::{PjrtPlatform, platform};
