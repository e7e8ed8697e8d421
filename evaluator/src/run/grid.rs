// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Processes beside each other (StableHLO specification, "Parallel execution").
//!
//! Each process is a thread. One that needs what others have yet to give waits; where
//! all that still run wait, none of it ever comes, and each fails with what it waited
//! for. Where one fails, those that wait fail, too: nothing hangs.

use super::{Host, Queues};
use crate::{Error, Value};
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The place of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId {
    /// The row of the grid.
    pub replica: u32,
    /// The column of the grid.
    pub partition: u32,
}

impl Display for ProcessId {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "({}, {})", self.replica, self.partition)
    }
}

/// A grid of processes.
#[derive(Debug)]
pub struct Grid {
    /// What the processes reach outside of it.
    pub host: Arc<Host>,
    /// The number of rows.
    pub replicas: u32,
    /// The number of columns.
    pub partitions: u32,
    /// What its processes read from the infeed, if not what the host gives.
    pub(super) infeed: Option<Queues>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// What each process does, row by row.
    activities: Vec<Activity>,
    /// The one that failed first, and why.
    failed: Option<(ProcessId, String)>,
    /// Those that failed because it did.
    followers: Vec<ProcessId>,
    /// Whether every process that runs waits.
    stuck: bool,
    meetings: HashMap<Meeting, Attendance>,
    /// How often a process was at meetings of a purpose with a group.
    rounds: HashMap<(ProcessId, String, Vec<ProcessId>), usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    Running,
    Waiting,
    Gone,
}

/// What tells a meeting from every other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Meeting {
    purpose: String,
    group: Vec<ProcessId>,
    round: usize,
}

/// Who has come to a meeting, with what, and how many have left.
#[derive(Debug)]
struct Attendance {
    given: Vec<Option<Vec<Value>>>,
    /// The same, once all have come.
    all: Option<Arc<[Vec<Value>]>>,
    left: usize,
}

impl Default for Grid {
    fn default() -> Self {
        Self::new(Arc::default(), 1, 1)
    }
}

impl Grid {
    /// A grid whose processes have not begun.
    pub fn new(host: Arc<Host>, replicas: u32, partitions: u32) -> Self {
        let count = replicas as usize * partitions as usize;
        let activities = vec![Activity::Running; count];
        let state = Mutex::new(State { activities, ..State::default() });
        Self { host, replicas, partitions, infeed: None, state, changed: Condvar::new() }
    }

    /// All processes, row by row.
    pub fn processes(&self) -> impl Iterator<Item = ProcessId> {
        let partitions = self.partitions;
        (0..self.replicas).flat_map(move |replica| {
            (0..partitions).map(move |partition| ProcessId { replica, partition })
        })
    }

    /// Where the infeed of its processes comes from.
    pub fn infeed(&self) -> &Queues {
        self.infeed.as_ref().unwrap_or(&self.host.queues)
    }

    /// Waits for all processes of a group to come for one purpose, each for the same
    /// time, and returns what each brings, in the group's order.
    ///
    /// # Errors
    /// If one of them never comes.
    pub fn meet(
        &self,
        me: ProcessId,
        purpose: &str,
        group: &[ProcessId],
        brought: Vec<Value>,
    ) -> Result<Arc<[Vec<Value>]>, Error> {
        let place = group.iter().position(|member| *member == me);
        let place = place.ok_or_else(|| Error::Internal(format!("{me} is not in its group")))?;
        let meeting = {
            let mut state = self.lock();
            let rounds = state.rounds.entry((me, purpose.to_owned(), group.to_vec())).or_default();
            let round = *rounds;
            *rounds += 1;
            let meeting = Meeting { purpose: purpose.to_owned(), group: group.to_vec(), round };
            let attendance = state.meetings.entry(meeting.clone());
            let attendance = attendance.or_insert_with(|| Attendance::of(group.len()));
            attendance.given[place] = Some(brought);
            meeting
        };
        self.notify();
        let ready = |state: &mut State| {
            let attendance = state.meetings.get_mut(&meeting)?;
            let all = attendance.all()?;
            attendance.left += 1;
            if attendance.left == group.len() {
                state.meetings.remove(&meeting);
            }
            Some(all)
        };
        self.wait(me, ready, || {
            let group: Vec<_> = group.iter().map(ProcessId::to_string).collect();
            format!("a {purpose} of the processes {}", group.join(", "))
        })
    }

    /// Waits until a function, which nothing else changes while it is asked, has a
    /// value. Whoever may give it one calls [`notify`](Self::notify).
    ///
    /// # Errors
    /// If it never has.
    pub fn wait_for<T>(
        &self,
        me: ProcessId,
        mut ready: impl FnMut() -> Option<T>,
        what: impl Fn() -> String,
    ) -> Result<T, Error> {
        self.wait(me, |_| ready(), what)
    }

