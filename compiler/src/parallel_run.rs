// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a compiled program on several devices at once, as the participants of a device mesh.
//!
//! Each device has a thread, because a participant blocks while it waits for others in a collective.
//! The threads and the inputs on the devices stay for all runs of a measurement; each run has its own
//! mesh.

use crate::compiled_program::{CompiledProgram, PreparedRun};
use crate::interface::StreamExecutor;
use crate::{Error, Literal};
use hloom_evaluator::{DeviceMesh, Membership};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The stack size of a thread in bytes, which is the usual stack size of main threads. The
/// interpreter evaluates nested calls and regions on the stack.
const STACK: usize = 8 << 20;

/// The durations of the measured runs, and for each device the results of the last run.
pub type ParallelOutcome = (Vec<Duration>, Vec<Vec<Literal>>);

impl CompiledProgram {
    /// Measures `count` runs on several devices, after `warm_ups` unmeasured runs. A run ends when
    /// all devices of this process have ended.
    ///
    /// `devices` has an entry for each participant of a mesh in this process, in row-major order;
    /// several participants may share a device. `inputs` contains the inputs of each participant.
    /// `mesh` creates the mesh of a run, whose participants have not started.
    ///
    /// # Errors
    /// Fails if the numbers of devices, of lists of inputs and of participants differ, if an input
    /// has another type than the entry function's parameter, or if a thread cannot be started. If a
    /// run fails, returns the error of the participant that failed first.
    pub fn benchmark_parallel(
        &self,
        devices: &[Arc<dyn StreamExecutor>],
        inputs: &[Vec<Literal>],
        [warm_ups, count]: [usize; 2],
        mut mesh: impl FnMut() -> DeviceMesh,
    ) -> Result<ParallelOutcome, Error> {
        if devices.len() != inputs.len() {
            return Err(unequal("lists of inputs", devices.len(), inputs.len()));
        }
        let prepared = devices.iter().zip(inputs);
        let prepared = prepared.map(|(device, inputs)| self.prepare(&**device, inputs));
        let mut prepared: Vec<_> = prepared.collect::<Result<_, _>>()?;
        let first = &Mutex::new(None);
        let mut times = Vec::new();
        thread::scope(|scope| -> Result<(), Error> {
            let (ended, ends) = channel();
            let mut starts: Vec<Sender<Membership>> = Vec::new();
            for (number, run) in prepared.iter_mut().enumerate() {
                let (start, started) = channel();
                let ended = ended.clone();
                let name = format!("hloom-device-{number}");
                let thread = thread::Builder::new().name(name).stack_size(STACK);
                let work = move || participate(run, &started, first, &ended);
                thread.spawn_scoped(scope, work).map_err(|error| {
                    Error::invalid(format!("device {number}: cannot start a thread: {error}"))
                })?;
                starts.push(start);
            }
            for run in 0..warm_ups + count {
                let members = Membership::of_all(&Arc::new(mesh()));
                if members.len() != starts.len() {
                    return Err(unequal("participants", starts.len(), members.len()));
                }
                let begin = Instant::now();
                for (start, member) in starts.iter().zip(members) {
                    // A thread ends only after its sender is dropped.
                    let _ = start.send(member);
                }
                ends.iter().take(starts.len()).for_each(drop);
                if run >= warm_ups {
                    times.push(begin.elapsed());
                }
                let failure = first.lock().unwrap_or_else(PoisonError::into_inner).take();
                failure.map_or(Ok(()), Err)?;
            }
            Ok(())
        })?;
        self.ran();
        let results = prepared.iter_mut().map(PreparedRun::results).collect::<Result<_, _>>()?;
        Ok((times, results))
    }
}

/// Runs the program once for each membership received from `started`, and reports the end of each
/// run to `ended`. Stores the error of a failed run in `first`, unless another participant has
/// already stored its error.
fn participate(
    run: &mut PreparedRun,
    started: &Receiver<Membership>,
    first: &Mutex<Option<Error>>,
    ended: &Sender<()>,
) {
    for member in started {
        let member = Arc::new(member);
        let outcome = catch_unwind(AssertUnwindSafe(|| run.run(Some(Arc::clone(&member)))));
        let outcome = outcome.unwrap_or_else(|_| {
            Err(Error::Internal("the thread of a device has panicked".to_owned()))
        });
        // The other participants fail only after this one has left the mesh. Thus the first error is
        // the cause of the others.
        if let Err(error) = &outcome {
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.clone());
        }
        member.end(outcome.map_err(|error| error.to_string()));
        drop(member);
        if ended.send(()).is_err() {
            return;
        }
    }
}

fn unequal(what: &str, devices: usize, found: usize) -> Error {
    Error::Internal(format!("expected {devices} {what} for {devices} devices, found {found}"))
}
