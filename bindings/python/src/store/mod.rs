// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Ownership of modules, and handles to their operations.
//!
//! Python keeps handles as long as it wants, but MLIR erases operations when passes run. A
//! [`Store`] therefore owns a module with its context, or refers to the operation on which a pass
//! in Python runs. A handle refers to its store, and is checked at each use:
//!
//! - Each run of passes increases the store's generation, which invalidates all older handles.
//! - Operations that Python erases are recorded with the operations nested in them. MLIR reuses
//!   their addresses, so a handle also contains the number of operations that were erased at its
//!   address before.
//! - When a pass in Python ends, its store becomes empty.
//!
//! A lock in the store prevents that a thread reads a module while passes run on it. No thread
//! waits for the lock: access to a module in use is an error, because a thread that waits would
//! hold the lock of the interpreter, which passes in Python need.

mod ffi;

pub use ffi::{
    Access, AttributeHandle, LocationHandle, OpHandle, Store, TypeHandle, argument_owner,
    infers_types, inline, is_registered,
};