    fn wait<T>(
        &self,
        me: ProcessId,
        mut ready: impl FnMut(&mut State) -> Option<T>,
        what: impl Fn() -> String,
    ) -> Result<T, Error> {
        let index = self.index(me);
        let mut state = self.lock();
        loop {
            if let Some(value) = ready(&mut state) {
                return Ok(value);
            }
            if let Some((failed, why)) = &state.failed {
                let what = what();
                let message =
                    format!("process {me} waits for {what}, but {failed} has failed: {why}");
                state.followers.push(me);
                return Err(Error::invalid(message));
            }
            state.set(index, Activity::Waiting);
            state.stuck |= state.all_wait();
            if state.stuck {
                self.changed.notify_all();
                let message = format!("process {me} waits for {}, which never comes", what());
                return Err(Error::invalid(message));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Has all who wait look again.
    pub fn notify(&self) {
        let mut state = self.lock();
        for activity in &mut state.activities {
            if *activity == Activity::Waiting {
                *activity = Activity::Running;
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    /// A process has come to its end.
    pub(super) fn leave(&self, id: ProcessId, outcome: Result<(), String>) {
        let index = self.index(id);
        let mut state = self.lock();
        state.set(index, Activity::Gone);
        if let Err(why) = outcome
            && !state.stuck
        {
            state.failed.get_or_insert((id, why));
        }
        let waiting = state.activities.contains(&Activity::Waiting);
        state.stuck |= waiting && state.failed.is_none() && state.all_wait();
        drop(state);
        self.changed.notify_all();
    }

    /// Whether a process failed only because another did.
    pub(super) fn followed(&self, id: ProcessId) -> bool {
        self.lock().followers.contains(&id)
    }

    fn index(&self, id: ProcessId) -> usize {
        id.replica as usize * self.partitions as usize + id.partition as usize
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attendance {
    fn of(count: usize) -> Self {
        Self { given: vec![None; count], all: None, left: 0 }
    }

    /// What each brought, if all have come.
    fn all(&mut self) -> Option<Arc<[Vec<Value>]>> {
        if self.all.is_none() && self.given.iter().all(Option::is_some) {
            self.all = Some(self.given.drain(..).flatten().collect());
        }
        self.all.clone()
    }
}

impl State {
    fn set(&mut self, index: usize, activity: Activity) {
        if let Some(one) = self.activities.get_mut(index) {
            *one = activity;
        }
    }

    /// Whether no process runs that could give others what they wait for.
    fn all_wait(&self) -> bool {
        !self.activities.contains(&Activity::Running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Literal;

    fn number(number: i32) -> Vec<Value> {
        vec![Literal::scalar(number).expect("small").into()]
    }

    #[test]
    fn processes_meet_again_and_again() {
        let grid = Grid::new(Arc::default(), 2, 1);
        let group: Vec<_> = grid.processes().collect();
        std::thread::scope(|scope| {
            for me in group.clone() {
                let (grid, group) = (&grid, &group);
                scope.spawn(move || {
                    for round in 0..50 {
                        let mine = round * 10 + me.replica as i32;
                        let all = grid.meet(me, "meeting", group, number(mine));
                        let expected = [number(round * 10), number(round * 10 + 1)];
                        assert_eq!(all.as_deref(), Ok(&expected[..]));
                    }
                    grid.leave(me, Ok(()));
                });
            }
        });
        assert!(grid.lock().meetings.is_empty());
    }

    #[test]
    fn who_waits_for_one_that_fails_is_told_why() {
        let grid = Grid::new(Arc::default(), 2, 1);
        let group: Vec<_> = grid.processes().collect();
        grid.leave(group[1], Err("no heart for it".to_owned()));
        grid.leave(group[0], Err("much later".to_owned()));
        let refusal = grid.meet(group[0], "meeting", &group, Vec::new()).expect_err("alone");
        assert_eq!(
            refusal.to_string(),
            "process (0, 0) waits for a meeting of the processes (0, 0), (1, 0), but (1, 0) has \
             failed: no heart for it"
        );
    }

    #[test]
    fn who_waits_for_nothing_fails() {
        let grid = Grid::default();
        let me = ProcessId::default();
        let other = ProcessId { replica: 1, partition: 0 };
        let refusal = grid.meet(me, "meeting", &[me, other], Vec::new()).expect_err("alone");
        assert_eq!(
            refusal.to_string(),
            "process (0, 0) waits for a meeting of the processes (0, 0), (1, 0), which never comes"
        );
    }
}
