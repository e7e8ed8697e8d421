// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Device meshes: participants that run in parallel.
//!
//! The StableHLO specification, "Parallel execution", uses the terms process grid and processes.
//! Each participant is a thread, which waits for values from other participants. If all running
//! participants wait, no value can arrive. In this case, each participant fails with an error that
//! names the value. If one participant fails, the waiting participants also fail, so that no
//! program hangs.
//!
//! A mesh may span several processes. Participants in other processes are not threads of this
//! process. The last participant of this process that joins a rendezvous exchanges the values with
//! the other processes.

use super::exchange::Pattern;
use super::host::Host;
use super::messages::Messages;
use super::participant_id::ParticipantId;
use super::processes::{Given, Group, Processes};
use super::queues::Queues;
use crate::{ElementType, Error, Literal, Shape, Value};
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The participants of a program, with a row for each replica and a column for each partition.
#[derive(Debug)]
pub struct DeviceMesh {
    /// The host with which the participants communicate.
    pub host: Arc<Host>,
    /// The number of replicas, which are the rows.
    pub replicas: u32,
    /// The number of partitions, which are the columns.
    pub partitions: u32,
    /// The infeeds of the participants, if they differ from the infeeds of the host.
    pub(super) infeed: Option<Queues>,
    /// The processes of the participants; `None` if all are in this process.
    pub(super) processes: Option<Processes>,
    /// Messages between participants that nobody has received yet.
    pub(super) messages: Messages,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The activity of each participant (running, waiting or gone), in row-major order.
    activities: Vec<Activity>,
    /// The participant that failed first, and its error message.
    failed: Option<(ParticipantId, String)>,
    /// Whether another process is lost or failed.
    is_unavailable: bool,
    /// Whether this process has reported its failure to the other processes.
    is_reported: bool,
    /// The participants that failed because another participant failed.
    followers: Vec<ParticipantId>,
    /// Whether every running participant waits, so that no wait can end.
    stuck: bool,
    rendezvous: HashMap<Rendezvous, RendezvousState>,
    /// The number of rendezvous that each participant has joined, for each purpose and group.
    rounds: HashMap<(ParticipantId, String, Vec<ParticipantId>), usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    Running,
    Waiting,
    Gone,
}

/// The identity of a rendezvous: the `round`-th rendezvous of a group for a purpose.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Rendezvous {
    purpose: String,
    group: Vec<ParticipantId>,
    round: usize,
}

/// The state of a rendezvous: the values that participants contributed, and the number of
/// participants that have left.
#[derive(Debug)]
struct RendezvousState {
    given: Given,
    /// The number of participants of this process that have not joined.
    missing: usize,
    /// The values of all participants, once all have joined.
    all: Option<Arc<[Vec<Value>]>>,
    /// The number of participants of this process that have not left.
    staying: usize,
}

impl Default for DeviceMesh {
    fn default() -> Self {
        Self::new(Arc::default(), 1, 1)
    }
}

impl DeviceMesh {
    /// Creates a mesh whose participants have not started.
    pub fn new(host: Arc<Host>, replicas: u32, partitions: u32) -> Self {
        let count = replicas as usize * partitions as usize;
        let activities = vec![Activity::Running; count];
        let state = Mutex::new(State { activities, ..State::default() });
        let (infeed, processes, changed) = (None, None, Condvar::new());
        let messages = Messages::default();
        Self { host, replicas, partitions, infeed, processes, messages, state, changed }
    }

    /// Makes the mesh span several processes.
    #[must_use]
    pub fn with_processes(mut self, processes: Processes) -> Self {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (number, activity) in state.activities.iter_mut().enumerate() {
            if processes.of(number) != processes.own() {
                *activity = Activity::Gone;
            }
        }
        self.processes = Some(processes);
        self
    }

