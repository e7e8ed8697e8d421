// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages of XLA's `hlo.proto` and `xla_data.proto`, and the compile options of `xla.proto`
//! and `compile_options.proto`. The fields have the same meaning as in XLA.

#![allow(missing_docs, clippy::doc_markdown, clippy::large_enum_variant)]

include!(concat!(env!("OUT_DIR"), "/xla.rs"));

/// Encoded descriptors of all messages, which the text format requires.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
