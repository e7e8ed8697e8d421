// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The work queue of a stream, called its line: the order, the progress and the failure of its
//! work.
//!
//! An entry has *begun* when its command is submitted or its function runs. It has *settled* when
//! its outcome is known and all earlier entries have settled. Entries begin in order and settle in
//! order, but their commands may complete in any order.

use super::command::Command;
use super::event::DeviceEvent;
use hloom_compiler::Error;
use hloom_compiler::interface::{DeviceBuffer, HostCallback, ReceiveBytes};
use hloom_values::AlignedBytes;
use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A unit of work of a stream.
pub enum Task {
    Command(Arc<Command>),
    Read(DeviceBuffer, ReceiveBytes),
    /// A function that runs on the host; `None` once it has begun.
    Call(Option<HostCallback>),
    Record(DeviceEvent),
    /// A wait for an event, which ends when the event happens.
    Wait,
    /// Sends the failure of the stream to the waiting caller, and clears the failure.
    Synchronize(Sender<Option<Error>>),
}

/// The outcome of a unit of work: bytes for [`Task::Read`], or the reason why it failed.
pub type Outcome = Result<Option<AlignedBytes>, Error>;

/// The next step that the thread of a stream takes.
pub enum Step {
    /// Submits a command to the device's queue; the number identifies the command's entry in the
    /// line.
    Submit(u64, Arc<Command>),
    /// Submits a copy to the host; the number identifies the copy's entry in the line.
    Read(u64, DeviceBuffer),
    /// Calls a host function and ends its entry in the line, which the number identifies.
    Call(u64, HostCallback),
    /// Delivers the outcome of an entry that has settled. Contains the number of the entry, its
    /// task, and the bytes of a copy to the host or the failure of the stream up to this entry.
    Settle(u64, Task, Outcome),
}

impl Step {
    /// Returns the number of the entry to which the step belongs.
    pub fn number(&self) -> u64 {
        match self {
            Step::Submit(number, _)
            | Step::Read(number, _)
            | Step::Call(number, _)
            | Step::Settle(number, ..) => *number,
        }
    }

    /// Returns the error message for a panic in the step.
    pub fn panic_message(&self) -> &'static str {
        match self {
            Step::Submit(..) | Step::Read(..) => {
                "the driver panicked while it submitted a command of a stream"
            }
            Step::Call(..) => "a host function of a stream panicked",
            Step::Settle(_, Task::Read(..), _) => {
                "the function that receives a copy to the host panicked"
            }
            Step::Settle(..) => "the completion of a command of a stream panicked",
        }
    }
}

/// The work of a stream that has not settled.
#[derive(Default)]
pub struct Line {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    entries: VecDeque<Entry>,
    /// Number of the oldest entry that has not settled.
    first: u64,
    /// Number of unsettled entries that have begun; these are the oldest ones.
    begun: usize,
    /// The first failure among settled entries since the last synchronization.
    failure: Option<Error>,
    /// The lowest number of an entry with a failure since the last synchronization.
    failed: Option<u64>,
    /// Whether the stream was dropped, so that no further entries follow.
    is_closed: bool,
}

struct Entry {
    task: Task,
    outcome: Option<Outcome>,
}

impl Line {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of others runs under the lock, so a poisoned lock is usable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a task to the stream's work; returns the number of its entry.
    pub fn push(&self, task: Task) -> u64 {
        let mut state = self.lock();
        state.entries.push_back(Entry { task, outcome: None });
        self.changed.notify_one();
        state.first + state.entries.len() as u64 - 1
    }

    /// Announces that no further entries follow. The stream's thread ends when all entries have
    /// settled.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Sets the outcome of entry `number`. Has no effect if its outcome is already known or the
    /// entry has settled.
    pub fn finish(&self, number: u64, outcome: Outcome) {
        let mut state = self.lock();
        let Some(entry) = state.entry(number).filter(|entry| entry.outcome.is_none()) else {
            return;
        };
        let has_failed = outcome.is_err();
        entry.outcome = Some(outcome);
        if has_failed {
            state.fail(number);
        }
        self.changed.notify_one();
    }

