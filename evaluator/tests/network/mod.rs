// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! "Processes" of one test: a device mesh for each, which a communicator in memory connects.

use hloom_evaluator::{
    Communicator, DeviceMesh, Error, Membership, ParticipantId, Processes, RunId, Tag,
};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::thread;
use std::time::Duration;

/// Sender and receiver of messages, and their tag.
type Route = (usize, usize, Tag);

/// The messages between processes.
#[derive(Default)]
pub struct Network {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    messages: HashMap<Route, VecDeque<Vec<u8>>>,
    /// Reports of failures, by sender and receiver.
    failed: HashMap<(usize, usize), String>,
    lost: BTreeSet<usize>,
    /// The number of messages and of their bytes, by sender and receiver.
    sent: HashMap<(usize, usize), (usize, usize)>,
    /// Changes the messages on their way.
    change: Option<fn(&mut Vec<u8>)>,
}

impl Network {
    /// Loses a process: nothing comes from it any more.
    pub fn lose(&self, process: usize) {
        self.lock().lost.insert(process);
        self.changed.notify_all();
    }

    /// Changes all messages from now on.
    pub fn change(&self, change: fn(&mut Vec<u8>)) {
        self.lock().change = Some(change);
    }

    /// Returns the number of messages that a process sent to another, and the number of their bytes.
    pub fn sent(&self, from: usize, to: usize) -> (usize, usize) {
        self.lock().sent.get(&(from, to)).copied().unwrap_or_default()
    }

    /// Returns true if there are messages that nobody took.
    pub fn has_messages(&self) -> bool {
        self.lock().messages.values().any(|messages| !messages.is_empty())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("a lock")
    }
}

/// The communicator of a process.
struct InMemory {
    own: usize,
    network: Arc<Network>,
}

impl std::fmt::Debug for InMemory {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "process {}", self.own)
    }
}

impl Communicator for InMemory {
    fn process(&self) -> usize {
        self.own
    }

    fn send(&self, process: usize, tag: &Tag, parts: &[&[u8]]) -> Result<(), Error> {
        let mut message = parts.concat();
        let mut state = self.network.lock();
        if let Some(change) = state.change {
            change(&mut message);
        }
        let (count, bytes) = state.sent.entry((self.own, process)).or_default();
        *count += 1;
        *bytes += message.len();
        state.messages.entry((self.own, process, *tag)).or_default().push_back(message);
        self.network.changed.notify_all();
        Ok(())
    }

    fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error> {
        let mut state = self.network.lock();
        loop {
            let messages = state.messages.get_mut(&(process, self.own, *tag));
            if let Some(message) = messages.and_then(VecDeque::pop_front) {
                return Ok(message);
            }
            if let Some(reason) = state.failed.get(&(process, self.own)) {
                return Err(Error::Unavailable(format!("process {process} failed: {reason}")));
            }
            if state.lost.contains(&process) {
                return Err(Error::Unavailable(format!("process {process} is lost")));
            }
            state = self.network.changed.wait(state).expect("a lock");
        }
    }

    fn fail(&self, processes: &[usize], _: &RunId, reason: &str) {
        let mut state = self.network.lock();
        for process in processes {
            state.failed.entry((self.own, *process)).or_insert_with(|| reason.to_owned());
        }
        self.network.changed.notify_all();
    }
}

/// The outcome of each participant, in the order of their numbers; `None` for participants of
/// processes that do not run.
pub type Outcomes = Vec<Option<Result<(), Error>>>;

/// The time after which a run has hung.
const HANG: Duration = Duration::from_secs(60);

/// Runs `body` as each participant of a mesh with a row for each participant. `processes` has the
/// process of each. Processes in `absent` do not run.
///
/// # Panics
/// Panics if a participant has not ended in time.
pub fn run_without(
    absent: &[usize],
    processes: &[usize],
    network: &Arc<Network>,
    body: impl Fn(&DeviceMesh, ParticipantId) -> Result<(), Error> + Send + Sync + 'static,
) -> Outcomes {
    let body = Arc::new(body);
    let (sender, receiver) = mpsc::channel();
    let mut running = 0;
    let all: BTreeSet<_> = processes.iter().copied().filter(|it| !absent.contains(it)).collect();
    for own in all {
        let communicator = Arc::new(InMemory { own, network: Arc::clone(network) });
        let run = RunId { devices: 1, number: 0, program: 2 };
        let of_participants = processes.to_vec();
        let count = u32::try_from(processes.len()).expect("few");
        let mesh = DeviceMesh::new(Arc::default(), count, 1);
        let mesh = mesh.with_processes(Processes { of_participants, run, communicator });
        for member in Membership::of_all(&Arc::new(mesh)) {
            let (body, sender) = (Arc::clone(&body), sender.clone());
            running += 1;
            thread::spawn(move || {
                let outcome = body(member.mesh(), member.id());
                member.end(outcome.clone().map_err(|error| error.to_string()));
                let number = member.id().replica as usize;
                drop(member);
                sender.send((number, outcome)).expect("a receiver");
            });
        }
    }
    let mut outcomes = vec![None; processes.len()];
    for _ in 0..running {
        let (number, outcome) = receiver.recv_timeout(HANG).expect("a participant hangs or panics");
        outcomes[number] = Some(outcome);
    }
    outcomes
}

/// Runs `body` as each participant, in all processes.
pub fn run(
    processes: &[usize],
    network: &Arc<Network>,
    body: impl Fn(&DeviceMesh, ParticipantId) -> Result<(), Error> + Send + Sync + 'static,
) -> Vec<Result<(), Error>> {
    let outcomes = run_without(&[], processes, network, body);
    outcomes.into_iter().map(|outcome| outcome.expect("all run")).collect()
}
