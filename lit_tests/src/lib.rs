// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the whole, without code of their own:
//!
//! - `tests/goldens.rs`: every program of `goldens/` gives the outputs JAX gave;
//! - `tests/operations/`: every operation on every element type is the same on all platforms;
//! - `tests/snapshots.rs`: what the pipelines make of telling programs, level by level;
//! - `lit/`: the tools from the command line, by lit and FileCheck.
