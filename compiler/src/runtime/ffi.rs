// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C interface of the runtime: the context that generated code receives, and the functions of
//! the context.

use super::RunCalls;
use super::calls::CallKind;
use crate::Error;
use crate::interface::{RunRecorder, Threads};
use std::ffi::c_void;
use std::marker::PhantomData;

/// A kernel of generated code. It runs the tasks `begin..end` with the kernel's arguments.
pub type KernelFn = unsafe extern "C" fn(arguments: *const *mut u8, begin: i64, end: i64);

/// Runs the tasks `0..tasks` of a kernel on several threads.
pub type ParallelForFn = unsafe extern "C" fn(
    context: *const RunContext,
    kernel: KernelFn,
    arguments: *const *mut u8,
    tasks: i64,
);

/// The context that a compiled entry point receives besides its buffers.
///
/// ```c
/// struct RunContext {
///   void (*parallel_for)(const RunContext *, void (*kernel)(void *const *, int64_t, int64_t),
///                        void *const *arguments, int64_t tasks);
///   int64_t threads;
///   void *user;
///   int32_t (*call)(const RunContext *, int64_t number, void *const *buffers);
///   void *calls;
///   void (*mark)(const RunContext *, int64_t nest);
///   void *recorder;
/// };
/// ```
///
/// Generated code calls `parallel_for` if it is not null. Without `parallel_for`, or without a
/// context, a kernel runs all its tasks on the calling thread. `call` makes a runtime call with the
/// buffers of its operands and results; if `call` does not return 0, the run ends. Programs with
/// runtime calls require `call` and `calls` to be set. Code that was compiled for a profile calls
/// `mark`, if it is not null, with the number of a loop nest before the nest and with -1 after it.
/// New fields must be appended: the layout is part of the interface of generated code.
#[derive(Debug)]
#[repr(C)]
pub struct RunContext<'a> {
    parallel_for: Option<ParallelForFn>,
    threads: i64,
    user: *const c_void,
    call: Option<CallFn>,
    calls: *const c_void,
    mark: Option<MarkFn>,
    recorder: *const c_void,
    pool: PhantomData<&'a dyn Threads>,
}

/// Notifies the recorder that the nest with number `nest` begins, or, for a negative number, that
/// the current nest ends.
pub type MarkFn = unsafe extern "C" fn(context: *const RunContext, nest: i64);

/// Executes runtime call `number`. Returns 0 if it succeeded, so that the run may continue.
pub type CallFn =
    unsafe extern "C" fn(context: *const RunContext, number: i64, buffers: *const *mut u8) -> i32;

impl<'a> RunContext<'a> {
    /// Creates a context whose kernels share the threads of a pool.
    pub fn new(pool: &'a &'a dyn Threads) -> Self {
        Self {
            parallel_for: Some(parallel_for),
            threads: pool.count() as i64,
            user: (&raw const *pool).cast(),
            call: None,
            calls: std::ptr::null(),
            mark: None,
            recorder: std::ptr::null(),
            pool: PhantomData,
        }
    }

    /// Returns the same context with the runtime calls of a run.
    #[must_use]
    pub fn with_calls(self, calls: &'a RunCalls<'a>) -> Self {
        Self { call: Some(call), calls: (&raw const *calls).cast(), ..self }
    }

    /// Returns the same context with the recorder of a run.
    #[must_use]
    pub fn with_recorder(self, recorder: &'a RunRecorder<'a>) -> Self {
        let parallel_for = self.parallel_for.map(|_| recorded_parallel_for as ParallelForFn);
        let recorder = (&raw const *recorder).cast();
        Self { parallel_for, mark: Some(mark), recorder, ..self }
    }

    /// Creates a context whose kernels run on the calling thread.
    pub fn sequential() -> Self {
        Self {
            parallel_for: None,
            threads: 1,
            user: std::ptr::null(),
            call: None,
            calls: std::ptr::null(),
            mark: None,
            recorder: std::ptr::null(),
            pool: PhantomData,
        }
    }
}

