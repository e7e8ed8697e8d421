// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls of functions in C that follow XLA's foreign function interface
//! (`xla/ffi/api/c_api.h`): JAX's own, of LAPACK, and everybody's.

mod attributes;
mod buffers;
mod element_type;
mod ffi;
mod states;

use crate::client::Client;
use ffi::Handler;
use hloom_compiler::Literal;
use hloom_evaluator::custom_call::{CustomCall, register_process_wide};
use std::cell::RefCell;

/// What programs call to call functions of Python, see `compiler/python`.
pub const PYTHON: &str = "hloom_python_callback";

thread_local! {
    /// The client and the device whose program this thread runs.
    static DEVICE: RefCell<Option<(Client, usize)>> = const { RefCell::new(None) };
}

/// Runs a program on a device, of which its handlers are told.
pub fn on_device<R>(client: &Client, number: usize, run: impl FnOnce() -> R) -> R {
    struct Restore(Option<(Client, usize)>);

    impl Drop for Restore {
        fn drop(&mut self) {
            DEVICE.replace(self.0.take());
        }
    }

    let _before = Restore(DEVICE.replace(Some((client.clone(), number))));
    run()
}

/// The number of the device whose program calls.
fn device_number() -> usize {
    DEVICE.with_borrow(|device| device.as_ref().map_or(0, |(_, number)| *number))
}

/// Calls what may ask the device for something and wait for it, as functions of Python may.
fn while_device_goes_on<R>(call: impl FnOnce() -> R) -> Result<R, String> {
    let Some((client, number)) = DEVICE.with_borrow(Clone::clone) else { return Ok(call()) };
    let device = client.device(number).map_err(|failure| failure.message)?;
    device.queue.while_others_run(call).map_err(|error| format!("no thread is left: {error}"))
}

/// The functions of a call, a stage each: the first is called once a program, the others every
/// run.
struct Handlers {
    instantiate: Option<Handler>,
    prepare: Option<Handler>,
    initialize: Option<Handler>,
    execute: Handler,
}

/// Lets programs call functions by name.
fn register(name: &str, handlers: Handlers) {
    let target = name.to_owned();
    register_process_wide(name, move |call, operands| {
        let run = || run(&handlers, call, operands);
        let results = if target == PYTHON {
            while_device_goes_on(run).and_then(|results| results)
        } else {
            run()
        };
        results.map_err(|message| hloom_evaluator::Error::invalid(format!("`{target}`: {message}")))
    });
}

fn run(handlers: &Handlers, call: &CustomCall, inputs: &[Literal]) -> Result<Vec<Literal>, String> {
    // JAX says it beside an empty configuration.
    let config = call.attributes.get("mhlo.backend_config").unwrap_or(&call.config);
    let attributes = attributes::Attributes::of(config)?;
    let mut operands = buffers::operands(call, inputs)?;
    let mut results = buffers::results(call, inputs)?;
    let kept = call.kept.get_or_try_init(|| ffi::instantiate(handlers, &attributes))?;
    ffi::call(handlers, (*kept).clone(), &mut operands, &mut results, &attributes)?;
    results.into_iter().map(buffers::Buffer::into_literal).collect()
}
