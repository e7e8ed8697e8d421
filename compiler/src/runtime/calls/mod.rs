// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runtime calls: functions that compiled code calls by number.
//!
//! The lowering replaces operations that it does not expand to loops by numbered calls, and
//! describes each call in an attribute (see [`describe`]). When an executable is loaded,
//! [`RuntimeCalls`] finds a function for each description. An error of a call ends the run, and is
//! reported at the location of the operation in the user's program.

mod background;
mod call;
mod collective;
mod description;
mod fft;
mod handler;

pub use call::{CallContext, RuntimeCall};
pub use description::{CallDescription, describe, refuse_feeds};

use crate::Error;
use crate::interface::TransferManager;
use background::Background;
use description::located;
use fft::Transform;
use handler::HandlerCall;
use hloom_dialects::Op;
use hloom_evaluator::Queues;
use hloom_evaluator::custom_call::Setting;
use hloom_ir::facts::{ASYNCHRONOUS, COLLECTIVE_END};
use std::fmt::{self, Debug};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// The functions for the runtime calls of a program, in the order of their numbers.
pub struct RuntimeCalls {
    functions: Vec<Arc<Function>>,
}

/// The function of a runtime call, with the call's location and the sizes of its buffers in bytes.
pub(super) struct Function {
    location: String,
    operands: Vec<usize>,
    results: Vec<usize>,
    kind: CallKind,
}

/// The way in which a runtime call is executed.
pub(super) enum CallKind {
    /// Executes the call completely before compiled code continues.
    Run(Box<dyn RuntimeCall>),
    /// Starts the execution of the call in the background; an [`End`](Self::End) call waits for it.
    Start(Box<dyn RuntimeCall>),
    /// Waits until the execution of the call with this number, which a [`Start`](Self::Start) call
    /// began, has ended.
    End(usize),
}

impl CallKind {
    fn call(&self) -> Option<&dyn RuntimeCall> {
        match self {
            Self::Run(call) | Self::Start(call) => Some(&**call),
            Self::End(_) => None,
        }
    }
}

impl Function {
    /// Returns the sizes in bytes of the operands and the sizes of the results of the call.
    pub(super) fn sizes(&self) -> (&[usize], &[usize]) {
        (&self.operands, &self.results)
    }

    /// Returns the way in which the call is executed.
    pub(super) fn kind(&self) -> &CallKind {
        &self.kind
    }

    /// Computes the results of the call. An error contains the location of the operation. Does
    /// nothing for calls that only wait.
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: &CallContext,
    ) -> Result<(), Error> {
        let run = || self.kind.call().map_or(Ok(()), |call| call.run(operands, results, context));
        // Catch panics: unwinding through compiled code is undefined behavior.
        let outcome = catch_unwind(AssertUnwindSafe(run))
            .unwrap_or_else(|_| Err(Error::Internal("a runtime call panicked".to_owned())));
        outcome.map_err(|error| {
            let message = located(&self.location, &error);
            match error {
                // Not the fault of the program.
                Error::Unavailable(_) => Error::Unavailable(message),
                _ => Error::Program(message),
            }
        })
    }
}

impl RuntimeCalls {
    /// Finds the functions for the runtime calls of a program, given in the order of their numbers.
    /// `feeds` has the queues of the infeed and the outfeed of programs that run alone, if the platform
    /// has them.
    ///
    /// # Errors
    /// Returns [`Error::Program`] with the location of each call for which there is no function.
    pub fn new(
        calls: Vec<CallDescription>,
        transfers: &Arc<dyn TransferManager>,
        feeds: Option<&Arc<Queues>>,
    ) -> Result<Self, Error> {
        let mut functions = Vec::with_capacity(calls.len());
        let mut refusals = Vec::new();
        for call in calls {
            let sizes = |shapes: &[crate::Shape]| {
                shapes.iter().map(|shape| transfers.byte_size(shape)).collect::<Result<Vec<_>, _>>()
            };
            let (operands, results) = (sizes(&call.operands)?, sizes(&call.results)?);
            let location = call.location.clone();
            match kind_of(call, transfers, feeds) {
                Ok(kind) => {
                    functions.push(Arc::new(Function { location, operands, results, kind }))
                }
                Err(error) => refusals.push(located(&location, &error)),
            }
        }
        let found = Self { functions };
        if refusals.is_empty() { Ok(found) } else { Err(Error::Program(refusals.join("\n"))) }
    }

    /// Returns the maximum size in bytes of the memory that the functions keep between runs on the
    /// given number of threads. Memory that custom calls of a user allocate is not included.
    pub fn memory_bytes(&self, threads: usize) -> usize {
        let calls = self.functions.iter().filter_map(|function| function.kind.call());
        calls.map(|call| call.memory_bytes(threads)).sum()
    }

