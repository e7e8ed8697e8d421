// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls of functions in C that follow XLA's foreign function interface
//! (`xla/ffi/api/c_api.h`): JAX's own, of LAPACK, and everybody's.

mod attributes;
mod buffers;
mod element_type;
mod ffi;
mod states;

use ffi::Handler;
use hloom_compiler::Literal;
use hloom_evaluator::custom_call::{CustomCall, register_process_wide};
use std::cell::Cell;

thread_local! {
    static DEVICE: Cell<usize> = const { Cell::new(0) };
}

/// Runs a program on a device, of which its handlers are told.
pub fn on_device<R>(number: usize, run: impl FnOnce() -> R) -> R {
    let before = DEVICE.replace(number);
    let result = run();
    DEVICE.set(before);
    result
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
        run(&handlers, call, operands)
            .map_err(|message| hloom_evaluator::Error::invalid(format!("`{target}`: {message}")))
    });
}

fn run(
    handlers: &Handlers,
    call: &CustomCall,
    operands: &[Literal],
) -> Result<Vec<Literal>, String> {
    // JAX says it beside an empty configuration.
    let config = call.attributes.get("mhlo.backend_config").unwrap_or(&call.config);
    let attributes = attributes::Attributes::of(config)?;
    let mut operands = buffers::operands(call, operands)?;
    let mut results = buffers::results(call)?;
    let kept = call.kept.get_or_try_init(|| ffi::instantiate(handlers, &attributes))?;
    ffi::call(handlers, (*kept).clone(), &mut operands, &mut results, &attributes)?;
    results.into_iter().map(buffers::Buffer::into_literal).collect()
}