/// Runs the tasks of a kernel on the threads of the context's pool.
///
/// # Safety
/// `context` must point to a context made by [`RunContext::new`] whose pool is alive. `kernel`
/// must be callable from several threads at once with `arguments` and disjoint ranges within
/// `0..tasks`.
unsafe extern "C" fn parallel_for(
    context: *const RunContext,
    kernel: KernelFn,
    arguments: *const *mut u8,
    tasks: i64,
) {
    // SAFETY: this function's contract says that `RunContext::new` made the context. Its `user`
    // points to the pool's reference, which the context borrows, and which is thus alive.
    let pool = unsafe { *(*context).user.cast::<&dyn Threads>() };
    let arguments = SharedArguments(arguments);
    pool.parallel_for(usize::try_from(tasks).unwrap_or(0), &|range| {
        // SAFETY: this function's contract allows calls of the kernel on any thread with disjoint
        // ranges within `0..tasks`. `Threads::parallel_for` passes each task to one call.
        unsafe { kernel(arguments.get(), range.start as i64, range.end as i64) }
    });
}

/// Runs the tasks of a kernel like [`parallel_for`], and records them.
///
/// # Safety
/// The requirements of [`parallel_for`] must hold. In addition, [`RunContext::with_recorder`] must
/// have set the recorder, which must be alive.
unsafe extern "C" fn recorded_parallel_for(
    context: *const RunContext,
    kernel: KernelFn,
    arguments: *const *mut u8,
    tasks: i64,
) {
    // SAFETY: this function's contract says that `RunContext::new` made the context. Its `user`
    // points to the pool's reference, which the context borrows, and which is thus alive.
    let pool = unsafe { *(*context).user.cast::<&dyn Threads>() };
    // SAFETY: this function's contract says that `with_recorder` set `recorder` from a reference to
    // a `RunRecorder` that is still alive.
    let recorder = unsafe { &*(*context).recorder.cast::<RunRecorder>() };
    let arguments = SharedArguments(arguments);
    pool.parallel_for(usize::try_from(tasks).unwrap_or(0), &|range| {
        // SAFETY: this function's contract allows calls of the kernel on any thread with disjoint
        // ranges within `0..tasks`. `Threads::parallel_for` passes each task to one call.
        let run = || unsafe { kernel(arguments.get(), range.start as i64, range.end as i64) };
        recorder.tasks(run);
    });
}

/// Notifies the recorder that a nest begins or ends.
///
/// # Safety
/// `context` must point to a context made by [`RunContext::with_recorder`] whose recorder is alive.
unsafe extern "C" fn mark(context: *const RunContext, nest: i64) {
    // SAFETY: this function's contract says that `with_recorder` set `recorder` from a reference to
    // a `RunRecorder` that is still alive.
    let recorder = unsafe { &*(*context).recorder.cast::<RunRecorder>() };
    recorder.mark(usize::try_from(nest).ok());
}

/// Makes the runtime call with number `number`. Returns 0, or [`FAILED`] if the run must end.
///
/// # Safety
/// `context` must point to a context made by [`RunContext::with_calls`] whose calls are alive.
/// `buffers` must have one pointer for each operand and result of the call, in this order. Each
/// pointer must refer to a buffer of the corresponding size in `Function::sizes`. No result may
/// share memory with another buffer, and no other thread may write the buffers during the call. If
/// the call only starts its work ([`CallKind::Start`]), this must hold until the call that waits for
/// the work ([`CallKind::End`]) returns, or else until [`RunCalls::into_failure`] returns.
unsafe extern "C" fn call(context: *const RunContext, number: i64, buffers: *const *mut u8) -> i32 {
    // SAFETY: this function's contract says that `with_calls` set `calls` from a reference
    // to a `RunCalls` that is still alive.
    let calls = unsafe { &*(*context).calls.cast::<RunCalls>() };
    let function = usize::try_from(number).ok();
    let Some(function) = function.and_then(|number| calls.function(number)) else {
        calls.fail(Error::Internal(format!(
            "compiled code makes runtime call {number}, but the program has no call with \
             this number"
        )));
        return FAILED;
    };
    if let CallKind::End(start) = function.kind() {
        // The thread of collectives may still write the buffers, so there must be no slices of them.
        return if calls.end(*start) { 0 } else { FAILED };
    }
    let (operands, results) = function.sizes();
    let address = |index: usize| {
        // SAFETY: this function's contract says that `buffers` has a pointer for each operand and
        // result. `index` is below their number: it comes from iterating over their sizes.
        let address = unsafe { *buffers.add(index) };
        // The address of an empty buffer may be null, which slices do not allow.
        if address.is_null() { std::ptr::dangling_mut() } else { address }
    };
    let operands: Vec<_> = operands
        .iter()
        .enumerate()
        // SAFETY: this function's contract says that the buffer has `size` bytes, and that nothing
        // writes it during the call: results do not overlap operands.
        .map(|(index, size)| unsafe { std::slice::from_raw_parts(address(index), *size) })
        .collect();
    let mut results: Vec<&mut [u8]> = results
        .iter()
        .enumerate()
        .map(|(index, size)| {
            let address = address(operands.len() + index);
            // SAFETY: this function's contract says that the buffer has `size` bytes, and that a
            // result shares no memory with another buffer.
            unsafe { std::slice::from_raw_parts_mut(address, *size) }
        })
        .collect();
    let succeeded = match function.kind() {
        CallKind::Start(_) => calls.start(number as usize, function, operands, results),
        _ => calls.call(function, &operands, &mut results),
    };
    if succeeded { 0 } else { FAILED }
}