    /// Makes the runtime call with number `number` on the calling thread. `operands` and `results`
    /// are the buffers of the call, in the encoding of the device.
    ///
    /// # Errors
    /// Returns the located error of the call. Also fails if there is no such call, or if the number
    /// or the size of a buffer is wrong.
    pub fn run(
        &self,
        number: usize,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: CallContext,
    ) -> Result<(), Error> {
        let run = RunCalls::new(self, context);
        let Some(function) = run.function(number) else {
            return Err(Error::Internal(format!(
                "compiled code makes runtime call {number}, but the program has no call with \
                 this number"
            )));
        };
        let given = operands.iter().map(|it| it.len()).chain(results.iter().map(|it| it.len()));
        let (first, second) = function.sizes();
        if !given.eq(first.iter().chain(second).copied()) {
            let message = "expected buffers with the sizes of the declared operands and results, \
                           found other sizes";
            return Err(Error::Internal(format!("runtime call {number}: {message}")));
        }
        // Calls from the host have no background: their work has ended when they return.
        run.call(function, operands, results);
        run.into_failure().map_or(Ok(()), Err)
    }

    /// Returns true if the program has no runtime calls.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }
}

impl Debug for RuntimeCalls {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let places = self.functions.iter().map(|function| &function.location);
        formatter.debug_list().entries(places).finish()
    }
}

/// The runtime calls of one run, with the failure that ended it, if any.
pub struct RunCalls<'a> {
    calls: &'a RuntimeCalls,
    context: CallContext<'a>,
    failure: Mutex<Option<Error>>,
    /// The thread that executes calls in the background.
    background: Background,
}

impl<'a> RunCalls<'a> {
    /// Begins a run of the program.
    pub fn new(calls: &'a RuntimeCalls, context: CallContext<'a>) -> Self {
        Self { calls, context, failure: Mutex::new(None), background: Background::default() }
    }

    /// Ends the run: waits for all calls, and returns the failure of the run, if there was one.
    pub fn into_failure(self) -> Option<Error> {
        let failure = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let (Some(error), Some(participant)) = (&failure, self.context.participant) {
            // Otherwise, calls in the background would wait for other participants.
            participant.fail(&error.to_string());
        }
        drop(self.background);
        failure
    }

    /// Returns the function of the runtime call with number `number`, or `None` if the program has
    /// no such call.
    pub(super) fn function(&self, number: usize) -> Option<&Arc<Function>> {
        self.calls.functions.get(number)
    }

    /// Executes a runtime call. Returns true if it succeeded, so that the run may continue.
    pub(super) fn call(
        &self,
        function: &Function,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> bool {
        let outcome = self.background.wait_for_all();
        let outcome = outcome.and_then(|()| function.run(operands, results, &self.context));
        outcome.map_err(|error| self.fail(error)).is_ok()
    }

    /// Waits for the work that the runtime call with number `start` started. Returns true if the
    /// work succeeded.
    pub(super) fn end(&self, start: usize) -> bool {
        self.background.wait(start).map_err(|error| self.fail(error)).is_ok()
    }

    /// Starts the work of runtime call `number` in the background. Returns true if it could be
    /// started.
    pub(super) fn start(
        &self,
        number: usize,
        function: &Arc<Function>,
        operands: Vec<&'static [u8]>,
        mut results: Vec<&'static mut [u8]>,
    ) -> bool {
        let (function, participant) = (Arc::clone(function), self.context.participant.cloned());
        let work = move || {
            let context = CallContext { threads: None, participant: participant.as_ref() };
            let outcome = function.run(&operands, &mut results, &context);
            if let (Err(error), Some(participant)) = (&outcome, &participant) {
                // Later collectives would wait for others, although this run will end.
                participant.fail(&error.to_string());
            }
            outcome
        };
        let started = self.background.start(number, Box::new(work));
        started.map_err(|error| self.fail(error)).is_ok()
    }

    /// Records the error with which the run fails.
    pub(super) fn fail(&self, error: Error) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }
}

/// Finds the function for the description of a runtime call, and the way in which the call is
/// executed.
fn kind_of(
    call: CallDescription,
    transfers: &Arc<dyn TransferManager>,
    feeds: Option<&Arc<Queues>>,
) -> Result<CallKind, Error> {
    if call.name == COLLECTIVE_END {
        let Some(Setting::Integer(start, _)) = call.attributes.get("start") else {
            return Err(Error::Internal(
                "runtime call that waits: expected an integer attribute `start`, found none"
                    .to_owned(),
            ));
        };
        return Ok(CallKind::End(usize::try_from(*start).unwrap_or(usize::MAX)));
    }
    let is_asynchronous = call.attributes.contains_key(ASYNCHRONOUS);
    let target = call.attributes.get("call_target_name").and_then(Setting::text);
    let is_collective = target.is_some_and(|target| target.starts_with(collective::PREFIX));
    let transfers = Arc::clone(transfers);
    let function: Box<dyn RuntimeCall> = match Op::from_name(&call.name) {
        _ if is_collective => collective::load(&call, transfers, feeds)?,
        Some(Op::StablehloFft) => Box::new(Transform::new(&call)?),
        Some(Op::StablehloRng) => Box::new(HandlerCall::random(call, transfers)?),
        _ => Box::new(HandlerCall::custom(call, transfers)?),
    };
    Ok(if is_asynchronous { CallKind::Start(function) } else { CallKind::Run(function) })
}