    /// Records a failure in a step of an entry. The entry may already have an outcome or have
    /// settled.
    pub fn fail(&self, number: u64, error: Error) {
        let mut state = self.lock();
        state.fail(number);
        match state.entry(number) {
            Some(entry) => entry.outcome = Some(Err(error)),
            None => drop(state.failure.get_or_insert(error)),
        }
    }

    /// Returns true if an entry before entry `number` has failed.
    pub fn is_cancelled(&self, number: u64) -> bool {
        self.lock().is_cancelled(number)
    }

    /// Waits for the next step; returns `None` if the line is closed and empty.
    pub fn next(&self) -> Option<Step> {
        let mut state = self.lock();
        loop {
            if let Some(step) = state.settle() {
                return Some(step);
            }
            match state.begin() {
                Begin::Step(step) => return Some(step),
                Begin::Again => continue,
                Begin::Blocked if state.is_closed && state.entries.is_empty() => return None,
                Begin::Blocked => {}
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The result of an attempt to begin the next entry.
enum Begin {
    Step(Step),
    /// An entry has begun that needs no step of the stream's thread, so the next entry may begin.
    Again,
    /// No entry can begin until the state of the line changes.
    Blocked,
}

impl State {
    fn is_cancelled(&self, number: u64) -> bool {
        self.failure.is_some() || self.failed.is_some_and(|failed| failed < number)
    }

    fn fail(&mut self, number: u64) {
        self.failed = Some(self.failed.map_or(number, |failed| failed.min(number)));
    }

    /// Returns the entry with the given number, or `None` if it has settled.
    fn entry(&mut self, number: u64) -> Option<&mut Entry> {
        let index = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.entries.get_mut(index)
    }

    /// Removes the first entry if its outcome is known, and returns the step that delivers the
    /// outcome.
    fn settle(&mut self) -> Option<Step> {
        let front = self.entries.front_mut().filter(|_| self.begun > 0)?;
        // A wait is skipped after a failure, even if it has begun.
        if matches!(front.task, Task::Wait) && self.failure.is_some() {
            front.outcome.get_or_insert(Ok(None));
        }
        front.outcome.as_ref()?;
        let Entry { task, outcome } = self.entries.pop_front()?;
        let number = self.first;
        self.first += 1;
        self.begun -= 1;
        let mut bytes = None;
        match outcome? {
            Ok(output) => bytes = output,
            Err(error) => drop(self.failure.get_or_insert(error)),
        }
        let failure = match task {
            Task::Synchronize(_) => {
                self.failed = None;
                self.failure.take()
            }
            _ => self.failure.clone(),
        };
        Some(Step::Settle(number, task, failure.map_or(Ok(bytes), Err)))
    }

    /// Begins the oldest entry that has not begun, if it does not have to wait for earlier entries.
    fn begin(&mut self) -> Begin {
        let last = self.begun.checked_sub(1).and_then(|index| self.entries.get(index));
        // Everything after a wait or a function waits for it.
        let is_barrier = |entry: &Entry| {
            entry.outcome.is_none() && matches!(entry.task, Task::Wait | Task::Call(_))
        };
        if last.is_some_and(is_barrier) {
            return Begin::Blocked;
        }
        let number = self.first + self.begun as u64;
        let (is_cancelled, is_first) = (self.is_cancelled(number), self.begun == 0);
        let Some(entry) = self.entries.get_mut(self.begun) else { return Begin::Blocked };
        let step = match &mut entry.task {
            // Functions run when the device is idle.
            Task::Call(_) | Task::Synchronize(_) if !is_first => return Begin::Blocked,
            Task::Command(_) | Task::Read(..) | Task::Call(_) | Task::Wait if is_cancelled => None,
            Task::Command(command) => Some(Step::Submit(number, Arc::clone(command))),
            Task::Read(source, _) => Some(Step::Read(number, source.clone())),
            Task::Call(callback) => callback.take().map(|callback| Step::Call(number, callback)),
            Task::Record(_) | Task::Wait | Task::Synchronize(_) => None,
        };
        self.begun += 1;
        match step {
            Some(step) => Begin::Step(step),
            None => {
                if is_cancelled || !matches!(entry.task, Task::Wait) {
                    entry.outcome.get_or_insert(Ok(None));
                }
                Begin::Again
            }
        }
    }
}
