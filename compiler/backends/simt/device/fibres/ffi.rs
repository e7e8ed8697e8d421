// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Threads of a block as coroutines of one host thread, which switch at barriers.

use super::Moment;
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::Cell;
use std::ptr::NonNull;

/// The size in bytes of the stack of a thread that uses barriers. Only the used pages take memory.
const STACK: usize = 1 << 20;
/// The size in bytes of the common stack of threads that run sequentially, equal to the usual stack
/// of a main thread.
const LONG_STACK: usize = 8 << 20;

type Fibre = Coroutine<(), (), (), DefaultStack>;

thread_local! {
    /// The handle with which the coroutine that runs on this host thread suspends itself.
    static RUNNING: Cell<Option<NonNull<Yielder<(), ()>>>> = const { Cell::new(None) };
    /// The position of the simulated thread that runs on this host thread.
    static NOW: Cell<Moment> = const { Cell::new(Moment { block: 0, thread: 0, barriers: 0 }) };
}

/// Returns the position of the simulated thread that runs on this host thread.
pub fn now() -> Moment {
    NOW.get()
}

/// Suspends the running simulated thread until the other threads of its block reach the barrier.
/// Compiled kernels call this function.
pub extern "C" fn barrier() {
    pause();
    let now = NOW.get();
    NOW.set(Moment { barriers: now.barriers + 1, ..now });
}

/// Lets each other thread of the block run to its next barrier or pause. Does not order the memory
/// accesses of the threads.
pub fn pause() {
    let (running, now) = (RUNNING.get(), NOW.get());
    if let Some(yielder) = running {
        // SAFETY: `run` has set the variable in the coroutine that calls this function, and the
        // coroutine owns its yielder until it ends.
        unsafe { yielder.as_ref() }.suspend(());
        // Other coroutines have run.
        RUNNING.set(running);
        NOW.set(now);
    }
}

/// The simulated threads of a GPU thread block.
pub struct Threads {
    /// The index of the thread block in the launch.
    pub block: i64,
    /// The number of threads in the thread block.
    pub count: i64,
    /// Whether the threads synchronize at barriers. Otherwise they run sequentially, on the same
    /// stack.
    pub is_cooperative: bool,
}

/// Runs the threads of a block until all have ended. `take_fault` returns the fault of the thread
/// that ran last. `stacks` keeps the stacks for the next block.
///
/// # Errors
/// Fails at a faulty access, if a thread ends while other threads wait for it, or if there is no
/// memory for stacks.
pub fn run(
    threads: &Threads,
    thread: impl Fn(i64) + Copy + 'static,
    take_fault: impl Fn() -> Option<String>,
    stacks: &mut Vec<DefaultStack>,
) -> Result<(), String> {
    let block = threads.block;
    // The threads that run on one stack.
    let (count, bytes) = match threads.is_cooperative {
        true => (1, STACK),
        false => (threads.count.max(1), LONG_STACK),
    };
    let mut fibres: Vec<Fibre> = Vec::new();
    for first in (0..threads.count).step_by(count as usize) {
        let stack = match stacks.pop() {
            Some(stack) => stack,
            None => DefaultStack::new(bytes).map_err(|error| format!("stack: {error}"))?,
        };
        fibres.push(Coroutine::with_stack(stack, move |yielder, ()| {
            RUNNING.set(Some(NonNull::from(yielder)));
            for number in first..first + count {
                NOW.set(Moment { block, thread: number, barriers: 0 });
                thread(number);
            }
        }));
    }
    loop {
        let (mut ended, mut waiting, mut fault) = (None, None, None);
        for (number, fibre) in fibres.iter_mut().enumerate() {
            match fibre.resume(()) {
                CoroutineResult::Yield(()) => waiting = Some(number),
                CoroutineResult::Return(()) => ended = Some(number),
            }
            fault = take_fault();
            if fault.is_some() {
                break;
            }
        }
        RUNNING.set(None);
        let is_stuck = || {
            let (ended, waiting) = (ended?, waiting?);
            Some(format!(
                "thread {ended} of block {block} has ended, but thread {waiting} waits for it at a barrier"
            ))
        };
        if let Some(message) = fault.or_else(is_stuck) {
            for fibre in fibres.iter_mut().filter(|fibre| !fibre.done()) {
                // SAFETY: the stack of a coroutine that waits holds frames of the kernel's machine
                // code, of `pause` and its callers, and of the closure above. None of them owns a resource.
                unsafe { fibre.force_reset() };
            }
            return Err(message);
        }
        if waiting.is_none() {
            break;
        }
    }
    stacks.extend(fibres.into_iter().map(Coroutine::into_stack));
    Ok(())
}
