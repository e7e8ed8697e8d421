// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The work of a device, in order, on a thread of its own or on that of who asks for little.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Something to do. It does not panic: what it fails with is an event's.
type Task = Box<dyn FnOnce() + Send>;

/// Tasks that are done one after the other. The thread ends with the queue.
pub struct Queue(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    /// Whether somebody does one.
    is_busy: bool,
    is_closed: bool,
}

impl Queue {
    /// A queue, and its thread.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(name: String) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let worker = Arc::clone(&shared);
        thread::Builder::new().name(name).spawn(move || worker.work())?;
        Ok(Self(shared))
    }

    /// Has something done after everything before.
    pub fn enqueue(&self, task: impl FnOnce() + Send + 'static) {
        self.0.lock().tasks.push_back(Box::new(task));
        self.0.changed.notify_all();
    }

    /// Does something here if nothing is before it, else has it done later.
    pub fn do_or_enqueue(&self, task: impl FnOnce() + Send + 'static) {
        let mut state = self.0.lock();
        if state.is_busy || !state.tasks.is_empty() {
            drop(state);
            return self.enqueue(task);
        }
        state.is_busy = true;
        drop(state);
        self.0.finish(task);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No task runs while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a task that was begun.
    fn finish(&self, task: impl FnOnce()) {
        // An event that a panic leaves behind tells of it.
        drop(catch_unwind(AssertUnwindSafe(task)));
        let mut state = self.lock();
        state.is_busy = false;
        let more = !state.tasks.is_empty();
        drop(state);
        if more {
            self.changed.notify_all();
        }
    }

    /// Does what there is, until the queue is gone.
    fn work(&self) {
        loop {
            let idle =
                |state: &mut State| state.is_busy || (state.tasks.is_empty() && !state.is_closed);
            let waiting = self.changed.wait_while(self.lock(), idle);
            let mut state = waiting.unwrap_or_else(PoisonError::into_inner);
            let Some(task) = state.tasks.pop_front() else { return };
            state.is_busy = true;
            drop(state);
            self.finish(task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn tasks_are_done_in_order() {
        let queue = Queue::new("test".to_owned()).unwrap();
        let (sender, receiver) = mpsc::channel();
        for number in 0..100 {
            let sender = sender.clone();
            let task = move || sender.send(number).expect("somebody listens");
            if number % 3 == 0 { queue.do_or_enqueue(task) } else { queue.enqueue(task) }
        }
        drop(sender);
        assert!(receiver.iter().eq(0..100));
    }

    #[test]
    fn what_was_enqueued_is_done_when_the_queue_is_gone() {
        let queue = Queue::new("test".to_owned()).unwrap();
        let (sender, receiver) = mpsc::channel();
        queue.enqueue(move || sender.send(1).expect("somebody listens"));
        drop(queue);
        assert_eq!(receiver.recv(), Ok(1));
    }

    #[test]
    fn a_task_may_enqueue_another() {
        let queue = Arc::new(Queue::new("test".to_owned()).unwrap());
        let (sender, receiver) = mpsc::channel();
        let again = Arc::clone(&queue);
        queue.do_or_enqueue(move || {
            again.do_or_enqueue(move || sender.send(2).expect("somebody listens"));
        });
        assert_eq!(receiver.recv(), Ok(2));
    }
}
