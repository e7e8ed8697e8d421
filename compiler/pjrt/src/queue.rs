// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The work of a device, in order, on a thread of its own or on that of who asks for little.
//! What is cheap and has its arguments is done at once, before it.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Something to do. What it fails with is an event's, a panic, too.
type Task = Box<dyn FnOnce() + Send>;

/// Tasks that are done one after the other, but for those of [`Queue::while_others_run`]. The
/// threads end with the queue.
pub struct Queue(Arc<Shared>);

#[derive(Default)]
struct Shared {
    name: String,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    /// How many are being done; none begins before that is none.
    running: usize,
    /// How many threads wait for one.
    idle: usize,
    is_closed: bool,
}

impl Queue {
    /// A queue, and its thread.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(name: String) -> io::Result<Self> {
        let shared = Arc::new(Shared { name, ..Shared::default() });
        shared.spawn()?;
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
        if state.running > 0 || !state.tasks.is_empty() {
            drop(state);
            return self.enqueue(task);
        }
        state.running += 1;
        drop(state);
        self.0.finish(task);
    }

    /// Does something within a task, while tasks that come after it are done: it may ask for
    /// some, and wait for them.
    ///
    /// # Errors
    /// If the system has no thread left that could do them.
    pub fn while_others_run<R>(&self, call: impl FnOnce() -> R) -> io::Result<R> {
        if self.0.lock().idle == 0 {
            // This may be the thread that does them.
            self.0.spawn()?;
        }
        let _again = Again(&self.0);
        self.0.pause();
        Ok(call())
    }
}

/// Goes on with a task.
struct Again<'a>(&'a Shared);

impl Drop for Again<'_> {
    fn drop(&mut self) {
        self.0.lock().running += 1;
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

    /// A thread that does tasks.
    fn spawn(self: &Arc<Self>) -> io::Result<()> {
        let worker = Arc::clone(self);
        thread::Builder::new().name(self.name.clone()).spawn(move || worker.work())?;
        Ok(())
    }

    /// Does a task that was begun.
    fn finish(&self, task: impl FnOnce()) {
        // The queue goes on, whatever happens.
        drop(catch_unwind(AssertUnwindSafe(task)));
        self.pause();
    }

    /// Lets others run.
    fn pause(&self) {
        let mut state = self.lock();
        state.running -= 1;
        let is_awaited = !state.tasks.is_empty() || state.is_closed;
        drop(state);
        if is_awaited {
            self.changed.notify_all();
        }
    }

    /// Does what there is, until the queue is gone.
    fn work(&self) {
        let is_idle =
            |state: &mut State| state.running > 0 || (state.tasks.is_empty() && !state.is_closed);
        loop {
            let mut state = self.lock();
            state.idle += 1;
            let waiting = self.changed.wait_while(state, is_idle);
            let mut state = waiting.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
            let Some(task) = state.tasks.pop_front() else { return };
            state.running += 1;
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

    /// Two deep, as callbacks of callbacks are, and more than once.
    #[test]
    fn a_task_may_wait_for_others() {
        fn nested(queue: &Arc<Queue>, depth: usize) -> usize {
            let (sender, receiver) = mpsc::channel();
            let again = Arc::clone(queue);
            queue.enqueue(move || {
                let inner = again.while_others_run(|| match depth {
                    0 => 0,
                    depth => nested(&again, depth - 1) + nested(&again, depth - 1),
                });
                sender.send(1 + inner.expect("threads")).expect("somebody listens");
            });
            receiver.recv().expect("a task")
        }
        let queue = Arc::new(Queue::new("test".to_owned()).unwrap());
        assert_eq!(nested(&queue, 3), 15);
        // All of them are over, or none would begin.
        assert_eq!(nested(&queue, 0), 1);
    }

    #[test]
    fn a_panic_ends_no_queue() {
        let queue = Queue::new("test".to_owned()).unwrap();
        let (sender, receiver) = mpsc::channel();
        queue.enqueue(|| std::panic::resume_unwind(Box::new("on purpose")));
        queue.enqueue(move || sender.send(1).expect("somebody listens"));
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