    /// Returns true if a participant is in this process.
    pub fn is_local(&self, id: ParticipantId) -> bool {
        let is_own = |processes: &Processes| processes.of(self.index(id)) == processes.own();
        self.processes.as_ref().is_none_or(is_own)
    }

    /// Returns all participants, in row-major order.
    pub fn participants(&self) -> impl Iterator<Item = ParticipantId> {
        let partitions = self.partitions;
        (0..self.replicas).flat_map(move |replica| {
            (0..partitions).map(move |partition| ParticipantId { replica, partition })
        })
    }

    /// Returns the queues that hold the participants' infeeds.
    pub fn infeed(&self) -> &Queues {
        self.infeed.as_ref().unwrap_or(&self.host.queues)
    }

    /// Waits until all participants of a group have joined the same rendezvous, and returns the
    /// values that each participant contributed, in the group's order. The n-th call of a
    /// participant for a purpose joins the rendezvous of the n-th calls of the other participants.
    ///
    /// # Errors
    /// Fails if a participant of the mesh fails before all participants have joined, if a
    /// participant never joins, if another process is lost, or if `me` is not in the group.
    pub fn meet(
        &self,
        me: ParticipantId,
        purpose: &str,
        group: &[ParticipantId],
        brought: Vec<Value>,
    ) -> Result<Arc<[Vec<Value>]>, Error> {
        self.join(me, purpose, group, brought, Processes::exchange_values)
    }

    /// Exchanges blocks of bytes within a group. `blocks` has the blocks of `me`, and `results` has
    /// the memory for the block of each member that `me` needs; it is empty for other members, and
    /// may be empty for `me`. If `me` is the only member in its process, the blocks of others are
    /// received into this memory. The slices in `results` are undefined afterwards; their memory has
    /// the blocks.
    ///
    /// # Errors
    /// Fails as [`meet`](Self::meet), and if the sizes of blocks differ between members.
    pub fn exchange(
        &self,
        me: ParticipantId,
        purpose: &str,
        group: &[ParticipantId],
        pattern: Pattern,
        blocks: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let own = place_of(me, group)?;
        if let Some(processes) = self.processes_of_lone_member(group) {
            if let Some((number, _)) = pattern.block(own, own)
                && !results[own].is_empty()
            {
                copy_block(blocks[number], results[own])?;
            }
            let group = self.next_group(me, purpose, group, processes);
            let exchanged = processes.exchange(&group, pattern, own, blocks, results);
            return self.noting_loss(exchanged);
        }
        let brought = blocks.iter().map(|block| value_of(block)).collect::<Result<_, _>>()?;
        let met = self.join(me, purpose, group, brought, |processes, group, given| {
            processes.exchange_given(group, pattern, given)
        })?;
        for (source, result) in results.iter_mut().enumerate() {
            let is_left_out = source == own && result.is_empty();
            if let Some((number, _)) = pattern.block(source, own).filter(|_| !is_left_out) {
                copy_block(block_of(&met, source, number)?, result)?;
            }
        }
        Ok(())
    }

    /// Combines the blocks that the members of a group have for `me`, in the order of the group.
    /// `blocks` has the blocks of `me` for each member; the block of a member has the size of its
    /// `result`. `combine` combines its first argument with its second argument. Both begin at the
    /// same element, and have a multiple of 16 bytes unless they end the block.
    ///
    /// # Errors
    /// Fails as [`exchange`](Self::exchange).
    pub fn reduce_scatter(
        &self,
        me: ParticipantId,
        purpose: &str,
        group: &[ParticipantId],
        blocks: &[&[u8]],
        result: &mut [u8],
        combine: &mut dyn FnMut(&mut [u8], &[u8]),
    ) -> Result<(), Error> {
        let own = place_of(me, group)?;
        if let Some(processes) = self.processes_of_lone_member(group)
            && processes.have_one_member_each(group.iter().map(|member| self.index(*member)))
        {
            let group = self.next_group(me, purpose, group, processes);
            let reduced = processes.reduce_scatter(&group, own, blocks, result, combine);
            return self.noting_loss(reduced);
        }
        let brought = blocks.iter().map(|block| value_of(block)).collect::<Result<_, _>>()?;
        let sizes: Vec<_> = blocks.iter().map(|block| block.len()).collect();
        let met = self.join(me, purpose, group, brought, |processes, group, given| {
            processes.exchange_given(group, Pattern::Scatter(&sizes), given)
        })?;
        if result.is_empty() {
            return Ok(());
        }
        copy_block(block_of(&met, 0, own)?, result)?;
        for source in 1..group.len() {
            combine(result, block_of(&met, source, own)?);
        }
        Ok(())
    }

