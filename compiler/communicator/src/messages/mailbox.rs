// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The mailbox of another process: its messages, and the participants that wait for them.

use super::message::{Arrival, Message};
use crate::lock::lock;
use hloom_evaluator::{Error, RunId, Tag};
use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Debug};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The messages that have arrived from another process, and the participants that wait for its
/// messages.
pub struct Mailbox<A> {
    process: usize,
    state: Mutex<State<A>>,
    /// Notified when a participant starts to wait for a message.
    expected: Condvar,
}

/// The channel through which a waiting participant gets a message, with the number of the process
/// that sent it.
pub type Recipient<A> = Arc<Sender<(usize, Arrival<A>)>>;

struct State<A> {
    /// Messages for which no participant waits yet.
    messages: HashMap<Tag, VecDeque<Message<A>>>,
    /// The recipients that wait for messages that have not arrived.
    waiting: HashMap<Tag, VecDeque<Recipient<A>>>,
    /// The most recent runs of the process, each with its program, by the devices of the run.
    programs: HashMap<u64, VecDeque<RunId>>,
    /// The last runs that failed, each with its error message.
    failed: VecDeque<(RunId, String)>,
    /// The reason why no further messages will arrive.
    closed: Option<Error>,
}

/// Returns the error of a process with which there is no connection.
pub fn no_connection(process: usize) -> Error {
    Error::Internal(format!("there is no connection with process {process}"))
}

/// The maximum number of failed runs that are stored, and of runs with their programs for each set
/// of devices.
const REMEMBERED: usize = 64;

impl<A> Mailbox<A> {
    /// Creates the mailbox of a process.
    pub fn new(process: usize) -> Self {
        let state = State {
            messages: HashMap::new(),
            waiting: HashMap::new(),
            programs: HashMap::new(),
            failed: VecDeque::new(),
            closed: None,
        };
        Self { process, state: Mutex::new(state), expected: Condvar::new() }
    }

    /// Passes a message to the first recipient that waits for it, or stores the message if there is
    /// none. Discards a message of a failed run.
    pub fn put(&self, tag: Tag, message: Message<A>) {
        let mut state = self.lock();
        self.remember(&mut state, tag.run);
        if state.failure(&tag.run).is_some() {
            return;
        }
        if let Some(message) = self.pass(&mut state, &tag, message) {
            state.messages.entry(tag).or_default().push_back(message);
        }
    }

    /// Passes a message whose bytes have not arrived completely to the first recipient that waits
    /// for it. Returns the message if there is no recipient within the time `patience`.
    pub fn offer(&self, tag: Tag, message: A, patience: Duration) -> Option<A> {
        let mut state = self.lock();
        self.remember(&mut state, tag.run);
        if !patience.is_zero() {
            let nobody = |state: &mut State<A>| {
                !state.waiting.contains_key(&tag) && state.failure(&tag.run).is_none()
            };
            let waited = self.expected.wait_timeout_while(state, patience, nobody);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match self.pass(&mut state, &tag, Message::Arriving(message)) {
            Some(Message::Arriving(message)) => Some(message),
            _ => None,
        }
    }

    /// Passes a message to the first recipient that waits for it. Returns the message if there is
    /// none.
    fn pass(&self, state: &mut State<A>, tag: &Tag, mut message: Message<A>) -> Option<Message<A>> {
        while let Some(recipient) = state.next_recipient(tag) {
            match recipient.send((self.process, Ok(message))) {
                Ok(()) => return None,
                // This recipient has ended.
                Err(mpsc::SendError((_, back))) => message = back.ok()?,
            }
        }
        Some(message)
    }

    /// Registers `recipient` for the next message with a tag. It gets an error instead if the
    /// message will not arrive: if this process or the sender failed in the run, if the sender runs
    /// another program, or if the sender is lost.
    pub fn expect(&self, tag: &Tag, recipient: &Recipient<A>) {
        let mut state = self.lock();
        let arrival = match (state.take(tag), self.refusal(&state, &tag.run)) {
            (Some(message), _) => Ok(message),
            (None, Some(error)) => Err(error),
            (None, None) => {
                state.waiting.entry(*tag).or_default().push_back(Arc::clone(recipient));
                drop(state);
                self.expected.notify_all();
                return;
            }
        };
        // Nobody waits if the recipient has ended.
        let _ = recipient.send((self.process, arrival));
    }

    /// Removes one of the recipients that wait for messages with a tag.
    pub fn withdraw(&self, tag: &Tag, recipient: &Recipient<A>) {
        let mut state = self.lock();
        let Some(waiting) = state.waiting.get_mut(tag) else { return };
        waiting.retain(|other| !Arc::ptr_eq(other, recipient));
        if waiting.is_empty() {
            state.waiting.remove(tag);
        }
    }

    /// Records that the process of the mailbox failed in a run, and reports this to the recipients
    /// that wait for messages of the run.
    pub fn fail(&self, run: RunId, reason: &str) {
        self.end(run, format!("process {} failed: {reason}", self.process));
    }

    /// Records that this process failed in a run, and discards the messages of the run, because no
    /// participant will take them.
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
        self.refuse_recipients(&mut state);
    }

