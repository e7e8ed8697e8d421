// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C side of the runtime: what generated code is handed.

use super::LibraryRun;
use crate::Error;
use crate::interface::Threads;
use std::ffi::c_void;
use std::marker::PhantomData;

/// A kernel as generated code has it: runs the tasks from `begin` to `end`
/// with the kernel's arguments.
pub type KernelFn = unsafe extern "C" fn(arguments: *const *mut u8, begin: i64, end: i64);

/// Runs all of `tasks` tasks of a kernel, on several threads at once.
pub type ParallelForFn = unsafe extern "C" fn(
    context: *const RunContext,
    kernel: KernelFn,
    arguments: *const *mut u8,
    tasks: i64,
);

/// What a compiled entry point is given besides its buffers.
///
/// ```c
/// struct RunContext {
///   void (*parallel_for)(const RunContext *, void (*kernel)(void *const *, int64_t, int64_t),
///                        void *const *arguments, int64_t tasks);
///   int64_t threads;
///   void *user;
///   int32_t (*call)(const RunContext *, int64_t number, void *const *buffers);
///   void *library;
/// };
/// ```
///
/// Generated code calls `parallel_for` if it is not null; without it, or
/// without a context, a kernel runs all its tasks on the calling thread. It calls
/// `call` for a function of the library, with the buffers of its operands and results,
/// and only where there is a library; the run ends where it does not return 0. New fields go to the end.
#[derive(Debug)]
#[repr(C)]
pub struct RunContext<'a> {
    parallel_for: Option<ParallelForFn>,
    threads: i64,
    user: *const c_void,
    call: Option<CallFn>,
    library: *const c_void,
    pool: PhantomData<&'a dyn Threads>,
}

/// Calls a function of the library; returns 0 if the run may go on.
pub type CallFn =
    unsafe extern "C" fn(context: *const RunContext, number: i64, buffers: *const *mut u8) -> i32;

impl<'a> RunContext<'a> {
    /// A context whose kernels share the threads of a pool.
    pub fn new(pool: &'a &'a dyn Threads) -> Self {
        Self {
            parallel_for: Some(parallel_for),
            threads: pool.count() as i64,
            user: (&raw const *pool).cast(),
            call: None,
            library: std::ptr::null(),
            pool: PhantomData,
        }
    }

    /// The same context with a library to call.
    #[must_use]
    pub fn with_library(self, library: &'a LibraryRun<'a>) -> Self {
        Self { call: Some(call), library: (&raw const *library).cast(), ..self }
    }

    /// A context whose kernels run on the calling thread.
    pub fn sequential() -> Self {
        Self {
            parallel_for: None,
            threads: 1,
            user: std::ptr::null(),
            call: None,
            library: std::ptr::null(),
            pool: PhantomData,
        }
    }
}

/// # Safety
/// `context` comes from [`RunContext::new`] and its pool is alive; `kernel` may
/// be called from several threads at once with `arguments` and disjoint ranges
/// within `0..tasks`.
unsafe extern "C" fn parallel_for(
    context: *const RunContext,
    kernel: KernelFn,
    arguments: *const *mut u8,
    tasks: i64,
) {
    // SAFETY: by the contract, the context is one that `new` made, whose `user`
    // is the pool it borrows.
    let pool = unsafe { *(*context).user.cast::<&dyn Threads>() };
    let arguments = SharedArguments(arguments);
    pool.parallel_for(usize::try_from(tasks).unwrap_or(0), &|range| {
        // SAFETY: by the contract, the kernel may run any range within its
        // tasks on any thread; the pool hands out each task once.
        unsafe { kernel(arguments.get(), range.start as i64, range.end as i64) }
    });
}

/// # Safety
/// `context` comes from [`RunContext::with_library`] and its library is alive; `buffers`
/// has as many as the function has operands and results, of their sizes, none of the
/// results sharing memory with another buffer.
unsafe extern "C" fn call(context: *const RunContext, number: i64, buffers: *const *mut u8) -> i32 {
    // SAFETY: by the contract.
    let library = unsafe { &*(*context).library.cast::<LibraryRun>() };
    let function = usize::try_from(number).ok();
    let Some(function) = function.and_then(|number| library.function(number)) else {
        library.fail(Error::Internal(format!("a program calls {number}, which it has not")));
        return FAILED;
    };
    let (operands, results) = function.sizes();
    let address = |index: usize| {
        // SAFETY: by the contract, there are so many buffers.
        let address = unsafe { *buffers.add(index) };
        // Of a buffer without bytes the address says nothing.
        if address.is_null() { std::ptr::dangling_mut() } else { address }
    };
    let operands: Vec<_> = operands
        .iter()
        .enumerate()
        // SAFETY: by the contract, the buffer is as large, and nobody writes it now.
        .map(|(index, size)| unsafe { std::slice::from_raw_parts(address(index), *size) })
        .collect();
    let mut results: Vec<_> = results
        .iter()
        .enumerate()
        .map(|(index, size)| {
            let address = address(operands.len() + index);
            // SAFETY: by the contract, the buffer is as large, and the function's alone.
            unsafe { std::slice::from_raw_parts_mut(address, *size) }
        })
        .collect();
    if library.call(function, &operands, &mut results) { 0 } else { FAILED }
}

/// What says that the run is to end: who made it knows why.
const FAILED: i32 = 1;

/// The arguments of a kernel, which all its threads read.
struct SharedArguments(*const *mut u8);

impl SharedArguments {
    fn get(&self) -> *const *mut u8 {
        self.0
    }
}

// SAFETY: the array is only read while a kernel runs, and what it points to is
// shared between threads as the kernel's contract has it.
unsafe impl Sync for SharedArguments {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThreadPool;
    use std::sync::atomic::{AtomicI64, Ordering};

    unsafe extern "C" fn add_range(arguments: *const *mut u8, begin: i64, end: i64) {
        // SAFETY: the test below passes the address of a counter.
        let counter = unsafe { &*(*arguments).cast::<AtomicI64>() };
        counter.fetch_add((begin..end).sum(), Ordering::Relaxed);
    }

    #[test]
    fn kernels_see_all_their_tasks() {
        let pool = ThreadPool::new(Some(3)).expect("three threads");
        let threads: &dyn Threads = &pool;
        let context = RunContext::new(&threads);
        let sum = AtomicI64::new(0);
        let arguments = [(&raw const sum).cast_mut().cast::<u8>()];
        let parallel_for = context.parallel_for.expect("set by `new`");
        // SAFETY: context, kernel and arguments are as the contract wants them.
        unsafe { parallel_for(&raw const context, add_range, arguments.as_ptr(), 101) };
        assert_eq!(sum.into_inner(), 5050);
    }

    #[test]
    fn layout_is_the_one_generated_code_expects() {
        assert_eq!(std::mem::offset_of!(RunContext, parallel_for), 0);
        assert_eq!(std::mem::offset_of!(RunContext, threads), 8);
        assert_eq!(std::mem::offset_of!(RunContext, user), 16);
        assert_eq!(std::mem::offset_of!(RunContext, call), 24);
    }
}