    /// Returns the processes of the mesh if a group has exactly one member in this process, and at
    /// least one member in another process.
    fn processes_of_lone_member(&self, group: &[ParticipantId]) -> Option<&Processes> {
        let here = group.iter().filter(|member| self.is_local(**member)).count();
        self.processes.as_ref().filter(|_| here == 1 && group.len() > 1)
    }

    /// Describes the next rendezvous of a participant for a purpose within a group.
    fn next_group<'g>(
        &self,
        me: ParticipantId,
        purpose: &'g str,
        members: &'g [ParticipantId],
        processes: &Processes,
    ) -> Group<'g> {
        let round = self.lock().next_round(me, purpose, members);
        self.group_of(purpose, members, round, processes)
    }

    fn group_of<'g>(
        &self,
        purpose: &'g str,
        members: &'g [ParticipantId],
        round: usize,
        processes: &Processes,
    ) -> Group<'g> {
        let of_members = members.iter().map(|member| processes.of(self.index(*member)));
        Group { purpose, members, processes: of_members.collect(), round }
    }

    /// Records that another process is lost or failed if `outcome` is such an error. Returns
    /// `outcome`.
    pub(super) fn noting_loss<T>(&self, outcome: Result<T, Error>) -> Result<T, Error> {
        if let Err(Error::Unavailable(_)) = &outcome {
            self.lock().is_unavailable = true;
        }
        outcome
    }

    /// Joins a rendezvous, and waits until all participants of the group have joined. The
    /// participant of this process that joins last calls `complete`, which adds the values of other
    /// processes.
    fn join(
        &self,
        me: ParticipantId,
        purpose: &str,
        group: &[ParticipantId],
        brought: Vec<Value>,
        complete: impl FnOnce(&Processes, &Group, &mut Given) -> Result<(), Error>,
    ) -> Result<Arc<[Vec<Value>]>, Error> {
        let place = place_of(me, group)?;
        let (rendezvous, given) = {
            let mut state = self.lock();
            let round = state.next_round(me, purpose, group);
            let rendezvous =
                Rendezvous { purpose: purpose.to_owned(), group: group.to_vec(), round };
            let joined = state.rendezvous.entry(rendezvous.clone()).or_insert_with(|| {
                let here = group.iter().filter(|member| self.is_local(**member)).count();
                RendezvousState::of(group.len(), here)
            });
            joined.given[place] = Some(brought);
            joined.missing -= 1;
            let given = (joined.missing == 0).then(|| std::mem::take(&mut joined.given));
            (rendezvous, given)
        };
        if let Some(mut given) = given {
            if let Some(processes) = &self.processes {
                let group = self.group_of(purpose, group, rendezvous.round, processes);
                self.noting_loss(complete(processes, &group, &mut given))?;
            }
            let all = given.into_iter().flatten().collect();
            if let Some(joined) = self.lock().rendezvous.get_mut(&rendezvous) {
                joined.all = Some(all);
            }
        }
        self.notify();
        let ready = |state: &mut State| {
            let joined = state.rendezvous.get_mut(&rendezvous)?;
            let all = joined.all.clone()?;
            joined.staying -= 1;
            if joined.staying == 0 {
                state.rendezvous.remove(&rendezvous);
            }
            Some(all)
        };
        self.wait(me, ready, || {
            let group: Vec<_> = group.iter().map(ParticipantId::to_string).collect();
            format!("a {purpose} of the participants {}", group.join(", "))
        })
    }

    /// Waits until `ready` returns a value. The mesh is locked during each call of `ready`. Code
    /// that makes a value available must call [`notify`](Self::notify).
    ///
    /// # Errors
    /// Fails if another participant fails, or if every running participant waits.
    pub fn wait_for<T>(
        &self,
        me: ParticipantId,
        mut ready: impl FnMut() -> Option<T>,
        what: impl Fn() -> String,
    ) -> Result<T, Error> {
        self.wait(me, |_| ready(), what)
    }

    fn wait<T>(
        &self,
        me: ParticipantId,
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
                let message = format!(
                    "participant {me} waits for {what}, but participant {failed} failed: {why}"
                );
                state.followers.push(me);
                return Err(match state.is_unavailable {
                    true => Error::Unavailable(message),
                    false => Error::invalid(message),
                });
            }
            state.set(index, Activity::Waiting);
            state.stuck |= state.all_wait();
            if state.stuck {
                self.changed.notify_all();
                let message = format!(
                    "participant {me} waits for {}, but every running participant waits",
                    what()
                );
                return Err(Error::invalid(message));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Wakes all waiting participants, so that they check their conditions again.
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

    /// Records that a participant has failed, and reports it to other processes.
    pub(super) fn fail(&self, id: ParticipantId, why: &str) {
        let mut state = self.lock();
        // Participants that wait in vain have no `failed` participant, and other processes wait for them.
        let is_first = !state.is_reported;
        state.is_reported = true;
        if !state.stuck {
            state.failed.get_or_insert((id, why.to_owned()));
        }
        drop(state);
        self.changed.notify_all();
        if let (Some(processes), true) = (&self.processes, is_first) {
            processes.fail(why);
        }
    }

    /// Records that a participant has ended, and its outcome.
    pub(super) fn leave(&self, id: ParticipantId, outcome: Result<(), String>) {
        // The failure comes first: a participant that only saw this one gone would report that all wait.
        if let Err(why) = outcome {
            self.fail(id, &why);
        }
        let mut state = self.lock();
        state.set(self.index(id), Activity::Gone);
        let waiting = state.activities.contains(&Activity::Waiting);
        state.stuck |= waiting && state.failed.is_none() && state.all_wait();
        drop(state);
        self.changed.notify_all();
    }

    /// Returns true if a participant failed only because another participant failed.
    pub(super) fn followed(&self, id: ParticipantId) -> bool {
        self.lock().followers.contains(&id)
    }

    /// Returns the number of a participant in row-major order.
    pub(super) fn index(&self, id: ParticipantId) -> usize {
        id.replica as usize * self.partitions as usize + id.partition as usize
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the position of a participant in a group.
fn place_of(me: ParticipantId, group: &[ParticipantId]) -> Result<usize, Error> {
    group.iter().position(|member| *member == me).ok_or_else(|| {
        Error::Internal(format!("participant {me} is not in the group in which it meets others"))
    })
}

/// Returns a block of bytes as a tensor value, which participants can exchange.
fn value_of(block: &[u8]) -> Result<Value, Error> {
    Ok(Literal::from_bytes(Shape::new(ElementType::U8, [block.len()]), block)?.into())
}

/// Returns the block number `number` that the member `source` contributed to a rendezvous.
fn block_of(met: &[Vec<Value>], source: usize, number: usize) -> Result<&[u8], Error> {
    match met.get(source).and_then(|blocks| blocks.get(number)) {
        Some(block) => Ok(block.tensor()?.bytes()),
        None => Err(differ("nothing")),
    }
}

/// Copies a block to the memory of its result. Fails if the sizes differ.
fn copy_block(block: &[u8], result: &mut [u8]) -> Result<(), Error> {
    if block.len() != result.len() {
        return Err(differ(&format!("{} bytes", block.len())));
    }
    result.copy_from_slice(block);
    Ok(())
}

/// Returns the error for operands whose sizes differ between participants.
fn differ(found: &str) -> Error {
    Error::invalid(format!(
        "expected operands of the same size in all participants of a group, found {found}"
    ))
}

impl RendezvousState {
    /// Creates the state of a rendezvous of `count` members, `here` of which are in this process.
    fn of(count: usize, here: usize) -> Self {
        Self { given: vec![None; count], missing: here, all: None, staying: here }
    }
}

impl State {
    /// Returns the number of the next rendezvous of a participant for a purpose, and counts it.
    fn next_round(&mut self, me: ParticipantId, purpose: &str, group: &[ParticipantId]) -> usize {
        let round = self.rounds.entry((me, purpose.to_owned(), group.to_vec())).or_default();
        *round += 1;
        *round - 1
    }

    fn set(&mut self, index: usize, activity: Activity) {
        if let Some(one) = self.activities.get_mut(index) {
            *one = activity;
        }
    }

    /// Returns true if no participant is running. In this case, the values for which participants
    /// wait cannot arrive.
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
    fn participants_meet_again_and_again() {
        let mesh = DeviceMesh::new(Arc::default(), 2, 1);
        let group: Vec<_> = mesh.participants().collect();
        std::thread::scope(|scope| {
            for me in group.clone() {
                let (mesh, group) = (&mesh, &group);
                scope.spawn(move || {
                    for round in 0..50 {
                        let mine = round * 10 + me.replica as i32;
                        let all = mesh.meet(me, "meeting", group, number(mine));
                        let expected = [number(round * 10), number(round * 10 + 1)];
                        assert_eq!(all.as_deref(), Ok(&expected[..]));
                    }
                    mesh.leave(me, Ok(()));
                });
            }
        });
        assert!(mesh.lock().rendezvous.is_empty());
    }

    #[test]
    fn who_waits_for_one_that_fails_is_told_why() {
        let mesh = DeviceMesh::new(Arc::default(), 2, 1);
        let group: Vec<_> = mesh.participants().collect();
        mesh.leave(group[1], Err("no heart for it".to_owned()));
        mesh.leave(group[0], Err("much later".to_owned()));
        let refusal = mesh.meet(group[0], "meeting", &group, Vec::new()).expect_err("alone");
        assert_eq!(
            refusal.to_string(),
            "participant (0, 0) waits for a meeting of the participants (0, 0), (1, 0), but \
             participant (1, 0) failed: no heart for it"
        );
    }

    #[test]
    fn who_waits_learns_of_a_failure_and_not_that_all_wait() {
        for _ in 0..500 {
            let mesh = DeviceMesh::new(Arc::default(), 2, 1);
            let group: Vec<_> = mesh.participants().collect();
            let refusal = std::thread::scope(|scope| {
                let waits = scope.spawn(|| mesh.meet(group[0], "meeting", &group, Vec::new()));
                mesh.leave(group[1], Err("no heart for it".to_owned()));
                waits.join().expect("no panic").expect_err("alone").to_string()
            });
            assert!(refusal.ends_with("participant (1, 0) failed: no heart for it"), "{refusal}");
        }
    }

    #[test]
    fn who_waits_for_nothing_fails() {
        let mesh = DeviceMesh::default();
        let me = ParticipantId::default();
        let other = ParticipantId { replica: 1, partition: 0 };
        let refusal = mesh.meet(me, "meeting", &[me, other], Vec::new()).expect_err("alone");
        assert_eq!(
            refusal.to_string(),
            "participant (0, 0) waits for a meeting of the participants (0, 0), (1, 0), but every \
             running participant waits"
        );
    }
}
