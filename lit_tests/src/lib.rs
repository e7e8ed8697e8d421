// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! End-to-end tests. The crate has no code of its own:
//!
//! - `tests/goldens.rs`: every program of `goldens/` must compute JAX's outputs;
//! - `tests/hlo_goldens.rs`: the HLO of these programs must compute the same outputs;
//! - `tests/mixed.rs`: every program of `mixed/`, which consists of operations of StableHLO and of
//!   MLIR's own dialects, must compute the results of mlir-runner or NumPy;
//! - `tests/operations/`: every operation must compute the same results on all platforms for every
//!   element type;
//! - `tests/snapshots.rs`: snapshots of representative programs at every level of the pipeline;
//! - `tests/compilation_cache.rs`: serialized executables, in memory and in a cache folder;
//! - `lit/`: the command-line tools, tested by lit and FileCheck.
