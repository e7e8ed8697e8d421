// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Running functions beside each other, a thread each.

use super::{Frame, Grid, Membership, Process, Queues, call};
use crate::program::Program;
use crate::{Error, Literal, Value};
use std::sync::Arc;
use std::thread;

/// How much stack a process has: as much as main threads usually have.
const STACK: usize = 8 << 20;

impl Frame<'_> {
    /// Calls functions beside each other in a grid of `replicas` rows, and returns the
    /// results of each. Everyone's infeed has the tensors of `infeed`, if there are any.
    ///
    /// # Errors
    /// [`Error::Program`] with what each says that failed, but not because another did.
    pub fn run_parallel(
        &self,
        replicas: u32,
        calls: Vec<(String, Vec<Value>)>,
        infeed: Option<Vec<Literal>>,
    ) -> Result<Vec<Vec<Value>>, Error> {
        if self.process.nested {
            return Err(Error::invalid("processes cannot run others beside each other"));
        }
        let count = u32::try_from(calls.len())
            .map_err(|_| Error::invalid(format!("{} processes are too many", calls.len())))?;
        let host = Arc::clone(&self.process.grid.host);
        let mut grid = Grid::new(host, replicas, count / replicas.max(1));
        if let Some(infeed) = infeed {
            let queues = Queues::default();
            for id in grid.processes() {
                infeed.iter().for_each(|tensor| queues.feed(id, tensor.clone()));
            }
            grid.infeed = Some(queues);
        }
        run(self.process.program, &Arc::new(grid), calls, self.depth + 1)
    }
}

fn run(
    program: &Program,
    grid: &Arc<Grid>,
    calls: Vec<(String, Vec<Value>)>,
    depth: usize,
) -> Result<Vec<Vec<Value>>, Error> {
    let ids: Vec<_> = grid.processes().collect();
    if ids.len() != calls.len() {
        return Err(Error::Internal(format!("{} calls in {} processes", calls.len(), ids.len())));
    }
    let outcomes: Vec<_> = thread::scope(|scope| {
        let members = Membership::of_all(grid).into_iter();
        let started = members.zip(calls).map(|(member, (function, arguments))| {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let process = Process::of(program, &member);
                let outcome = call(process, &function, arguments, [depth, 0]);
                member.end(outcome.as_ref().map(|_| ()).map_err(Error::to_string));
                outcome
            })
        });
        let started: Vec<_> = started.collect();
        let end = |thread: std::io::Result<thread::ScopedJoinHandle<_>>| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|_| {
                Err(Error::Internal("a process of the grid panicked".to_owned()))
            }),
            Err(error) => Err(Error::invalid(format!("cannot start a process: {error}"))),
        };
        started.into_iter().map(end).collect()
    });
    let failures = ids.iter().zip(&outcomes).filter(|(id, _)| !grid.followed(**id));
    let failures = failures.filter_map(|(_, outcome)| outcome.as_ref().err());
    let failures: Vec<_> = failures.map(Error::to_string).collect();
    if failures.is_empty() {
        return outcomes.into_iter().collect();
    }
    Err(Error::Program(failures.join("\n")))
}
