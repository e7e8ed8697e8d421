// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The task queue of a device.
//!
//! Tasks run one after the other, in order, on a thread of the queue. A small task may run on the
//! calling thread if the queue is empty, which saves a thread switch. A task may call back into
//! Python, and the callback may wait for later tasks of the same device.
//! [`Queue::while_others_run`] runs these later tasks on another thread during the callback. Cheap
//! runs whose arguments are ready do not use the queue at all; see `Launch::start` in
//! `handlers/execute.rs`.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A unit of work, which reports failures and panics through an event that it owns.
type Task = Box<dyn FnOnce() + Send>;

/// A queue of tasks that run one after the other. During [`Queue::while_others_run`], later tasks
/// run at the same time as the calling task. Dropping the queue runs the remaining tasks and then
/// ends the threads.
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
    /// The number of running tasks. The next task starts only when this number is 0.
    running: usize,
    /// The number of threads of the queue that wait for a task.
    idle: usize,
    is_closed: bool,
}

impl Queue {
    /// Creates a queue and starts its thread.
    ///
    /// # Errors
    /// Fails if the operating system cannot start a thread.
    pub fn new(name: String) -> io::Result<Self> {
        let shared = Arc::new(Shared { name, ..Shared::default() });
        shared.spawn()?;
        Ok(Self(shared))
    }

    /// Appends a task to the queue.
    pub fn enqueue(&self, task: impl FnOnce() + Send + 'static) {
        self.0.lock().tasks.push_back(Box::new(task));
        self.0.changed.notify_all();
    }

    /// Runs a task on the calling thread if the queue is empty and no task is running. Otherwise
    /// appends the task to the queue.
    pub fn run_or_enqueue(&self, task: impl FnOnce() + Send + 'static) {
        let mut state = self.0.lock();
        if state.running > 0 || !state.tasks.is_empty() {
            drop(state);
            return self.enqueue(task);
        }
        state.running += 1;
        drop(state);
        self.0.finish(task);
    }

    /// Calls a function from within a task, and lets later tasks of the queue run during the call.
    /// The function may enqueue tasks and wait for them.
    ///
    /// # Errors
    /// Fails if no thread of the queue is idle and the operating system cannot start another one.
    pub fn while_others_run<R>(&self, call: impl FnOnce() -> R) -> io::Result<R> {
        if self.0.lock().idle == 0 {
            // The calling thread may be the only thread of the queue.
            self.0.spawn()?;
        }
        let _resume = ResumeGuard(&self.0);
        self.0.pause();
        Ok(call())
    }
}

/// A guard that, when dropped, counts the current task as running again.
struct ResumeGuard<'a>(&'a Shared);

impl Drop for ResumeGuard<'_> {
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
        // No task runs while the lock is held, so a panic cannot leave the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts another thread that runs the tasks of the queue.
    fn spawn(self: &Arc<Self>) -> io::Result<()> {
        let worker = Arc::clone(self);
        thread::Builder::new().name(self.name.clone()).spawn(move || worker.work())?;
        Ok(())
    }

    /// Runs a task that has already been counted as running, and then counts it as ended.
    fn finish(&self, task: impl FnOnce()) {
        // A panic must not end the thread of the queue.
        drop(catch_unwind(AssertUnwindSafe(task)));
        self.pause();
    }

    /// Counts the current task as not running, and wakes the waiting threads if there is work or
    /// the queue is closed.
    fn pause(&self) {
        let mut state = self.lock();
        state.running -= 1;
        let is_awaited = !state.tasks.is_empty() || state.is_closed;
        drop(state);
        if is_awaited {
            self.changed.notify_all();
        }
    }

    /// Runs tasks until the queue is closed and empty.
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
            if number % 3 == 0 { queue.run_or_enqueue(task) } else { queue.enqueue(task) }
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

    /// Tests nested waits, which callbacks from within callbacks produce, several times each.
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
        // A new task starts only if no earlier task still counts as running.
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
        queue.run_or_enqueue(move || {
            again.run_or_enqueue(move || sender.send(2).expect("somebody listens"));
        });
        assert_eq!(receiver.recv(), Ok(2));
    }
}
