// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What compiled code calls by number: the functions of its program's library.

mod collective;
mod description;
mod fft;
mod handler;

pub use description::{CallDescription, describe};

use crate::Error;
use crate::interface::Threads;
use crate::interface::TransferManager;
use collective::Collective;
use fft::Transform;
use handler::HandlerCall;
use hloom_evaluator::Membership;
use hloom_evaluator::custom_call::Setting;
use std::fmt::{self, Debug};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// A function of the library: from buffers to buffers, whose sizes are known.
pub trait LibraryCall: Send + Sync {
    /// Computes the results.
    ///
    /// # Errors
    /// What the run is to fail with.
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: &CallContext,
    ) -> Result<(), Error>;
}

/// The run that a call is in.
#[derive(Clone, Copy)]
pub struct CallContext<'a> {
    /// Threads to share the work.
    pub threads: Option<&'a dyn Threads>,
    /// The process that runs the program beside others; nothing if it is alone.
    pub process: Option<&'a Membership>,
}

/// The functions that one program calls.
pub struct Library {
    functions: Vec<Function>,
}

/// A function with where the program calls it, and the sizes of its buffers.
pub(super) struct Function {
    location: String,
    operands: Vec<usize>,
    results: Vec<usize>,
    call: Box<dyn LibraryCall>,
}

impl Function {
    /// The sizes in bytes of the operands and the results.
    pub(super) fn sizes(&self) -> (&[usize], &[usize]) {
        (&self.operands, &self.results)
    }
}

impl Library {
    /// The functions for what a program calls, in the order of their numbers.
    ///
    /// # Errors
    /// [`Error::Program`] at each call that there is no function for.
    pub fn new(
        calls: Vec<CallDescription>,
        transfers: &Arc<dyn TransferManager>,
    ) -> Result<Self, Error> {
        let mut functions = Vec::with_capacity(calls.len());
        let mut refusals = Vec::new();
        for call in calls {
            let sizes = |shapes: &[crate::Shape]| {
                shapes.iter().map(|shape| transfers.byte_size(shape)).collect::<Result<Vec<_>, _>>()
            };
            let (operands, results) = (sizes(&call.operands)?, sizes(&call.results)?);
            let location = call.location.clone();
            let target = call.attributes.get("call_target_name").and_then(Setting::text);
            let is_collective = target.is_some_and(|target| target.starts_with(collective::PREFIX));
            let loaded: Result<Box<dyn LibraryCall>, Error> = match call.name.as_str() {
                _ if is_collective => Collective::new(&call).map(|it| Box::new(it) as _),
                "stablehlo.fft" => Transform::new(&call).map(|it| Box::new(it) as _),
                "stablehlo.rng" => {
                    HandlerCall::random(call, Arc::clone(transfers)).map(|it| Box::new(it) as _)
                }
                _ => HandlerCall::custom(call, Arc::clone(transfers)).map(|it| Box::new(it) as _),
            };
            match loaded {
                Ok(call) => functions.push(Function { location, operands, results, call }),
                Err(error) => refusals.push(located(&location, &error)),
            }
        }
        let library = Self { functions };
        if refusals.is_empty() { Ok(library) } else { Err(Error::Program(refusals.join("\n"))) }
    }

    /// Whether the program calls nothing.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }
}

impl Debug for Library {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let places = self.functions.iter().map(|function| &function.location);
        formatter.debug_list().entries(places).finish()
    }
}

/// The calls of one run: the library, and what went wrong.
pub struct LibraryRun<'a> {
    library: &'a Library,
    context: CallContext<'a>,
    failure: Mutex<Option<Error>>,
}

impl<'a> LibraryRun<'a> {
    /// A run.
    pub fn new(library: &'a Library, context: CallContext<'a>) -> Self {
        Self { library, context, failure: Mutex::new(None) }
    }

    /// What went wrong in the run.
    pub fn into_failure(self) -> Option<Error> {
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The function of a number.
    pub(super) fn function(&self, number: usize) -> Option<&Function> {
        self.library.functions.get(number)
    }

    /// Calls a function; returns whether the run may go on.
    pub(super) fn call(
        &self,
        function: &Function,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> bool {
        let run = || function.call.run(operands, results, &self.context);
        // A panic must not reach compiled code.
        let outcome = catch_unwind(AssertUnwindSafe(run))
            .unwrap_or_else(|_| Err(Error::Internal("a library function panicked".to_owned())));
        let failed = outcome.map_err(|error| located(&function.location, &error));
        failed.map_err(|message| self.fail(Error::Program(message))).is_ok()
    }

    /// Says what went wrong.
    pub(super) fn fail(&self, error: Error) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }
}

/// An error with its place, as MLIR's diagnostics are written.
fn located(location: &str, error: &Error) -> String {
    match location {
        "" => format!("error: {error}"),
        place => format!("{place}: error: {error}"),
    }
}
