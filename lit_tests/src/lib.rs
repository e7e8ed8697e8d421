// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! End-to-end tests. The crate has no code of its own:
//!
//! - `tests/goldens.rs`: every program of `goldens/` gives the outputs of JAX;
//! - `tests/hlo_goldens.rs`: the HLO of these programs does, too;
//! - `tests/mixed.rs`: every program of `mixed/`, of StableHLO and upstream's dialects, gives the
//!   results of mlir-runner or NumPy;
//! - `tests/operations/`: every operation gives the same results on all platforms for every
//!   element type;
//! - `tests/snapshots.rs`: snapshots of representative programs at every level of the pipeline;
//! - `tests/compilation_cache.rs`: executables as bytes and in a cache folder;
//! - `lit/`: the command-line tools, tested by lit and FileCheck.
