// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages of another process that no participant has received yet.

use hloom_evaluator::{Error, RunId, Tag};
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The messages of another process.
#[derive(Debug)]
pub struct Mailbox {
    process: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    messages: HashMap<Tag, VecDeque<Vec<u8>>>,
    /// The programs of the most recent runs, indexed by the devices of the run.
    programs: HashMap<u64, VecDeque<RunId>>,
    /// The last runs that failed, with the messages of the errors.
    failed: VecDeque<(RunId, String)>,
    /// The reason why no further messages will arrive.
    closed: Option<Error>,
}

/// The number of runs whose program or failure is stored.
const REMEMBERED: usize = 64;

impl Mailbox {
    /// Creates the mailbox of a process.
    pub fn new(process: usize) -> Self {
        Self { process, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Adds a message, unless its run failed.
    pub fn put(&self, tag: Tag, bytes: Vec<u8>) {
        let mut state = self.lock();
        state.remember(tag.run);
        if state.failure(&tag.run).is_some() {
            return;
        }
        state.messages.entry(tag).or_default().push_back(bytes);
        drop(state);
        self.changed.notify_all();
    }

    /// Reports that the process failed in a run.
    pub fn fail(&self, run: RunId, reason: &str) {
        self.end(run, format!("process {} failed: {reason}", self.process));
    }

    /// Reports that this process failed in a run, and discards the messages of the run: nobody takes them.
    pub fn abandon(&self, run: RunId, reason: &str) {
        self.end(run, format!("the run failed in this process: {reason}"));
    }

    fn end(&self, run: RunId, message: String) {
        let mut state = self.lock();
        state.messages.retain(|tag, _| tag.run != run);
        state.failed.push_back((run, message));
        if state.failed.len() > REMEMBERED {
            state.failed.pop_front();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Reports that no further messages will arrive.
    pub fn close(&self, reason: Error) {
        self.lock().closed.get_or_insert(reason);
        self.changed.notify_all();
    }

    /// Returns the reason why no further messages will arrive, or `None` if messages may still
    /// arrive.
    pub fn reason(&self) -> Option<Error> {
        self.lock().closed.clone()
    }

    /// Waits for the next message with the given tag, and removes it from the mailbox.
    ///
    /// # Errors
    /// Fails if the process or this one failed in the run, if the process runs another program, or if it is
    /// lost.
    pub fn take(&self, tag: &Tag) -> Result<Vec<u8>, Error> {
        let mut state = self.lock();
        loop {
            if let Some(message) = state.take(tag) {
                return Ok(message);
            }
            if let Some(message) = state.failure(&tag.run) {
                return Err(Error::Unavailable(message.to_owned()));
            }
            if let Some(other) = state.other_program(&tag.run) {
                let (process, own) = (self.process, tag.run.program);
                return Err(Error::invalid(format!(
                    "expected the same program on all processes in run {}: this process runs the program \
                     {own:016x}, and process {process} runs {other:016x}",
                    tag.run.number
                )));
            }
            if let Some(reason) = &state.closed {
                return Err(reason.clone());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take(&mut self, tag: &Tag) -> Option<Vec<u8>> {
        let messages = self.messages.get_mut(tag)?;
        let message = messages.pop_front();
        if messages.is_empty() {
            self.messages.remove(tag);
        }
        message
    }

    /// Returns the message of the error that ended a run, if it failed.
    fn failure(&self, run: &RunId) -> Option<&str> {
        self.failed.iter().find(|(failed, _)| failed == run).map(|(_, message)| &**message)
    }

    fn remember(&mut self, run: RunId) {
        let known = self.programs.entry(run.devices).or_default();
        if !known.contains(&run) {
            known.push_back(run);
            if known.len() > REMEMBERED {
                known.pop_front();
            }
        }
    }

    /// Returns the program that the process runs in a run, if it is a different program.
    fn other_program(&self, run: &RunId) -> Option<u64> {
        let known = self.programs.get(&run.devices)?.iter();
        let mut same = known.filter(|known| known.number == run.number);
        same.find(|known| known.program != run.program).map(|known| known.program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(number: u64, program: u64) -> Tag {
        Tag { run: RunId { devices: 1, number, program }, meeting: 2, round: 0 }
    }

    #[test]
    fn messages_with_the_same_tag_keep_their_order() {
        let mailbox = Mailbox::new(1);
        mailbox.put(tag(0, 9), vec![1]);
        mailbox.put(tag(1, 9), vec![3]);
        mailbox.put(tag(0, 9), vec![2]);
        assert_eq!(mailbox.take(&tag(0, 9)), Ok(vec![1]));
        assert_eq!(mailbox.take(&tag(0, 9)), Ok(vec![2]));
        assert_eq!(mailbox.take(&tag(1, 9)), Ok(vec![3]));
        assert!(mailbox.lock().messages.is_empty());
    }

    #[test]
    fn another_program_is_an_error() {
        let mailbox = Mailbox::new(1);
        mailbox.put(tag(3, 9), vec![1]);
        let error = mailbox.take(&tag(3, 10)).expect_err("another program").to_string();
        assert_eq!(
            error,
            "expected the same program on all processes in run 3: this process runs the program \
             000000000000000a, and process 1 runs 0000000000000009"
        );
    }

    #[test]
    fn messages_of_failed_runs_are_discarded() {
        let mailbox = Mailbox::new(1);
        mailbox.put(tag(0, 9), vec![1]);
        mailbox.put(tag(1, 9), vec![2]);
        mailbox.abandon(tag(0, 9).run, "out of memory");
        mailbox.put(tag(0, 9), vec![3]);
        let failed = mailbox.take(&tag(0, 9)).expect_err("it failed").to_string();
        assert_eq!(failed, "the run failed in this process: out of memory");
        assert_eq!(mailbox.take(&tag(1, 9)), Ok(vec![2]));
        assert!(mailbox.lock().messages.is_empty());
    }

    #[test]
    fn who_waits_learns_of_failures_and_ends() {
        let mailbox = Mailbox::new(1);
        mailbox.fail(tag(0, 9).run, "out of memory");
        let failed = mailbox.take(&tag(0, 9)).expect_err("it failed").to_string();
        assert_eq!(failed, "process 1 failed: out of memory");
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| mailbox.take(&tag(1, 9)));
            mailbox.close(Error::Unavailable("process 1 has ended".to_owned()));
            let ended = waiting.join().expect("no panic").expect_err("it ended").to_string();
            assert_eq!(ended, "process 1 has ended");
        });
    }
}