    /// Records that no further messages will arrive, and reports `reason` to all waiting
    /// recipients.
    pub fn close(&self, reason: Error) {
        let mut state = self.lock();
        state.closed.get_or_insert(reason);
        self.refuse_recipients(&mut state);
    }

    /// Returns the reason why nothing arrives from a process that has ended.
    pub fn ended(&self) -> Error {
        Error::Unavailable(format!("process {} has ended", self.process))
    }

    /// Returns the reason why nothing arrives from a process that was silent for too long.
    pub fn silent(&self, silence: Duration) -> Error {
        let (process, seconds) = (self.process, silence.as_secs_f32());
        Error::Unavailable(format!("process {process} has not answered for {seconds} s"))
    }

    /// Returns the reason why nothing arrives from a process with which the connection is broken.
    pub fn disconnected(&self, why: &str) -> Error {
        let process = self.process;
        Error::Unavailable(format!("the connection with process {process} is lost: {why}"))
    }

    /// Returns the reason why no further messages will arrive, or `None` if messages may still
    /// arrive.
    pub fn reason(&self) -> Option<Error> {
        self.lock().closed.clone()
    }

    /// Records the program that the process of the mailbox executes in a run.
    fn remember(&self, state: &mut State<A>, run: RunId) {
        if state.remember(run) {
            self.refuse_recipients(state);
        }
    }

    /// Sends errors to the recipients that wait for messages that will not arrive.
    fn refuse_recipients(&self, state: &mut State<A>) {
        for (tag, recipients) in std::mem::take(&mut state.waiting) {
            match self.refusal(state, &tag.run) {
                None => _ = state.waiting.insert(tag, recipients),
                Some(error) => {
                    for recipient in recipients {
                        // Nobody waits if the recipient has ended.
                        let _ = recipient.send((self.process, Err(error.clone())));
                    }
                }
            }
        }
    }

    /// Returns the reason why no further message of a run will arrive, if there is one.
    fn refusal(&self, state: &State<A>, run: &RunId) -> Option<Error> {
        if let Some(message) = state.failure(run) {
            return Some(Error::Unavailable(message.to_owned()));
        }
        if let Some(other) = state.other_program(run) {
            let (process, own) = (self.process, run.program);
            return Some(Error::invalid(format!(
                "expected the same program on all processes in run {}: this process runs the program \
                 {own:016x}, and process {process} runs {other:016x}",
                run.number
            )));
        }
        state.closed.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State<A>> {
        lock(&self.state)
    }
}

impl<A> Debug for Mailbox<A> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("Mailbox").field("process", &self.process).finish_non_exhaustive()
    }
}

impl<A> State<A> {
    fn take(&mut self, tag: &Tag) -> Option<Message<A>> {
        let messages = self.messages.get_mut(tag)?;
        let message = messages.pop_front();
        if messages.is_empty() {
            self.messages.remove(tag);
        }
        message
    }

    /// Removes and returns the first recipient that waits for a message with a tag.
    fn next_recipient(&mut self, tag: &Tag) -> Option<Recipient<A>> {
        let waiting = self.waiting.get_mut(tag)?;
        let first = waiting.pop_front();
        if waiting.is_empty() {
            self.waiting.remove(tag);
        }
        first
    }

    /// Returns the message of the error that ended a run, if it failed.
    fn failure(&self, run: &RunId) -> Option<&str> {
        self.failed.iter().find(|(failed, _)| failed == run).map(|(_, message)| &**message)
    }

    /// Records a run with its program. Returns true if this run was not recorded before.
    fn remember(&mut self, run: RunId) -> bool {
        let known = self.programs.entry(run.devices).or_default();
        if known.contains(&run) {
            return false;
        }
        known.push_back(run);
        if known.len() > REMEMBERED {
            known.pop_front();
        }
        true
    }

