// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls into compiled code.

use super::compiled::Compiled;
use crate::constants::Constant;
use hloom_compiler::interface::{RunOptions, RunRecorder};
use hloom_compiler::runtime::{CallContext, RunCalls, RunContext, RuntimeCalls};
use hloom_llvm::{Error, LoadedObject};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// The signature of a compiled entry point, which the pass `hloom-emit-entry` generates.
type EntryFn = unsafe extern "C" fn(
    arguments: *const *mut u8,
    results: *const *mut u8,
    arena: *mut u8,
    context: *const RunContext,
);

/// A compiled entry point, with the object files and the constants of the program.
#[derive(Debug)]
pub struct Entry {
    function: EntryFn,
    /// The owner of the machine code, which keeps the code of `function` in memory.
    _object: LoadedObject,
    /// The constants that the code reads. They must stay in memory as long as the code.
    _constants: Arc<[Constant]>,
}

/// The resources that a run needs in addition to its buffers.
#[derive(Debug)]
pub struct Run<'a> {
    /// The threads and the identity of the run.
    pub options: &'a RunOptions,
    /// The runtime calls of the program.
    pub calls: &'a RuntimeCalls,
    /// The recorder of the profile, if the program was compiled with a profile.
    pub recorder: Option<&'a RunRecorder<'a>>,
}

/// Loads a program that [`LlvmPipeline`](crate::LlvmPipeline) generated, and returns its entry
/// point.
///
/// # Errors
/// Fails if the objects cannot be linked, or if they have no entry point.
pub fn entry(compiled: &Compiled) -> Result<Entry, Error> {
    let objects = compiled.objects.iter().map(Vec::as_slice);
    let constants = compiled.constants.iter().map(|it| (it.symbol.as_str(), it.bytes.as_ptr()));
    // SAFETY: the constants are those that `constants::take` took out of the module of these
    // objects, with the same types. `Entry` keeps them beside the code.
    let object = unsafe { LoadedObject::load(objects, constants)? };
    let symbol = &format!("{}_entry", compiled.signature.name);
    let address = object.symbol(symbol)?;
    // SAFETY: the pass `hloom-emit-entry`, the last of `LlvmPipeline`, gives the symbol the signature
    // `EntryFn`. The code stays in memory as long as `object`, which `Entry` keeps beside the
    // pointer.
    let function = unsafe { std::mem::transmute::<*const (), EntryFn>(address) };
    Ok(Entry { function, _object: object, _constants: Arc::clone(&compiled.constants) })
}

impl Entry {
    /// Runs the code.
    ///
    /// Every buffer must have the size of its shape and be aligned to 16 bytes. No other run may
    /// write these buffers. The arena must have the size for which the code was compiled.
    ///
    /// # Errors
    /// Returns the error of a failed runtime call.
    pub fn call(
        &self,
        arguments: &[*mut u8],
        results: &[*mut u8],
        arena: &mut AlignedBytes,
        run: &Run,
    ) -> Result<(), hloom_compiler::Error> {
        let threads = run.options.threads.as_deref();
        let participant = run.options.participant.as_ref();
        let calls = RunCalls::new(run.calls, CallContext { threads, participant });
        let context = threads.as_ref().map_or_else(RunContext::sequential, RunContext::new);
        let context = context.with_calls(&calls);
        let context = match run.recorder {
            Some(recorder) => context.with_recorder(recorder),
            None => context,
        };
        // SAFETY: `JitExecutable::run_into` has checked counts, sizes and overlap of the buffers by
        // `check_buffers` and their alignment by `addresses`, and keeps them alive during the call.
        // `Code::take_arena` allocates the arena in its compiled size. The context lives until the
        // end of this function, and `into_failure` below waits until no call uses a buffer any more.
        unsafe {
            (self.function)(
                arguments.as_ptr(),
                results.as_ptr(),
                arena.as_mut_ptr(),
                &raw const context,
            );
        }
        calls.into_failure().map_or(Ok(()), Err)
    }
}

/// The addresses of buffers that a run keeps alive.
#[derive(Debug)]
pub struct Addresses(Vec<*mut u8>);

// SAFETY: only one run uses the addresses. `JitExecutable::run_into` moves clones of the buffers to
// the thread of the run together with the addresses, so the memory stays valid there.
unsafe impl Send for Addresses {}

impl Addresses {
    /// Wraps the addresses of buffers that a run keeps alive.
    pub fn new(addresses: Vec<*mut u8>) -> Self {
        Self(addresses)
    }

    /// Returns the addresses of the buffers.
    pub fn as_slice(&self) -> &[*mut u8] {
        &self.0
    }
}
