// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls into compiled code.

use hloom_compiler::interface::RunOptions;
use hloom_compiler::literal::AlignedBytes;
use hloom_compiler::runtime::{CallContext, Library, LibraryRun, RunContext};
use hloom_llvm::{Error, LoadedObject};

/// What the pipeline's entry point is: see `hlo-emit-entry`.
type EntryFn = unsafe extern "C" fn(
    arguments: *const *mut u8,
    results: *const *mut u8,
    arena: *mut u8,
    context: *const RunContext,
);

/// A compiled entry point with the code it is in.
#[derive(Debug)]
pub struct Entry {
    function: EntryFn,
    /// Keeps the code in memory.
    _object: LoadedObject,
}

/// The entry point called `symbol` of an object that the cpu pipeline made.
///
/// # Errors
/// If the object cannot be linked or has no such symbol.
pub fn entry(object: LoadedObject, symbol: &str) -> Result<Entry, Error> {
    let address = object.symbol(symbol)?;
    // SAFETY: the pipeline gives the symbol this signature, and the code stays
    // in memory as long as the object, which is kept beside the pointer.
    let function = unsafe { std::mem::transmute::<*const (), EntryFn>(address) };
    Ok(Entry { function, _object: object })
}

impl Entry {
    /// Runs the code. Every buffer must be as large as the program says, aligned
    /// to 64 bytes and no other run's to write; the arena as large as compiled.
    ///
    /// # Errors
    /// What a function of the library failed with.
    pub fn call(
        &self,
        arguments: &[*mut u8],
        results: &[*mut u8],
        arena: &mut AlignedBytes,
        options: &RunOptions,
        library: &Library,
    ) -> Result<(), hloom_compiler::Error> {
        let threads = options.threads.as_deref();
        let process = options.process.as_deref();
        let run = LibraryRun::new(library, CallContext { threads, process });
        let context = threads.as_ref().map_or_else(RunContext::sequential, RunContext::new);
        let context = context.with_library(&run);
        // SAFETY: counts, sizes and aliasing were checked by the executable; all
        // buffers and the context outlive the call.
        unsafe {
            (self.function)(
                arguments.as_ptr(),
                results.as_ptr(),
                arena.as_mut_ptr(),
                &raw const context,
            );
        }
        run.into_failure().map_or(Ok(()), Err)
    }
}

/// Addresses of buffers that a run keeps alive.
#[derive(Debug)]
pub struct Addresses(Vec<*mut u8>);

// SAFETY: the addresses are used by one run, which holds the buffers they are of.
unsafe impl Send for Addresses {}

impl Addresses {
    /// Addresses to hand to a run.
    pub fn new(addresses: Vec<*mut u8>) -> Self {
        Self(addresses)
    }

    /// The addresses.
    pub fn as_slice(&self) -> &[*mut u8] {
        &self.0
    }
}
