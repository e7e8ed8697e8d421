// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Parallel execution of functions, with one thread for each function.

use super::device_mesh::DeviceMesh;
use super::host::Host;
use super::membership::Membership;
use super::queues::Queues;
use crate::{Error, Literal, Value};
use std::sync::Arc;
use std::thread;

/// The stack size of a participant in bytes, which is the usual stack size of main threads.
const STACK: usize = 8 << 20;

/// Calls functions in parallel, one for each participant of a new device mesh with `replicas` rows,
/// and returns the results of each. If `infeed` is `Some`, each participant's infeed contains these
/// tensors. `call` calls a function as the participant of a membership.
///
/// # Errors
/// Returns [`Error::Program`] with the messages of the participants that failed on their own, not
/// because another participant failed. A participant also fails if its thread cannot be started.
pub fn run(
    host: &Arc<Host>,
    replicas: u32,
    calls: Vec<(String, Vec<Value>)>,
    infeed: Option<Vec<Literal>>,
    call: impl Fn(&Membership, &str, Vec<Value>) -> Result<Vec<Value>, Error> + Sync,
) -> Result<Vec<Vec<Value>>, Error> {
    let count = u32::try_from(calls.len()).map_err(|_| {
        Error::invalid(format!("expected fewer than 2^32 participants, found {}", calls.len()))
    })?;
    let mut mesh = DeviceMesh::new(Arc::clone(host), replicas, count / replicas.max(1));
    if let Some(infeed) = infeed {
        let queues = Queues::default();
        for id in mesh.participants() {
            infeed.iter().for_each(|tensor| queues.feed(id, tensor.clone()));
        }
        mesh.infeed = Some(queues);
    }
    let (mesh, call) = (&Arc::new(mesh), &call);
    let ids: Vec<_> = mesh.participants().collect();
    if ids.len() != calls.len() {
        let (calls, participants) = (calls.len(), ids.len());
        return Err(Error::Internal(format!(
            "the evaluator passed {calls} calls to a mesh of {participants} participants"
        )));
    }
    let outcomes: Vec<_> = thread::scope(|scope| {
        let members = Membership::of_all(mesh).into_iter();
        let started = members.zip(calls).map(|(member, (function, arguments))| {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let outcome = call(&member, &function, arguments);
                member.end(outcome.as_ref().map(|_| ()).map_err(Error::to_string));
                outcome
            })
        });
        let started: Vec<_> = started.collect();
        let end = |thread: std::io::Result<thread::ScopedJoinHandle<_>>| match thread {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| Err(Error::Internal("a participant panicked".to_owned()))),
            Err(error) => {
                Err(Error::invalid(format!("cannot start the thread of a participant: {error}")))
            }
        };
        started.into_iter().map(end).collect()
    });
    let failures = ids.iter().zip(&outcomes).filter(|(id, _)| !mesh.followed(**id));
    let failures = failures.filter_map(|(_, outcome)| outcome.as_ref().err());
    let failures: Vec<_> = failures.map(Error::to_string).collect();
    if failures.is_empty() {
        return outcomes.into_iter().collect();
    }
    Err(Error::Program(failures.join("\n")))
}
