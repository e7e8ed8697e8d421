// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What this build is made from, for what outlives it or meets another one: compiled
//! programs that are kept, and plugins.

/// The version of the project.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A digest of the sources that decide what code is generated and how plugins are called.
pub const SOURCES: &str = env!("HLOOM_SOURCES");

/// All of it, a fact a line: its name, a space, its value. Versions of other crates are not in
/// it: no type of theirs is handed to a plugin or taken from one.
pub const NOTE: &str = include_str!(concat!(env!("OUT_DIR"), "/note"));
