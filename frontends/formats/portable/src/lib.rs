// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod artifact;
pub mod builtin;
mod bytecode;
mod element_type;
mod encoding;
mod error;
mod layout;
pub mod model;
pub mod operations;
mod parse_version;
mod scope;
pub mod sdy;
pub mod stablehlo;
mod verify;
mod version;
mod versions;
pub mod vhlo;

pub use artifact::{artifact_version, is_artifact, is_bytecode, producer, read, write};
pub use element_type::layout;
pub use error::{Error, Needs};
pub use layout::Layout;
pub use model::*;
pub use verify::verify;
pub use version::{CompatibilityRequirement, Version};
