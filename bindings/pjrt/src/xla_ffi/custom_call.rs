// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Registration and execution of handlers as custom calls of the evaluator.

use super::attributes::Attributes;
use super::buffers;
use super::ffi::{self, Handlers};
use super::running_device::while_device_runs_other_tasks;
use hloom_compiler::Literal;
use hloom_evaluator::custom_call::{CustomCall, register_process_wide};

/// The call target of Python callbacks; see `bindings/jax/jax_plugins/hloom/callbacks.py`.
pub const PYTHON: &str = "hloom_python_callback";

/// Registers handlers as the implementation of the custom call target `name`.
pub fn register(name: &str, handlers: Handlers) {
    let target = name.to_owned();
    register_process_wide(name, move |call, operands| {
        let run = || run(&handlers, call, operands);
        let results = if target == PYTHON {
            while_device_runs_other_tasks(run).and_then(|results| results)
        } else {
            run()
        };
        results.map_err(|message| hloom_evaluator::Error::invalid(format!("`{target}`: {message}")))
    });
}

fn run(handlers: &Handlers, call: &CustomCall, inputs: &[Literal]) -> Result<Vec<Literal>, String> {
    // JAX writes `mhlo.backend_config` next to an empty `backend_config`.
    let config = call.attributes.get("mhlo.backend_config").unwrap_or(&call.config);
    let attributes = Attributes::of(config)?;
    let mut operands = buffers::operands(call, inputs)?;
    let mut results = buffers::results(call, inputs)?;
    let kept = call.kept.get_or_try_init(|| ffi::instantiate(handlers, &attributes))?;
    ffi::call(handlers, (*kept).clone(), &mut operands, &mut results, &attributes)?;
    results.into_iter().map(buffers::Buffer::into_literal).collect()
}
