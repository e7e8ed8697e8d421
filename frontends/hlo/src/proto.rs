// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages of XLA's `hlo.proto`, `xla_data.proto`, and of `xla.proto` and
//! `compile_options.proto` what a compilation is told. Fields mean what they mean there.

#![allow(missing_docs, clippy::doc_markdown, clippy::large_enum_variant)]

include!(concat!(env!("OUT_DIR"), "/xla.rs"));

/// The descriptors of all messages, for their text format.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
