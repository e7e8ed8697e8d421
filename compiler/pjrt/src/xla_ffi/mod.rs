// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls of functions in C that follow XLA's foreign function interface
//! (`xla/ffi/api/c_api.h`): JAX's own, of LAPACK, and everybody's.

mod attributes;
mod buffers;
mod element_type;
mod ffi;

pub use ffi::Handler;

use hloom_compiler::Literal;
use hloom_evaluator::custom_call::{CustomCall, register_process_wide};

/// Lets programs call a function by name.
pub fn register(name: &str, handler: Handler) {
    let target = name.to_owned();
    register_process_wide(name, move |call, operands| {
        run(&handler, call, operands)
            .map_err(|message| hloom_evaluator::Error::invalid(format!("`{target}`: {message}")))
    });
}

fn run(handler: &Handler, call: &CustomCall, operands: &[Literal]) -> Result<Vec<Literal>, String> {
    // JAX says it beside an empty configuration.
    let config = call.attributes.get("mhlo.backend_config").unwrap_or(&call.config);
    let attributes = attributes::Attributes::of(config)?;
    let mut operands = buffers::operands(call, operands)?;
    let mut results = buffers::results(call)?;
    ffi::call(handler, &mut operands, &mut results, &attributes)?;
    results.into_iter().map(buffers::Buffer::into_literal).collect()
}