/// The return value of a runtime call that ends the run. [`RunCalls::into_failure`] returns the
/// reason.
const FAILED: i32 = 1;

/// The arguments of a kernel, which all its threads share.
struct SharedArguments(*const *mut u8);

impl SharedArguments {
    fn get(&self) -> *const *mut u8 {
        self.0
    }
}

// SAFETY: the array of pointers is only read while a kernel runs. `parallel_for`'s contract
// allows the kernel to use the buffers behind the pointers from several threads at once.
unsafe impl Sync for SharedArguments {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThreadPool;
    use crate::interface::{Activity, Recorder};
    use std::sync::atomic::{AtomicI64, Ordering};

    unsafe extern "C" fn add_range(arguments: *const *mut u8, begin: i64, end: i64) {
        // SAFETY: `kernels_see_all_their_tasks` passes the address of a live `AtomicI64`.
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
        // SAFETY: `RunContext::new` made the context, and its pool is alive. `add_range` only adds
        // atomically to `sum`, which any thread may do at any time.
        unsafe { parallel_for(&raw const context, add_range, arguments.as_ptr(), 101) };
        assert_eq!(sum.into_inner(), 5050);
    }

    #[test]
    fn recorders_see_all_tasks_of_a_nest() {
        let pool = ThreadPool::new(Some(2)).expect("two threads");
        let threads: &dyn Threads = &pool;
        let recorder = Recorder::default();
        let run = recorder.begin();
        let context = RunContext::new(&threads).with_recorder(&run);
        let sum = AtomicI64::new(0);
        let arguments = [(&raw const sum).cast_mut().cast::<u8>()];
        let (mark, parallel_for) = (context.mark.expect("set"), context.parallel_for.expect("set"));
        // SAFETY: `RunContext::new` made the context, its pool and recorder are alive, and
        // `add_range` may run on any thread at any time.
        unsafe {
            mark(&raw const context, 7);
            parallel_for(&raw const context, add_range, arguments.as_ptr(), 101);
            mark(&raw const context, -1);
        }
        drop(run);
        assert_eq!(sum.into_inner(), 5050);
        let activities: Vec<_> = recorder.take().spans.iter().map(|span| span.activity).collect();
        let [tasks @ .., nest, whole] = &activities[..] else { panic!("{activities:?}") };
        assert_eq!((*nest, *whole), (Activity::Nest(7), Activity::Run));
        assert!(!tasks.is_empty() && tasks.iter().all(|it| *it == Activity::Tasks(7)));
    }

    #[test]
    fn layout_is_the_one_generated_code_expects() {
        assert_eq!(std::mem::offset_of!(RunContext, parallel_for), 0);
        assert_eq!(std::mem::offset_of!(RunContext, threads), 8);
        assert_eq!(std::mem::offset_of!(RunContext, user), 16);
        assert_eq!(std::mem::offset_of!(RunContext, call), 24);
        assert_eq!(std::mem::offset_of!(RunContext, mark), 40);
    }
}
