// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Identification of this build, for files and plugins that another build may load.
//!
//! Serialized executables outlive the build that made them, and plugins are built separately.
//! Both record [`SOURCES`] or [`NOTE`], so that a mismatch is detected before they are used.

/// The version of the project.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A digest of the sources that determine generated code and the interface of plugins.
pub const SOURCES: &str = env!("HLOOM_SOURCES");

/// The properties of the build, one per line: the name of the property, a space, its value.
///
/// The versions of dependencies are omitted, because none of their types occurs in the plugin
/// interface.
pub const NOTE: &str = include_str!(concat!(env!("OUT_DIR"), "/note"));
