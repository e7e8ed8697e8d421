// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! An MLIR context with every dialect that this project uses.
//!
//! The registry contains upstream's dialects and extensions, the dialects of this crate, and
//! dialects that plugins add.

use crate::ffi::{self, RegisterDialects};
use melior::{
    dialect::DialectRegistry,
    utility::{register_all_dialects, register_all_llvm_translations},
};
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An MLIR context with all dialects registered.
///
/// The dialects of this crate, `func` and `quant` are loaded. MLIR loads all other dialects when a
/// program needs them. Multithreading is off until
/// [`enable_multi_threading`](melior::Context::enable_multi_threading).
#[derive(Debug)]
pub struct Context {
    context: melior::Context,
}

impl Context {
    /// Creates a context with all registered dialects.
    pub fn new() -> Self {
        let context = melior::Context::new_with_registry(&registry(), false);
        register_all_llvm_translations(&context);
        for name in ["func", "quant", "stablehlo", "chlo", "check", "interpreter", "sdy"] {
            context.get_or_load_dialect(name);
        }
        Self { context }
    }

    /// Returns the wrapped context as melior's type.
    pub fn as_melior(&self) -> &melior::Context {
        &self.context
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for Context {
    type Target = melior::Context;

    fn deref(&self) -> &melior::Context {
        &self.context
    }
}

/// Creates a registry with upstream's dialects and extensions, the dialects of this crate, and
/// dialects added with [`add_dialects`].
pub fn registry() -> DialectRegistry {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    ffi::register_dialects(&registry);
    for register in added().iter() {
        ffi::register_more_dialects(&registry, *register);
    }
    registry
}

/// Adds dialects to every [`registry`] that is created after this call.
pub fn add_dialects(register: RegisterDialects) {
    added().push(register);
}

/// Returns the registration functions passed to [`add_dialects`] so far.
pub fn added_dialects() -> Vec<RegisterDialects> {
    added().clone()
}

fn added() -> MutexGuard<'static, Vec<RegisterDialects>> {
    static ADDED: Mutex<Vec<RegisterDialects>> = Mutex::new(Vec::new());
    // A poisoned lock only means that another thread panicked; each push leaves the list valid.
    ADDED.lock().unwrap_or_else(PoisonError::into_inner)
}