    /// Returns the program that the process of the mailbox executes in a run, if it differs from
    /// the program of `run`.
    fn other_program(&self, run: &RunId) -> Option<u64> {
        let known = self.programs.get(&run.devices)?.iter();
        let mut same = known.filter(|known| known.number == run.number);
        same.find(|known| known.program != run.program).map(|known| known.program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::Receiver;

    fn tag(number: u64, program: u64) -> Tag {
        Tag { run: RunId { devices: 1, number, program }, meeting: 2, round: 0 }
    }

    /// In these tests, messages arrive whole.
    type Mailbox = super::Mailbox<()>;

    fn bytes_of(arrival: Arrival<()>) -> Result<Vec<u8>, Error> {
        arrival.map(|message| match message {
            Message::Whole(bytes) => bytes,
            Message::Arriving(()) => panic!("a part is missing"),
        })
    }

    /// Returns a recipient, and the messages that reach it.
    fn recipient() -> (Recipient<()>, Receiver<(usize, Arrival<()>)>) {
        let (sender, receiver) = mpsc::channel();
        (Arc::new(sender), receiver)
    }

    fn take(mailbox: &Mailbox, tag: &Tag) -> Result<Vec<u8>, Error> {
        let (sender, receiver) = recipient();
        mailbox.expect(tag, &sender);
        bytes_of(receiver.recv().expect("an arrival").1)
    }

    #[test]
    fn messages_with_the_same_tag_keep_their_order() {
        let mailbox = Mailbox::new(1);
        mailbox.put(tag(0, 9), Message::Whole(vec![1]));
        mailbox.put(tag(1, 9), Message::Whole(vec![3]));
        mailbox.put(tag(0, 9), Message::Whole(vec![2]));
        assert_eq!(take(&mailbox, &tag(0, 9)), Ok(vec![1]));
        assert_eq!(take(&mailbox, &tag(0, 9)), Ok(vec![2]));
        assert_eq!(take(&mailbox, &tag(1, 9)), Ok(vec![3]));
        assert!(mailbox.lock().messages.is_empty());
    }

    #[test]
    fn messages_reach_those_who_wait_in_their_order() {
        let mailbox = Mailbox::new(1);
        let (first, first_arrivals) = recipient();
        let (second, second_arrivals) = recipient();
        mailbox.expect(&tag(0, 9), &first);
        mailbox.expect(&tag(0, 9), &second);
        mailbox.put(tag(0, 9), Message::Whole(vec![1]));
        mailbox.put(tag(0, 9), Message::Whole(vec![2]));
        for (arrivals, byte) in [(first_arrivals, 1), (second_arrivals, 2)] {
            let (process, arrival) = arrivals.try_recv().expect("an arrival");
            assert_eq!((process, bytes_of(arrival)), (1, Ok(vec![byte])));
        }
        assert!(mailbox.lock().waiting.is_empty());
    }

    #[test]
    fn one_of_two_who_wait_for_a_tag_can_withdraw() {
        let mailbox = Mailbox::new(1);
        let (first, first_arrivals) = recipient();
        let (second, second_arrivals) = recipient();
        mailbox.expect(&tag(0, 9), &first);
        mailbox.expect(&tag(0, 9), &second);
        mailbox.withdraw(&tag(0, 9), &first);
        mailbox.put(tag(0, 9), Message::Whole(vec![1]));
        assert!(first_arrivals.try_recv().is_err());
        assert_eq!(bytes_of(second_arrivals.try_recv().expect("an arrival").1), Ok(vec![1]));
        mailbox.withdraw(&tag(0, 9), &second);
        assert!(mailbox.lock().waiting.is_empty());
    }

    #[test]
    fn a_message_is_kept_if_its_recipient_has_ended() {
        let mailbox = Mailbox::new(1);
        mailbox.expect(&tag(0, 9), &recipient().0);
        mailbox.put(tag(0, 9), Message::Whole(vec![1]));
        assert_eq!(take(&mailbox, &tag(0, 9)), Ok(vec![1]));
    }

    #[test]
    fn another_program_is_an_error() {
        let message = "expected the same program on all processes in run 3: this process runs the \
                       program 000000000000000a, and process 1 runs 0000000000000009";
        let mailbox = Mailbox::new(1);
        let (sender, receiver) = recipient();
        mailbox.expect(&tag(3, 10), &sender);
        mailbox.put(tag(3, 9), Message::Whole(vec![1]));
        let waited = bytes_of(receiver.try_recv().expect("an arrival").1);
        for outcome in [waited, take(&mailbox, &tag(3, 10))] {
            assert_eq!(outcome.expect_err("another program").to_string(), message);
        }
    }

    #[test]
    fn messages_of_failed_runs_are_discarded() {
        let mailbox = Mailbox::new(1);
        mailbox.put(tag(0, 9), Message::Whole(vec![1]));
        mailbox.put(tag(1, 9), Message::Whole(vec![2]));
        mailbox.abandon(tag(0, 9).run, "out of memory");
        mailbox.put(tag(0, 9), Message::Whole(vec![3]));
        let failed = take(&mailbox, &tag(0, 9)).expect_err("it failed").to_string();
        assert_eq!(failed, "the run failed in this process: out of memory");
        assert_eq!(take(&mailbox, &tag(1, 9)), Ok(vec![2]));
        assert!(mailbox.lock().messages.is_empty());
    }

    #[test]
    fn who_waits_learns_of_failures_and_ends() {
        let mailbox = Mailbox::new(1);
        let (sender, receiver) = recipient();
        mailbox.expect(&tag(0, 9), &sender);
        mailbox.expect(&tag(1, 9), &sender);
        mailbox.fail(tag(0, 9).run, "out of memory");
        let failed = bytes_of(receiver.try_recv().expect("an arrival").1);
        assert_eq!(failed.expect_err("it failed").to_string(), "process 1 failed: out of memory");
        assert!(receiver.try_recv().is_err());
        mailbox.close(Error::Unavailable("process 1 has ended".to_owned()));
        let ended = bytes_of(receiver.try_recv().expect("an arrival").1);
        assert_eq!(ended.expect_err("it ended").to_string(), "process 1 has ended");
    }
}
